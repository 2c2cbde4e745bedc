/** Calendar files as programs write them, and what is read from them. */
import { readCalendar } from '#domain/files/calendar.ts'

export const ZONE = 'America/Chicago'
export const START = 'DTSTART:20260912T230000Z'
export const file = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
export const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']
export const read = (...lines: string[]) => readCalendar(file(...lines), ZONE)
