import { describe, expect, it } from 'vitest'
import type { Management } from '#domain/schemas/campaign.ts'
import {
  ADD,
  type Count,
  emptiedOf,
  inItsMatch,
  isBegun,
  matchOf,
  moved,
  problemsOf,
  rowsOf,
} from './count.ts'
import { emptyMatch } from './new-match.tsx'

const GOALS = '01a05db4-0510-70cc-821d-be817b5af8ab'
const EVENT = '01a05db4-0510-70cb-af38-14e21df5b2f9'
const SAM = '01a05db4-0510-70cb-af38-14e21df5b2f8'
const ZONE = 'America/New_York'
const count = (change: Partial<Count> = {}): Count => ({
  choice: EVENT,
  added: emptyMatch,
  note: '',
  evidenceUrl: '',
  typed: { [GOALS]: { value: '2', standing: null } },
  ...change,
})
const typed = (value: string, standing: number | null = null) => ({ typed: { [GOALS]: { value, standing } } })

describe('the results sent from the touchline', () => {
  it.each<[string, Count, [string, number | null][]]>([
    ['include a first figure without a current result', count(), [['2', null]]],
    ['include a first zero, which is a result too (R31)', count(typed('0')), [['0', null]]],
    ['include a correction with the current result that was seen', count(typed(' 3 ', 2)), [['3', 2]]],
    ['leave out a figure equal to the current result', count(typed('2', 2)), []],
    [
      'include it where that one was not final',
      count({ typed: { [GOALS]: { value: '2', standing: 2, isOpen: true } } }),
      [['2', 2]],
    ],
    ['leave out an empty plate', count(typed(' ')), []],
    ['leave out an emptied plate', count(typed('', 3)), []],
  ])('%s', (_, given, expected) => {
    expect(rowsOf(given).map(({ quantity, standing }) => [quantity, standing])).toEqual(expected)
  })
})

describe('a touchline count that is checked before it is sent', () => {
  const said = (change: Partial<Count>) => problemsOf(matchOf(count(change), SAM, ZONE))
  const NUMBER = 'Enter a number with at most two decimals, up to 1,000,000'
  it.each<[string, Partial<Count>, Record<string, string>]>([
    ['has no problems if valid', { note: 'Late', evidenceUrl: 'https://video.example/bay' }, {}],
    ['needs at least one result', { typed: {} }, { rows: 'Enter at least one result' }],
    ['refuses a figure below zero', typed('-1'), { [GOALS]: 'The result of a match cannot be below 0' }],
    ['refuses three decimals', typed('1.234'), { [GOALS]: NUMBER }],
    ['refuses a figure above 1,000,000', typed('1000001'), { [GOALS]: NUMBER }],
    ['refuses words', typed('two'), { [GOALS]: NUMBER }],
    [
      'refuses a note above 500 characters',
      { note: 'x'.repeat(501) },
      { note: 'Use at most 500 characters' },
    ],
    ...['http://a.example', 'javascript:alert(1)', 'https://nowhere', 'my notes'].map(
      (evidenceUrl): [string, Partial<Count>, Record<string, string>] => [
        `refuses the link ${evidenceUrl}`,
        { evidenceUrl },
        { evidenceUrl: 'Enter a link that starts with https://' },
      ],
    ),
    ['refuses an added match without a day', { choice: ADD }, { event: 'Start time is required' }],
  ])('%s', (_, change, expected) => {
    expect(said(change)).toEqual(expected)
  })
})

describe('an emptied plate', () => {
  it('does not say whether the result is meant to stay, and is asked about', () => {
    expect(emptiedOf(count(typed('', 3)))).toEqual({
      [GOALS]: 'Enter a number, or 3 to leave the result as it is',
    })
    expect([isBegun(count(typed('', 3))), emptiedOf(count(typed('5', 3)))]).toEqual([true, {}])
  })

  it('is as it was before where there was no result', () => {
    expect([emptiedOf(count(typed(''))), isBegun(count(typed('')))]).toEqual([{}, false])
  })
})

describe('a touchline count of an unscheduled match', () => {
  const bay = {
    id: EVENT,
    name: 'vs. Bay',
    opponent: 'Bay',
    startTime: '2026-09-12T23:00:00Z',
    eventType: 'game',
  }
  const data = { events: [bay], campaign: { timeZone: ZONE } } as unknown as Management
  const added = { ...emptyMatch, opponent: ' bay ', day: '2026-09-12', time: '19:00' }

  it('is for the event of the schedule that starts then', () => {
    expect(inItsMatch(count({ choice: ADD, added }), data).choice).toBe(EVENT)
  })

  it('may be a second game at another time or on another day', () => {
    for (const other of [{ time: '20:30' }, { day: '2026-09-13' }])
      expect(inItsMatch(count({ choice: ADD, added: { ...added, ...other } }), data).choice).toBe(ADD)
  })
})

it('what was counted follows to another match, where nothing of it was seen', () => {
  const given = { ...count(typed('3', 2)), note: 'Late' }
  const there = moved(given, 'other')
  expect([there.choice, there.note, there.typed]).toEqual(['other', 'Late', typed('3').typed])
})
