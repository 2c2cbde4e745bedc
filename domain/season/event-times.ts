/** The times of an event, and their limits with the same messages in the form and on the server (R22). Pure. */

import { dateIn, dateTimeIn, instantIn } from '../places/zone.ts'
import { NOON } from './schedule.ts'

/** What stands in place of a time that is not known. */
export const TIME_TBD = 'Time TBD'

/** An event without a time starts at noon of its day, on the campaign's clock. */
export const atNoon = <Row extends { startTime: Date; hasTime: boolean }>(row: Row, timeZone: string): Row =>
  row.hasTime ? row : { ...row, startTime: instantIn(timeZone, dateIn(timeZone, row.startTime), NOON) }

/** `2026-10-13 18:30` for files, and the day alone where no time is known. */
export function startInFile(
  { startTime, hasTime }: { startTime: string; hasTime: boolean },
  timeZone: string,
): string {
  const at = new Date(startTime)
  return hasTime ? dateTimeIn(timeZone, at).replace('T', ' ') : dateIn(timeZone, at)
}

/** Why a new start is refused, or null. Today counts: a match this morning may still be put on the schedule. */
export const reasonAgainstStart = (startTime: Date, timeZone: string, now: Date): string | null =>
  dateIn(timeZone, startTime) < dateIn(timeZone, now) ? 'Start time cannot be before today' : null

/** Why an end is refused, or null. */
export const reasonAgainstEnd = (startTime: Date, endTime: Date | null): string | null =>
  endTime && endTime < startTime ? 'End time cannot be before the start time' : null
