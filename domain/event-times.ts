/** Limits on the times of an event, with the same messages in the form and on the server (R22). Pure. */
import { dateIn } from './zone.ts'

/** Why a new start is refused, or null. Today counts: a match this morning may still be put on the schedule. */
export const reasonAgainstStart = (startTime: Date, timeZone: string, now: Date): string | null =>
  dateIn(timeZone, startTime) < dateIn(timeZone, now) ? 'Start time cannot be before today' : null

/** Why an end is refused, or null. */
export const reasonAgainstEnd = (startTime: Date, endTime: Date | null): string | null =>
  endTime && endTime < startTime ? 'End time cannot be before the start time' : null
