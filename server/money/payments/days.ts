/** The days that people enter for checks and cash: none to come, and none before what it is about (R37). */
import { invalidField } from '#domain/errors.ts'
import { latestDay, latestDayIn } from '#domain/zone.ts'
import { dayInWords } from '#server/messaging/mails/index.ts'

/** By the campaign's day, as in the books: otherwise a statement and the journal could name two years. */
export function refuseFuture(field: string, day: string, timeZones: readonly string[], now: Date): void {
  // One slip may be of several campaigns: what is today for one of them is a day that has begun.
  const today = latestDayIn(timeZones, now) ?? ''
  if (day <= today) return
  throw invalidField(
    field,
    day > latestDay(now)
      ? 'That day is in the future'
      : `It is still ${dayInWords(today)} in the campaign’s time zone: enter that day`,
  )
}

/** In January, most of these are the year before, typed out of habit. `what`: "the pledge was made". */
export function refuseBefore(field: string, day: string, earliest: { day: string; what: string }): void {
  if (day >= earliest.day) return
  throw invalidField(
    field,
    `That is before ${earliest.what}, on ${dayInWords(earliest.day)}. Check the month and the year`,
  )
}
