import { describe, expect, it } from 'vitest'
import type { Management } from '#domain/schemas/campaign.ts'
import { ADD, type Count, matchOf, problemsOf, rebased, rowsOf } from './count.ts'
import { emptyMatch } from './new-match.tsx'

const [GOALS, EVENT, SAM] = [
  '01a05db4-0510-70cc-821d-be817b5af8ab',
  '01a05db4-0510-70cb-af38-14e21df5b2f9',
  '01a05db4-0510-70cb-af38-14e21df5b2f8',
]
const ZONE = 'America/New_York'
const count = (change: Partial<Count> = {}): Count => ({
  ...{ choice: EVENT, added: emptyMatch, note: '', evidenceUrl: '' },
  typed: { [GOALS]: { value: '2', standing: null } },
  ...change,
})
const typed = (value: string, standing: number | null = null) => ({ typed: { [GOALS]: { value, standing } } })

describe('what is sent', () => {
  it.each<[string, Count, [string, number | null][]]>([
    ['a first figure, with nothing before it', count(), [['2', null]]],
    ['a first zero, which is a result too (R31)', count(typed('0')), [['0', null]]],
    ['a correction, with what was seen', count(typed(' 3 ', 2)), [['3', 2]]],
    ['not what stands already', count(typed('2', 2)), []],
  ])('%s', (_, given, expected) => {
    expect(rowsOf(given).map(({ quantity, standing }) => [quantity, standing])).toEqual(expected)
  })
})

describe('the API’s words, before it is asked', () => {
  const said = (change: Partial<Count>) => problemsOf(matchOf(count(change), SAM, ZONE))
  const NUMBER = 'Enter a number with at most two decimals, up to 1,000,000'
  it.each<[string, Partial<Count>, Record<string, string>]>([
    ['right', { note: 'Late', evidenceUrl: 'https://video.example/bay' }, {}],
    ['nothing', { typed: {} }, { rows: 'Enter at least one result' }],
    ['below zero', typed('-1'), { [GOALS]: 'A match counts 0 or more' }],
    ['three decimals', typed('1.234'), { [GOALS]: NUMBER }],
    ['too many', typed('1000001'), { [GOALS]: NUMBER }],
    ['words', typed('two'), { [GOALS]: NUMBER }],
    ['a long note', { note: 'x'.repeat(501) }, { note: 'Use at most 500 characters' }],
    ...['http://a.example', 'javascript:alert(1)', 'https://nowhere', 'video.example'].map(
      (evidenceUrl): [string, Partial<Count>, Record<string, string>] => [
        `the link ${evidenceUrl}`,
        { evidenceUrl },
        { evidenceUrl: 'Enter a link that starts with https://' },
      ],
    ),
    ['an added match without a day', { choice: ADD }, { event: 'Start time is required' }],
  ])('%s', (_, change, expected) => {
    expect(said(change)).toEqual(expected)
  })
})

describe('once somebody else’s change is known', () => {
  const bay = { id: EVENT, opponent: 'Bay', startTime: '2026-09-12T23:30:00Z' }
  const data = { events: [bay], campaign: { timeZone: ZONE } } as unknown as Management
  const stands = (eventId: string) => (eventId === EVENT ? 3 : null)
  const added = { ...emptyMatch, opponent: ' bay ', day: '2026-09-12', time: '19:00' }

  it('it is a change to what stands now', () => {
    expect(rowsOf(rebased(count(), stands, data))).toMatchObject([{ quantity: '2', standing: 3 }])
    expect(rowsOf(rebased(count(typed('3')), stands, data))).toEqual([])
  })

  it('a match that was added meanwhile is that match', () => {
    expect(rebased(count({ choice: ADD, added }), stands, data).choice).toBe(EVENT)
    const another = { ...added, day: '2026-09-13' }
    expect(rebased(count({ choice: ADD, added: another }), stands, data).choice).toBe(ADD)
  })
})
