import { describe, expect, it } from 'vitest'
import { ONE } from './quantity.ts'
import { columnsOf, isGarbled, isRowError, matchName, readDay, readRow, readTime } from './results-csv.ts'

const headers = ['Date', 'Time', 'Opponent', 'Venue', 'Goals', 'Wins']
const ids = new Set(['g', 'w'])
const columns = columnsOf(headers, ['date', 'time', 'opponent', 'venue', 'g', 'w'], ids)
const match = ['2026-09-12', '19:30', 'Harbor', 'home', '3', '1']

/** The match with some of its cells replaced. */
const read = (
  changed: Partial<Record<'date' | 'time' | 'opponent' | 'venue' | 'goals' | 'wins', string>> = {},
) => {
  const names = ['date', 'time', 'opponent', 'venue', 'goals', 'wins'] as const
  return readRow(
    match.map((cell, index) => changed[names[index] as 'date'] ?? cell),
    ...([2, headers, columns] as const),
  )
}

describe('the columns of a results file', () => {
  it('are found by their meaning', () => {
    expect(columns).toEqual({
      ...{ date: 0, time: 1, opponent: 2, venue: 3 },
      statistics: [
        { index: 4, header: 'Goals', statisticId: 'g' },
        { index: 5, header: 'Wins', statisticId: 'w' },
      ],
    })
  })

  it('may omit time and venue, and include columns that are ignored', () => {
    expect(columnsOf(['Goals', 'Notes', 'Day', 'Team'], ['g', 'ignore', 'date', 'opponent'], ids)).toEqual({
      ...{ date: 2, time: null, opponent: 3, venue: null },
      statistics: [{ index: 0, header: 'Goals', statisticId: 'g' }],
    })
  })
})

it.each([
  'x2026-09-12',
  '9/12/2026x',
  'x9/12/2026',
  '9/12/202',
  '9/12/20266',
  '123/1/2026',
  '1/123/2026',
  '//',
  '',
])('the day %j in a results file is refused', (text) => {
  expect(readDay(text)).toBeNull()
})

it.each([
  ['1:05 PM', '13:05'],
  ['11:59 pm', '23:59'],
  ['12:00 AM', '00:00'],
  ['0:00', '00:00'],
  ['23:59', '23:59'],
  ['9:05:59 a.m.', '09:05'],
  ['7:30PM', '19:30'],
  ['7:30  P', '19:30'],
  ['0:30 PM', null],
  ['13:30 PM', null],
  ['7:60', null],
  ['7:5', null],
  ['7:30:60', null],
  ['7:30:5', null],
  ['123:00', null],
  ['x7:30', null],
  ['7:30x', null],
  ['7:30 PM x', null],
])('the time %j in a results file is read as %j', (text, time) => {
  expect(readTime(text)).toBe(time)
})

