/** What an owner may not change on the schedule once the campaign is no longer a draft, in words. Pure. */

import { dateIn } from '../places/zone.ts'

type Dates = { startsAt: Date; endsAt: Date; timeZone: string }

/** Of an event whose supporters may owe something for it already: it started, or has a result. */
export const reasonBegun = (name: string): string =>
  `${name} has started or has a result: ask your representative to change it`

/** Why an event that has not begun may not start then, or null: who stopped or raised a pledge meanwhile counted on it. */
export const reasonAgainstPast = (startTime: Date, now: Date): string | null =>
  startTime <= now ? 'That has passed: ask your representative to change it' : null

/** Why an event may not be on that day, or null: outside the campaign's dates, supporters agreed to something else. */
export function reasonAgainstDay(startTime: Date, { startsAt, endsAt, timeZone }: Dates): string | null {
  const day = dateIn(timeZone, startTime)
  if (day < dateIn(timeZone, startsAt))
    return 'That is before the campaign starts: ask your representative to change its dates'
  return day > dateIn(timeZone, endsAt)
    ? 'That is after the campaign ends: ask your representative to change its dates'
    : null
}
