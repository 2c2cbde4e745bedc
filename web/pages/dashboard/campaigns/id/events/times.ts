/** An event's times as they are typed: on the clock of the campaign's zone, wherever the screen is (R22). */
import { dateTimeIn, instantIn } from '#domain/zone.ts'

/** `2026-10-13T18:30`, or empty. */
export const typedTime = (instant: string | null, timeZone: string): string =>
  instant ? dateTimeIn(timeZone, new Date(instant)) : ''

const WHOLE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/

/**
 * The instant of a typed time. What nobody touched stays the instant that it was: to the second, and on the right side
 * of an hour that the clocks repeat. What is no whole time is sent as it is, to be refused in words.
 */
export function instantOf(typed: string, was: string | null, timeZone: string): string {
  if (was && typed === typedTime(was, timeZone)) return was
  const [day = '', time = ''] = typed.split('T')
  return WHOLE.test(typed) && isTime(time) ? instantIn(timeZone, day, time).toISOString() : typed
}

const isTime = (time: string): boolean => !Number.isNaN(Date.parse(`2000-01-01T${time}Z`))

const HOUR_MS = 3_600_000

/**
 * What becomes of the end that is picked: the part of it that is missing comes from one hour after the start, so that
 * either part alone is enough.
 */
export function pickedEnd(picked: string, before: string, start: string, timeZone: string): string {
  if (before !== '' || picked === '' || WHOLE.test(picked) || !WHOLE.test(start)) return picked
  const [startDay = '', startTime = ''] = start.split('T')
  const later = instantIn(timeZone, startDay, startTime).getTime() + HOUR_MS
  const [day, time] = dateTimeIn(timeZone, new Date(later)).split('T')
  const [pickedDay, pickedTime] = picked.split('T')
  return `${pickedDay || day}T${pickedTime || time}`
}

/** "Pacific Time", for those who look from elsewhere. */
export const zoneName = (timeZone: string, now: number): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts(new Date(now))
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
