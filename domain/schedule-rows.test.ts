import { describe, expect, it } from 'vitest'
import { isRefused, type ScheduleLine } from './schedule.ts'
import { matchScheduleColumns, readDay, readScheduleRow, readTime } from './schedule-csv.ts'

const ZONE = 'America/New_York'
const HEADERS = ['Name', 'Opponent', 'Date', 'Time', 'End', 'Type', 'Venue', 'Location', 'Notes'] as const
type Cells = Partial<Record<(typeof HEADERS)[number], string>>

const read = (cells: Cells, headers: readonly (typeof HEADERS)[number][] = HEADERS): ScheduleLine =>
  readScheduleRow(
    { number: 4, cells: headers.map((header) => cells[header] ?? (header === 'Date' ? '2026-09-12' : '')) },
    { headers, columns: matchScheduleColumns(headers).columns, timeZone: ZONE },
  )
const reasonOf = (cells: Cells): string => {
  const line = read(cells)
  return isRefused(line) ? line.reason : 'accepted'
}

describe('the columns of a schedule file', () => {
  it('are found by name regardless of case and punctuation, each once', () => {
    expect(
      matchScheduleColumns([
        'EVENT name',
        'Start-Date',
        'Kick Off',
        'Title',
        'End',
        'Kind',
        'Home/Away',
        'Where',
        'Notes',
      ]),
    ).toEqual({
      columns: { name: 0, date: 1, time: 2, endTime: 4, eventType: 5, venue: 6, location: 7, description: 8 },
      ...{ ignored: ['Title'], problems: [] },
    })
  })

  it('are ignored if the owner left them out', () => {
    expect(matchScheduleColumns(['Date', 'Name', 'Opponent'], { Opponent: '' })).toEqual({
      ...{ columns: { date: 0, name: 1 }, ignored: ['Opponent'], problems: [] },
    })
  })

  it('must include a date, and a name or an opponent', () => {
    expect(matchScheduleColumns(['Name']).problems).toEqual(['Choose the column with the date'])
    expect(matchScheduleColumns(['Date', 'Opponent']).problems).toEqual([])
    expect(matchScheduleColumns(['Date']).problems).toHaveLength(1)
  })
})

it.each(['x9/12/2026', '9/12/2026x', '9/12/20266', '123/1/2026', '1/123/2026', '2026-9-12', '//'])(
  'the day %j in a schedule file is refused',
  (text) => {
    expect(readDay(text)).toBeNull()
  },
)

it.each([
  ['23:59', '23:59'],
  ['1 a', '01:00'],
  ['12 pm', '12:00'],
  ['11:30 P.M.', '23:30'],
  ['7:05:00 am', '07:05'],
  ['0:30', '00:30'],
  ['7:30:30', null],
  ['0 pm', null],
  ['13 am', null],
  ['07', null],
  ['x7:30', null],
  ['7:30 pm x', null],
  ['7:3', null],
  ['123:00', null],
])('the time %j in a schedule file is read as %j', (text, time) => {
  expect(readTime(text)).toBe(time)
})

