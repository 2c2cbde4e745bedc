/** Tables and scorebooks of programs that have no format of their own here (R72). */
import { expect, it } from 'vitest'
import { toNumber } from '../quantity.ts'
import { readSeason } from './read.ts'

const SPORT = { match: 'match', matches: 'matches', hasOpponents: true }
const READING = { match: 'week', matches: 'weeks', hasOpponents: false }

function read(text: string, statistics: readonly string[], words = SPORT) {
  const known = {
    timeZone: 'America/Los_Angeles',
    season: { from: '2026-09-01', to: '2026-11-30' },
    words,
    ownNames: ['Harbor Boosters'],
    statistics: statistics.map((name) => ({ id: name, name, unitName: null })),
  }
  const { rows, ...reading } = readSeason(text, known, { columns: {}, answers: {}, leftOut: new Set() })
  const told = rows.map(({ name, start, hasTime, figures }) => [
    name,
    hasTime ? start?.toISOString() : start?.toISOString().slice(0, 10),
    Object.fromEntries(figures.map(({ statisticId, quantity }) => [statisticId, toNumber(quantity)])),
  ])
  return { ...reading, told }
}

it('the answers to a form are read by what its questions ask', () => {
  const text = [
    '"Timestamp","What is your child\'s name?","How many minutes did you read?","Which book?"',
    '"10/5/2026 16:12:33","Maya","20","Dog Man"',
    '"10/5/2026 18:22:01","Liam","35","Holes"',
    '"10/16/2026 07:02:44","Maya","15","Dog Man"',
  ].join('\n')
  expect(read(text, ['Minutes'], READING).told).toEqual([
    ['', '2026-10-05', { Minutes: 55 }],
    ['', '2026-10-16', { Minutes: 15 }],
  ])
})

it('a list of names without a day adds up', () => {
  const { told, skipped } = read(
    'Name;Laps;Sponsor\nMaya;12;Grandma\nLiam;9,5;Uncle\nTotal;21,5;',
    ['Laps'],
    READING,
  )
  expect(told).toEqual([['', undefined, { Laps: 21.5 }]])
  expect(skipped).toMatchObject([{ line: 4 }])
})

it('a practice has the name of its type', () => {
  const text = [
    'Date,Start Time,Event Type,Opponent,Home/Away',
    '2026-09-12,10:00 AM,Game,Bears,vs.',
    '2026-09-15,5:00 PM,Practice,,',
  ].join('\n')
  expect(read(text, ['Goals']).told).toEqual([
    ['vs. Bears', '2026-09-12T17:00:00.000Z', {}],
    ['Practice', '2026-09-16T00:00:00.000Z', {}],
  ])
})

it('a scorebook of baseball has its start and its runs', () => {
  const side = (vh: string, runs: number) =>
    `<team vh="${vh}"><linescore runs="${runs}"/><totals><hitting h="${runs + 4}"/></totals></team>`
  const text = `<?xml version="1.0"?><bsgame><venue visname="Ridgeview" homename="Harbor High" date="9/12/2026" start="4:00 PM"/><status complete="Y"/>${side('V', 3)}${side('H', 5)}</bsgame>`
  expect(read(text, ['Runs', 'Hits', 'Wins']).told).toEqual([
    ['vs. Ridgeview', '2026-09-12T23:00:00.000Z', { Runs: 5, Hits: 9, Wins: 1 }],
  ])
})
