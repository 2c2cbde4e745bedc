import { monthName } from '../places/months.ts'
import { dateTimeIn } from '../places/zone.ts'

/** `EDT`, as it is written at that moment. */
const zoneLetters = (instant: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' })
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone

/**
 * `September 20, 2026 at 7:59 PM EDT`, for a deadline that ends within the day: in the same words in mails, lists and on
 * screens, whatever the zone of the reader. Pure.
 */
export function deadlineText(instant: Date, timeZone: string): string {
  const [day = '', clock = ''] = dateTimeIn(timeZone, instant).split('T')
  const [year, month, ofMonth] = day.split('-')
  const [hour, minute] = clock.split(':')
  const twelve = `${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? 'AM' : 'PM'}`
  return `${monthName(month ?? '')} ${Number(ofMonth)}, ${year} at ${twelve} ${zoneLetters(instant, timeZone)}`
}