describe('a row of a schedule file', () => {
  it('has undefined for a missing column and null for an empty cell', () => {
    expect(read({ Name: 'Senior night' }, ['Name', 'Date'])).toEqual({
      ...{ line: 4, uid: null, name: 'Senior night', eventType: 'other', opponent: null, venue: null },
      ...{ start: new Date('2026-09-12T16:00:00Z'), hasTime: false, end: undefined },
      ...{ location: undefined, description: undefined },
    })
    expect(read({ Name: 'Senior night' })).toMatchObject({ location: null, description: null })
  })

  it('has its location and notes', () => {
    expect(read({ Name: 'Senior night', Location: ' Main Field ', Notes: 'Bring\u00a0water' })).toMatchObject(
      {
        ...{ location: 'Main Field', description: 'Bring\u00a0water' },
      },
    )
  })

  it.each(['TBD', 'tba', 'All Day', 'allday', ''])('has no time with %j', (text) => {
    expect(read({ Opponent: 'Harbor', Time: text, End: text })).toMatchObject({
      hasTime: false,
      end: undefined,
    })
  })

  it.each(['xtbd', 'tbdx', 'all  day'])('is refused with the time %j', (text) => {
    expect(reasonOf({ Opponent: 'Harbor', Time: text })).toMatch(/is not a time/)
  })

  it('may end when it starts', () => {
    expect(read({ Opponent: 'Harbor', Time: '7 PM', End: '19:00' })).toMatchObject({
      end: new Date('2026-09-12T23:00:00Z'),
    })
  })

  it.each([
    ['home', 'home', 'vs. Harbor'],
    ['H', 'home', 'vs. Harbor'],
    ['Away', 'away', 'at Harbor'],
    ['a', 'away', 'at Harbor'],
    ['Visitor', 'away', 'at Harbor'],
    ['neutral', 'neutral', 'vs. Harbor'],
    ['n', 'neutral', 'vs. Harbor'],
    ['', null, 'vs. Harbor'],
  ])('with the venue %j is played %s', (venue, expected, name) => {
    expect(read({ Opponent: 'Harbor', Venue: venue })).toMatchObject({ venue: expected, name })
  })

  it('takes the venue from its column rather than from an @ before the opponent', () => {
    expect(read({ Opponent: '@ Harbor', Venue: 'neutral' })).toMatchObject({
      opponent: 'Harbor',
      venue: 'neutral',
    })
  })

  it('keeps its own name and finds the opponent in it', () => {
    expect(read({ Name: '@ Harbor' })).toMatchObject({ name: 'at Harbor', opponent: 'Harbor', venue: 'away' })
    expect(read({ Name: 'Homecoming', Opponent: 'Harbor' })).toMatchObject({
      ...{ name: 'Homecoming', opponent: 'Harbor', venue: null, eventType: 'game' },
    })
  })

  it.each([
    ['Match', 'game'],
    ['GAME', 'game'],
    ['practice', 'practice'],
    ['other', 'other'],
    ['', 'game'],
  ])('of type %j is a %s', (type, expected) => {
    expect(read({ Name: 'vs. Harbor', Type: type })).toMatchObject({ eventType: expected })
  })

  it('has an opponent only if it is a game, or a tournament with an opponent column', () => {
    const against = (cells: Cells) => {
      const line = read({ ...cells, Venue: 'home' })
      return isRefused(line) ? line.reason : [line.opponent, line.venue]
    }
    expect(against({ Name: 'Practice vs. Harbor' })).toEqual([null, null])
    expect(against({ Name: 'Practice', Opponent: 'Harbor' })).toEqual([null, null])
    expect(against({ Name: 'Fall Cup', Opponent: 'Harbor' })).toEqual(['Harbor', 'home'])
    expect(against({ Name: 'Fall Cup vs. Harbor' })).toEqual([null, null])
    expect(against({ Name: 'Senior night', Type: 'game' })).toEqual([null, 'home'])
  })

  const long = 'x'.repeat(40)
  it.each<[Cells, string]>([
    [{ Date: long }, `"${'x'.repeat(30)}" is not a date such as 2026-09-12 or 9/12/2026`],
    [{ Opponent: 'Harbor', Time: '7 PM', End: 'late' }, '"late" is not a time such as 21:00 or 9 PM'],
    [{ Opponent: 'Harbor', Time: '7 PM', End: '6:59 PM' }, 'it ends at 6:59 PM, before it starts'],
    [{ Name: 'x'.repeat(201) }, 'the name has more than 200 characters'],
    [{ Name: '=1+1' }, 'the name looks like a formula'],
    [{ Name: 'A', Location: 'x'.repeat(201) }, 'the location has more than 200 characters'],
    [{ Name: 'A', Notes: 'x'.repeat(2001) }, 'the description has more than 2000 characters'],
    [{ Name: 'A', Notes: '=1+1' }, 'the description looks like a formula'],
    [{}, 'has neither a name nor an opponent'],
  ])('is refused with a reason: %j', (cells, reason) => {
    expect(reasonOf(cells)).toBe(reason)
  })

  it('may have 200 characters of name and 2,000 of notes', () => {
    expect(reasonOf({ Name: 'x'.repeat(200), Notes: 'x'.repeat(2000) })).toBe('accepted')
  })
})

it('a schedule may use the campaign’s own word for a match as the name of its columns (R63)', () => {
  const words = { match: 'concert', matches: 'concerts' }
  expect(matchScheduleColumns(['Concert', 'Concert Day', 'Concert time', 'Place'], {}, words)).toMatchObject({
    columns: { name: 0, date: 1, time: 2, location: 3 },
    problems: [],
  })
  expect(matchScheduleColumns(['Concert', 'Date']).ignored).toEqual(['Concert'])
})

it('a schedule may use the campaign’s own word for a match as the type of an event (R63)', () => {
  const headers = ['Concert', 'Date', 'Type']
  const words = { match: 'concert', matches: 'concerts' }
  const { columns } = matchScheduleColumns(headers, {}, words)
  const read = (type: string) =>
    readScheduleRow(
      { number: 2, cells: ['Spring', '2026-09-12', type] },
      { headers, columns, timeZone: ZONE, words },
    )
  expect(['Concert', 'game', 'match'].map((type) => read(type))).toEqual(
    Array(3).fill(expect.objectContaining({ eventType: 'game' })),
  )
  expect(read('Delivery')).toMatchObject({
    reason: '"Delivery" is not concert, practice, tournament, fundraiser or other',
  })
})
