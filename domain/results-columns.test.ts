import { describe, expect, it } from 'vitest'
import { vocabularyOf } from './proposed-words.ts'
import { ONE } from './quantity.ts'
import { columnProblems, type Meaning, proposeMeanings } from './results-columns.ts'
import { columnsOf, readDay, readRow, readTime } from './results-csv.ts'
import { SPORT } from './vocabulary.ts'

const STATISTICS = [
  { id: 'g', name: 'Goals', unitName: 'goal' },
  { id: 'c', name: 'Clean Sheets', unitName: 'shutout' },
  { id: 'w', name: 'Wins', unitName: null },
]

describe('the proposed meanings of columns in a results file (R19)', () => {
  it.each<[string, Record<string, Meaning>, string]>([
    // The headings of the season files that the demo uses.
    ['date,time,opponent,venue,goals,conceded,win,clean_sheet', {}, 'date,time,opponent,venue,g,ignore,w,c'],
    ['Game Date,Kick-off,Versus,H/A,GOALS,Shutouts', {}, 'date,time,opponent,venue,g,c'],
    ['Day,Team,Goals For,Notes', {}, 'date,opponent,ignore,ignore'],
    ['Day,Team,Goals For,Notes', { 'Goals For': 'g' }, 'date,opponent,g,ignore'],
    // The plainer name goes first, and what was chosen goes before every name.
    ['Day,Date,Team,Opponent,Goals', {}, 'ignore,date,ignore,opponent,g'],
    ['Day,Date,Team,Opponent,Goals', { Day: 'date', Date: 'ignore' }, 'date,ignore,ignore,opponent,g'],
    ['Date,Opponent,Goals', { Goals: 'ignore' }, 'date,opponent,ignore'],
    // Names that every JavaScript object has are not a mapping.
    ['constructor,__proto__,toString', {}, 'ignore,ignore,ignore'],
    [',Date,', {}, 'ignore,date,ignore'],
  ])('%s', (headers, chosen, expected) => {
    expect(proposeMeanings(headers.split(','), STATISTICS, chosen).join(',')).toBe(expected)
  })
})

describe('the columns of a campaign that has weeks and no opponents (R63)', () => {
  const words = vocabularyOf('reading', 'academic')
  const books = [{ id: 'b', name: 'Books', unitName: 'book' }]
  it.each([
    ['Date,Week,Books', 'date,opponent,b'],
    ['Week Date,Week Time,Weeks,Books', 'date,time,opponent,b'],
    ['Date,Name,Books', 'date,opponent,b'],
    // The name that every file may have goes first.
    ['Date,Opponent,Week,Books', 'date,opponent,ignore,b'],
  ])('%s', (headers, expected) => {
    expect(proposeMeanings(headers.split(','), books, {}, words).join(',')).toBe(expected)
  })

  it('a team’s file has no column for its own name of a match', () => {
    expect(proposeMeanings(['Date', 'Match'], books, {}, SPORT)).toEqual(['date', 'ignore'])
  })

  it('problems name the week', () => {
    expect(columnProblems(['Date', 'Books'], ['date', 'b'], books, words)).toEqual([
      'No column is matched to the week',
    ])
    const columns = { date: 0, time: null, opponent: 1, venue: null, statistics: [] }
    expect(readRow(['2026-09-12', ''], 2, ['Date', 'Week'], columns, words)).toEqual({
      line: 2,
      reason: 'the week is missing',
    })
  })
})

describe('the problems of a column mapping in a results file', () => {
  it.each<[string, string, string[]]>([
    ['date,opponent,goals', 'date,opponent,g', []],
    ['date,opponent,goals,,', 'date,opponent,g,ignore,ignore', []],
    [
      'a,b',
      'ignore,ignore',
      [
        'No column is matched to the date',
        'No column is matched to the opponent',
        'No column is matched to a statistic of this campaign',
      ],
    ],
    ['date,opponent,goals,Goals', 'date,opponent,g,ignore', ['Two columns have the name "goals"']],
    ['date,day,opponent,goals', 'date,date,opponent,g', ['Two columns are matched to the date']],
    ['date,opponent,a,b', 'date,opponent,g,g', ['Two columns count the same statistic: Goals']],
  ])('%s as %s', (headers, meanings, problems) => {
    expect(columnProblems(headers.split(','), meanings.split(','), STATISTICS)).toEqual(problems)
  })
})

it.each([
  ['2026-09-12', '2026-09-12'],
  ['9/12/2026', '2026-09-12'],
  ['09/02/26', '2026-09-02'],
  ['13/9/2026', null],
  ['2/30/2026', null],
  ['Sep 12', null],
])('the day %s in a results file is read as %s', (text, day) => {
  expect(readDay(text)).toBe(day)
})

it.each([
  ['19:30', '19:30'],
  ['7:30 PM', '19:30'],
  ['7:30p', '19:30'],
  ['12:05 a.m.', '00:05'],
  ['12:05 pm', '12:05'],
  ['9:00:00', '09:00'],
  ['13:00 PM', null],
  ['24:00', null],
  ['7:30m', null],
  ['noon', null],
])('the time %s in a results file is read as %s', (text, time) => {
  expect(readTime(text)).toBe(time)
})

it('a row of a results file is read by the meaning of its columns', () => {
  const headers = ['Where', 'Versus', 'Goals', 'Day']
  const columns = columnsOf(headers, ['venue', 'opponent', 'g', 'date'], new Set(['g']))
  expect(readRow(['A', 'Ridgeview', '3', '9/12/2026'], 2, headers, columns)).toEqual({
    ...{ line: 2, date: '2026-09-12', time: null, opponent: 'Ridgeview', venue: 'away' },
    quantities: [{ statisticId: 'g', quantity: 3 * ONE }],
  })
  expect(readRow(['constructor', 'Ridgeview', '3', '9/12/2026'], 2, headers, columns)).toEqual({
    ...{ line: 2, reason: '"constructor" is not home, away or neutral' },
  })
})
