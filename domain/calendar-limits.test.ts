import { describe, expect, it } from 'vitest'
import { readCalendar } from './calendar.ts'
import { readComponents } from './calendar-lines.ts'
import { isRefused } from './schedule.ts'

const file = (...lines: string[]) => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const one = (...lines: string[]) => {
  const text = file('BEGIN:VEVENT', 'SUMMARY:vs. Bay', ...lines, 'END:VEVENT')
  return readCalendar(text, 'America/Chicago').lines[0]
}
const reasonOf = (...lines: string[]) => {
  const line = one(...lines)
  return line && isRefused(line) ? line.reason : 'taken'
}
const endOf = (start: string, end: string) => {
  const line = one(`DTSTART;VALUE=DATE:${start}`, `DTEND;VALUE=DATE:${end}`)
  return line && !isRefused(line) ? line.end?.toISOString() : 'refused'
}

it('a long text where a date should be is shown by its beginning', () => {
  expect(reasonOf(`DTSTART:${'x'.repeat(80)}`)).toBe(`DTSTART is not a date: "${'x'.repeat(30)}"`)
})

it('several whole days end at noon of the last one', () => {
  expect(endOf('20260912', '20260915')).toBe('2026-09-14T17:00:00.000Z')
})

it('one whole day has no end', () => {
  expect(endOf('20260912', '20260913')).toBeUndefined()
})

it.each(['20261345', '20260915T100000', 'x20260915'])(
  'an end of whole days that is %s says nothing',
  (end) => {
    expect(endOf('20260912', end)).toBeUndefined()
  },
)

it('a quoted parameter loses its quotes at both ends, and none between', () => {
  const [, event] = readComponents(file('BEGIN:VEVENT', 'SUMMARY;X="a";Y=b"c:Go":Go', 'END:VEVENT'))
  expect(event?.properties[0]?.parameters).toEqual({ X: 'a', Y: 'b"c:Go' })
})

it('spaces around the words that begin and end a part change nothing', () => {
  const text = '  BEGIN:VCALENDAR'
    .trim()
    .concat(' \r\nBEGIN: VEVENT \r\nSUMMARY:Go\r\nEND: VEVENT\r\nEND:VCALENDAR\r\n')
  expect(readComponents(text).map(({ name }) => name)).toEqual(['VCALENDAR', 'VEVENT'])
})

describe('a calendar file with more events than a season', () => {
  const game = ['BEGIN:VEVENT', 'SUMMARY:vs. Bay', 'DTSTART:20260912T190000Z', 'END:VEVENT']
  const calledOff = ['BEGIN:VEVENT', 'STATUS:CANCELLED', 'END:VEVENT']
  const read = (games: number, others: number) =>
    readCalendar(
      file(...Array(others).fill(calledOff).flat(), ...Array(games).fill(game).flat()),
      'America/Chicago',
    )

  it('is refused before any of them is read', () => {
    expect(() => read(301, 0)).toThrow('The file has more than 300 events: import one season only')
  })

  it('is read where those above 300 were called off', () => {
    const { lines, calledOff: left } = read(300, 5)
    expect([lines.length, left]).toEqual([300, 5])
  })
})
