/** R19: "@" in front of a name is how many write an away game; elsewhere in a name it stays. */
import { describe, expect, it } from 'vitest'
import { readCalendar } from './calendar.ts'
import { isRefused, type ScheduleLine } from './schedule.ts'
import { matchScheduleColumns, readScheduleRow } from './schedule-csv.ts'

const nameOf = (line: ScheduleLine | undefined) =>
  line && (isRefused(line) ? `refused: ${line.reason}` : line.name)
const inCalendar = (name: string) => {
  const lines = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'DTSTART:20260912T230000Z', `SUMMARY:${name}`]
  const text = [...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n')
  return nameOf(readCalendar(text, 'America/Chicago').lines[0])
}
const inSchedule = (name: string) => {
  const headers = ['Name', 'Date']
  const { columns } = matchScheduleColumns(headers)
  const given = { headers, columns, timeZone: 'America/Chicago' }
  return nameOf(readScheduleRow({ number: 2, cells: [name, '2026-09-12'] }, given))
}

describe.each([
  ['a calendar', inCalendar],
  ['a schedule', inSchedule],
])('a name in %s', (_, read) => {
  it.each([
    ['@Ridgeview', 'at Ridgeview'],
    ['@ Ridgeview', 'at Ridgeview'],
    ['@   Ridgeview', 'at Ridgeview'],
    ['Varsity Soccer @ Ridgeview', 'Varsity Soccer @ Ridgeview'],
  ])('%s is read as %s', (written, name) => {
    expect(read(written)).toBe(name)
  })
})

it('a long text where a time should be is shown by its beginning', () => {
  const value = '20260912T996060Z'
  const lines = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', `DTSTART:${' '.repeat(20)}${value}`, 'SUMMARY:vs. Bay']
  const text = [...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n')
  expect(nameOf(readCalendar(text, 'America/Chicago').lines[0])).toBe(
    `refused: DTSTART is not a time: "${' '.repeat(20)}20260912T9"`,
  )
})
