import { describe, expect, it, test } from 'vitest'
import { isRefused, kindOf, numberDoubleHeaders, opponentIn, type ScheduleRow } from './schedule.ts'
import { matchScheduleColumns, readDay, readScheduleRow, readTime } from './schedule-csv.ts'
import { dateIn } from './zone.ts'

const ZONE = 'America/New_York'
const headers = ['Date', 'Time', 'Opponent', 'H/A', 'Field', 'Type', 'End']
const read = (...cells: string[]) => {
  const { columns } = matchScheduleColumns(headers)
  const padded = [...cells, ...headers.slice(cells.length).map(() => '')]
  return readScheduleRow({ number: 7, cells: padded }, { headers, columns, timeZone: ZONE })
}

describe('the columns of a schedule file', () => {
  it('are matched by the headings that schools use', () => {
    expect(
      matchScheduleColumns(['Game Date', 'Start Time', 'Opponent', 'Home/Away', 'Facility', 'Bus']),
    ).toEqual({
      columns: { date: 0, time: 1, opponent: 2, venue: 3, location: 4 },
      ignored: ['Bus'],
      problems: [],
    })
  })

  it('are as the owner matched them, including those left out', () => {
    const chosen = { When: 'date', Who: 'name', Date: '' } as const
    expect(matchScheduleColumns(['When', 'Who', 'Date'], chosen)).toMatchObject({
      columns: { date: 0, name: 1 },
      problems: [],
    })
  })

  it('are refused if a required one is missing or two are matched to the same thing', () => {
    expect(matchScheduleColumns(['When', 'Who']).problems).toEqual([
      'Choose the column with the date',
      'Choose the column with the name of the event, or with the opponent',
    ])
    const chosen = { A: 'date', B: 'date', C: 'name' } as const
    expect(matchScheduleColumns(['A', 'B', 'C'], chosen).problems).toEqual([
      'Two columns are chosen for the same thing: A, B',
    ])
  })
})

test.each([
  ['2026-09-12', '2026-09-12'],
  ['9/12/2026', '2026-09-12'],
  ['09/02/2026', '2026-09-02'],
  ['13/9/2026', null],
  ['2/30/2026', null],
  ['9/12/26', null],
  ['Sep 12', null],
  ['', null],
])('the day %s in a schedule file is read as %s', (text, day) => expect(readDay(text)).toBe(day))

test.each([
  ['19:30', '19:30'],
  ['7:30 PM', '19:30'],
  ['7pm', '19:00'],
  ['12 AM', '00:00'],
  ['12:15 p.m.', '12:15'],
  ['9:05', '09:05'],
  ['18:30:00', '18:30'],
  ['24:00', null],
  ['13 PM', null],
  ['7', null],
  ['7:60 PM', null],
  ['noon', null],
])('the time %s in a schedule file is read as %s', (text, time) => expect(readTime(text)).toBe(time))

describe('a row of a schedule file', () => {
  it('is an event in the campaign’s time zone, in summer and in winter', () => {
    expect(read('9/12/2026', '7:00 PM', 'Harbor', 'Home', 'Main Field', '', '9 PM')).toEqual({
      ...{ line: 7, uid: null, name: 'vs. Harbor', eventType: 'game', opponent: 'Harbor', venue: 'home' },
      ...{ start: new Date('2026-09-12T23:00:00Z'), hasTime: true, end: new Date('2026-09-13T01:00:00Z') },
      ...{ location: 'Main Field', description: undefined },
    })
    expect(read('2026-11-21', '19:00', '@ Ridgeview')).toMatchObject({
      ...{
        start: new Date('2026-11-22T00:00:00Z'),
        opponent: 'Ridgeview',
        venue: 'away',
        name: 'at Ridgeview',
      },
      ...{ location: null, end: undefined },
    })
  })

  it('is at noon and marked as having no time if it names none', () => {
    expect(read('2026-11-21', 'TBD', 'Harbor')).toMatchObject({
      hasTime: false,
      start: new Date('2026-11-21T17:00:00Z'),
    })
  })

  test.each([
    [['soon', '', 'Harbor'], '"soon" is not a date such as 2026-09-12 or 9/12/2026'],
    [['2026-09-12', 'late', 'Harbor'], '"late" is not a time such as 19:30 or 7:30 PM'],
    [['2026-09-12', '7 PM', 'Harbor', 'upstairs'], '"upstairs" is not home, away or neutral'],
    [['2026-09-12', '7 PM', ''], 'has neither a name nor an opponent'],
    [['2026-09-12', '7 PM', '=HYPERLINK("http://x")'], 'the opponent looks like a formula'],
    [['2026-09-12', '7 PM', 'Harbor', '', '+1+cmd|calc'], 'the location looks like a formula'],
    [['2026-09-12', '7 PM', 'Har\u0007bor'], 'contains control characters'],
    [['2026-09-12', '7 PM', 'Łu\ufffdd'], 'contains characters that cannot be read: save the file as UTF-8'],
    [['2026-09-12', '7 PM', 'H'.repeat(201)], 'the opponent has more than 200 characters'],
    [
      ['2026-09-12', '7 PM', 'Harbor', '', '', 'party'],
      '"party" is not game, practice, tournament, fundraiser or other',
    ],
    [['2026-09-12', '7 PM', 'Harbor', '', '', '', '6 PM'], 'it ends at 6 PM, before it starts'],
    [['2026-09-12', '7 PM', 'Harbor', '', '', '', '', 'more'], 'has 8 cells where the first line has 7'],
  ])('with %j is refused with a reason', (cells, reason) => {
    expect(read(...cells)).toEqual({ line: 7, reason })
  })
})

