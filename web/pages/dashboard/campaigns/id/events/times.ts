/** An event's times as typed: in the campaign's time zone, wherever the screen is (R22). */
import { NOON } from '#domain/schedule.ts'
import { dateTimeIn, instantIn } from '#domain/zone.ts'

/** `2026-10-13T18:30`, or empty. */
export const typedTime = (instant: string | null, timeZone: string): string =>
  instant ? dateTimeIn(timeZone, new Date(instant)) : ''

const WHOLE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/

/**
 * The instant of a typed time. An unchanged time keeps its instant: to the second, and on the right side of a repeated
 * hour when clocks change. An incomplete time is sent as is, to be refused with a message.
 */
export function instantOf(typed: string, was: string | null, timeZone: string): string {
  if (was && typed === typedTime(was, timeZone)) return was
  const [day = '', time = ''] = typed.split('T')
  return WHOLE.test(typed) && isTime(time) ? instantIn(timeZone, day, time).toISOString() : typed
}

const isTime = (time: string): boolean => !Number.isNaN(Date.parse(`2000-01-01T${time}Z`))

const HOUR_MS = 3_600_000

/**
 * The end when one part of it is picked: the missing part is taken from one hour after the start, so that either part
 * alone is enough.
 */
export function pickedEnd(picked: string, before: string, start: string, timeZone: string): string {
  if (before !== '' || picked === '' || WHOLE.test(picked) || !WHOLE.test(start)) return picked
  const [startDay = '', startTime = ''] = start.split('T')
  const later = instantIn(timeZone, startDay, startTime).getTime() + HOUR_MS
  const [day, time] = dateTimeIn(timeZone, new Date(later)).split('T')
  const [pickedDay, pickedTime] = picked.split('T')
  return `${pickedDay || day}T${pickedTime || time}`
}

const dayOf = (typed: string): string => typed.split('T')[0] ?? ''
/** Of a time that is not known: noon of the day that was typed; empty without a day. */
export const dayOnly = (typed: string): string => (dayOf(typed) === '' ? '' : `${dayOf(typed)}T${NOON}`)
/** Noon stood in for the time, which is to be typed now. */
export const withoutNoon = (typed: string): string => (dayOf(typed) === '' ? '' : `${dayOf(typed)}T`)