describe('a row of a results file (R19)', () => {
  it('is a match with its quantities', () => {
    expect(read()).toEqual({
      ...{ line: 2, date: '2026-09-12', time: '19:30', opponent: 'Harbor', venue: 'home' },
      quantities: [
        { statisticId: 'g', quantity: 3 * ONE },
        { statisticId: 'w', quantity: ONE },
      ],
    })
  })

  it('may leave its time, venue and counts empty', () => {
    expect(read({ time: ' ', venue: '', goals: ' ', wins: '0' })).toMatchObject({
      ...{ time: null, venue: null },
      quantities: [{ statisticId: 'w', quantity: 0 }],
    })
  })

  it('may have spaces around its cells', () => {
    expect(read({ date: ' 9/12/2026 ', opponent: ' Harbor ', goals: ' 2.5 ' })).toMatchObject({
      ...{ date: '2026-09-12', opponent: 'Harbor' },
      quantities: [{ quantity: 2.5 * ONE }, { quantity: ONE }],
    })
  })

  it('may omit the columns of time and venue', () => {
    const few = columnsOf(['Date', 'Opponent'], ['date', 'opponent'], ids)
    expect(readRow(['2026-09-12', 'Harbor'], 2, ['Date', 'Opponent'], few)).toEqual({
      ...{ line: 2, date: '2026-09-12', time: null, opponent: 'Harbor', venue: null, quantities: [] },
    })
  })

  it.each([
    ['home', 'home'],
    ['H', 'home'],
    ['Away', 'away'],
    ['a', 'away'],
    ['NEUTRAL', 'neutral'],
    ['n', 'neutral'],
  ])('reads the venue %j as %s', (venue, expected) => {
    expect(read({ venue })).toMatchObject({ venue: expected })
  })

  it.each([
    ['vs. Bay', 'Bay', 'home'],
    ['VS Bay', 'Bay', 'home'],
    ['at Cove', 'Cove', 'away'],
    ['@ Dune', 'Dune', 'away'],
    ['@Dune', 'Dune', 'away'],
    ['@ St. Mary’s', 'St. Mary’s', 'away'],
    ['Game 2 vs. Bay', 'Game 2 vs. Bay', null],
    ['Atlanta', 'Atlanta', null],
  ])('reads the opponent %j as %s', (opponent, name, venue) => {
    expect(read({ opponent, venue: '' })).toMatchObject({ opponent: name, venue })
  })

  it('takes the column of the venue before what the opponent says', () => {
    expect(read({ opponent: '@ Dune', venue: 'neutral' })).toMatchObject({
      opponent: 'Dune',
      venue: 'neutral',
    })
  })

  it('leaves a title alone where there are no opponents', () => {
    const words = { match: 'week', matches: 'weeks', hasOpponents: false }
    const cells = ['2026-09-12', '', 'At the zoo', '', '1', '']
    expect(readRow(cells, 2, headers, columns, words)).toMatchObject({ opponent: 'At the zoo', venue: null })
  })

  it('accepts an opponent of 200 characters', () => {
    expect(read({ opponent: 'x'.repeat(200) })).toMatchObject({ opponent: 'x'.repeat(200) })
  })

  const long = 'x'.repeat(30)
  it.each([
    [{ date: 'soon' }, '"soon" is not a date such as 2026-09-12 or 9/12/2026'],
    [{ date: long }, `"${'x'.repeat(20)}" is not a date such as 2026-09-12 or 9/12/2026`],
    [{ time: 'late' }, '"late" is not a time such as 19:30 or 7:30 PM'],
    [{ time: long }, `"${'x'.repeat(20)}" is not a time such as 19:30 or 7:30 PM`],
    [{ opponent: ' ' }, 'the opponent is missing'],
    [{ opponent: 'x'.repeat(201) }, 'the opponent has more than 200 characters'],
    [{ opponent: '=1+1' }, 'the opponent looks like a formula'],
    [{ opponent: '@SUM' }, 'the opponent looks like a formula'],
    [{ opponent: '@SUM(A1)' }, 'the opponent looks like a formula'],
    [{ opponent: '@ =1+1' }, 'the opponent looks like a formula'],
    [{ venue: 'hom' }, '"hom" is not home, away or neutral'],
    [{ venue: long }, `"${'x'.repeat(20)}" is not home, away or neutral`],
    [{ goals: 'many' }, '"many" in column Goals is not a number of 0 or more'],
    [{ wins: '-1' }, '"-1" in column Wins is not a number of 0 or more'],
    [{ goals: '1'.repeat(30) }, `"${'1'.repeat(20)}" in column Goals is not a number of 0 or more`],
    [{ opponent: 'Har\u0007bor' }, 'contains control characters'],
    [{ wins: '1\u007f' }, 'contains control characters'],
    [{ opponent: 'Łu\ufffdd' }, 'contains characters that cannot be read: save the file as CSV (UTF-8)'],
  ])('is refused with a reason: %j', (changed, reason) => {
    expect(read(changed)).toEqual({ line: 2, reason })
  })

  it('accepts a dash or an equals sign inside the opponent’s name', () => {
    expect(read({ opponent: 'Harbor-West = B' })).toMatchObject({ opponent: 'Harbor-West = B' })
  })

  it.each([
    [match.slice(1), 'has 5 cells where the first line has 6'],
    [[...match, ''], 'has 7 cells where the first line has 6'],
  ])('is refused if it has more or fewer cells than the first line', (cells, reason) => {
    expect(readRow(cells, 2, headers, columns)).toEqual({ line: 2, reason })
  })

  it('is distinguished from a refused row', () => {
    expect([isRowError(read()), isRowError(read({ date: '' }))]).toEqual([false, true])
  })
})

it('a text is garbled if it has a replacement character', () => {
  expect([isGarbled('Łódź'), isGarbled('Ł\ufffd')]).toEqual([false, true])
})

it.each([
  ['away', 'at Harbor'],
  ['home', 'vs. Harbor'],
  ['neutral', 'vs. Harbor'],
  [null, 'vs. Harbor'],
] as const)('a match with the venue %s is named %s', (venue, name) => {
  expect(matchName('Harbor', venue)).toBe(name)
})