test.each([
  ['vs. Harbor', { opponent: 'Harbor', venue: 'home' }],
  ['Varsity Soccer vs Harbor High', { opponent: 'Harbor High', venue: 'home' }],
  ['@Ridgeview', { opponent: 'Ridgeview', venue: 'away' }],
  ['at Ridgeview', { opponent: 'Ridgeview', venue: 'away' }],
  ['JV @ Ridgeview', { opponent: 'Ridgeview', venue: 'away' }],
  ['Dinner at Lou’s', null],
  ['Senior night', null],
  ['vs.', null],
])('the event name %s is against %j', (name, against) => expect(opponentIn(name)).toEqual(against))

test.each([
  ['vs. Harbor', 'Harbor', 'game'],
  ['Practice', null, 'practice'],
  ['Fall Invitational', null, 'tournament'],
  ['Car wash', null, 'fundraiser'],
  ['Senior night', null, 'other'],
])('an event named %s (opponent %s) is of type %s', (name, opponent, kind) =>
  expect(kindOf(name, opponent)).toBe(kind),
)

describe('two games against one opponent on a day', () => {
  const game = (line: number, time: string, uid: string | null = null): ScheduleRow => ({
    ...{ line, uid, name: 'vs. Harbor', eventType: 'game', opponent: 'Harbor', venue: 'home', hasTime: true },
    ...{ start: new Date(time), end: undefined, location: undefined, description: undefined },
  })
  const numbered = (...rows: ScheduleRow[]) =>
    numberDoubleHeaders(rows, (instant) => dateIn(ZONE, instant)).map((line) =>
      isRefused(line) ? line.reason : line.opponent,
    )

  it('are numbered by start time, in any order of the file', () => {
    expect(numbered(game(2, '2026-05-02T20:00:00Z'), game(3, '2026-05-02T17:00:00Z'))).toEqual([
      'Harbor (game 2)',
      'Harbor',
    ])
    expect(numbered(game(2, '2026-05-02T20:00:00Z'), game(3, '2026-05-03T20:00:00Z'))).toEqual([
      'Harbor',
      'Harbor',
    ])
  })

  it('keep their numbers where the first one was called off (R72)', () => {
    const first = game(2, '2026-05-02T17:00:00Z')
    const rows = [first, game(3, '2026-05-02T20:00:00Z')]
    expect(
      numberDoubleHeaders(rows, (instant) => dateIn(ZONE, instant), new Set([first])).map((line) =>
        isRefused(line) ? line.reason : line.opponent,
      ),
    ).toEqual(['Harbor', 'Harbor (game 2)'])
  })

  it('share a number where one was called off for another at its time', () => {
    const off = game(4, '2026-05-02T17:00:00Z')
    const rows = [game(2, '2026-05-02T17:00:00Z'), game(3, '2026-05-02T20:00:00Z'), off]
    expect(
      numberDoubleHeaders(rows, (instant) => dateIn(ZONE, instant), new Set([off])).map((line) =>
        isRefused(line) ? line.reason : line.opponent,
      ),
    ).toEqual(['Harbor', 'Harbor (game 2)', 'Harbor'])
  })

  it('at the same time are refused as one game listed twice', () => {
    expect(numbered(game(2, '2026-05-02T20:00:00Z'), game(3, '2026-05-02T20:00:00Z'))).toEqual([
      'Harbor',
      'the game against Harbor on 2026-05-02 is in the file twice',
    ])
  })
})

test('an event name that is longer than any is against nobody, at once', () => {
  expect(opponentIn(`x${' v'.repeat(49_000)}\u2028x`)).toBeNull()
})
