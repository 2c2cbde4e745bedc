/** Estimate and maximum of a line that counts a part of the season (R58). */
import { expect, it, test } from 'vitest'
import { SPORT } from '../campaigns/vocabulary.ts'
import { partToCome, unitsOfPart } from '../forecast/likely.ts'
import { dollars } from '../money.ts'
import { NONE, ONE, quantity } from '../quantity.ts'
import { changedConsent, consentText, countedWords, loweredConsent } from './consent.ts'
import { agreedMaximum } from './maximum.ts'
import { estimateLine, type PledgeLine, type SeasonPart } from './pledge.ts'
import type { Scope } from './scope.ts'

const line = (part: SeasonPart, figures: Partial<PledgeLine['terms']> = {}): PledgeLine => ({
  rate: dollars('2.00'),
  terms: {
    type: 'per_increment',
    expectedMin: quantity(30 * ONE),
    expectedMax: null,
    expectedTarget: null,
    lastYearResult: quantity(40 * ONE),
    confirmed: NONE,
    part,
    ...figures,
  },
})
const REST = { kind: 'rest', matches: 5, all: 20 } as const
const MATCH = { kind: 'match', all: 20 } as const

test.each([
  ['the matches to come', line(REST), '20.00', '40.00'],
  ['one match', line(MATCH), '4.00', '24.00'],
  ['one match by an expected maximum', line(MATCH, { expectedMax: quantity(50 * ONE) }), '4.00', '16.00'],
  ['the only match', line({ kind: 'match', all: 1 }), '80.00', '160.00'],
  ['a season without a schedule', line({ kind: 'rest', matches: 0, all: 0 }), '80.00', '160.00'],
  ['no match that is left', line({ kind: 'rest', matches: 0, all: 20 }), '2.00', '200.00'],
  ['a statistic without a figure', line(REST, { lastYearResult: null }), '2.00', '200.00'],
])('of %s', (_, given, estimate, most) => {
  expect(estimateLine(given)).toBe(dollars(estimate))
  expect(agreedMaximum([given], null)).toBe(dollars(most))
})

const HERE = 'here'
const THERE = 'there'
const open = [
  { id: HERE, at: 2_000 },
  { id: THERE, at: 3_000 },
  { id: 'later', at: 4_000 },
]
const scope = (of: Partial<Scope>): Scope => ({ from: null, until: null, eventId: null, ...of })

test.each<[string, Partial<Scope>, number, number]>([
  ['from now on', { from: 2_500 }, 2, 3],
  ['from now on, with a match that had begun early', { from: 2_500, fromKnown: [THERE] }, 1, 3],
  ['until it was stopped while a match was on', { until: 2_500 }, 1, 3],
  ['one match', { from: 1_000, eventId: THERE }, 1, 3],
  ['one match that was played', { from: 1_000, eventId: 'gone' }, 0, 3],
])('of what is to come, a line %s counts its share by the matches to come (R9, R58)', (_, of, parts, all) => {
  expect(partToCome(open, { type: 'per_increment', scope: scope(of) })).toEqual({ parts, all })
})

test('without matches to come, and for an achievement, an open line counts all of it (R58)', () => {
  const achievement = (of: Partial<Scope>) => partToCome(open, { type: 'per_achievement', scope: scope(of) })
  expect(achievement({ from: 2_500 })).toEqual({ parts: 1, all: 1 })
  expect(achievement({ until: 2_500 })).toEqual({ parts: 0, all: 1 })
  const units = (of: Partial<Scope>) => partToCome([], { type: 'per_increment', scope: scope(of) })
  expect(units({ from: 2_500 })).toEqual({ parts: 1, all: 1 })
  expect(units({ until: 2_500 })).toEqual({ parts: 0, all: 1 })
  expect(units({ eventId: HERE })).toEqual({ parts: 0, all: 1 })
})

test('a part keeps what it has counted, whatever is to come', () => {
  const part = { counted: quantity(3 * ONE), confirmed: quantity(20 * ONE), parts: 1, all: 4 }
  expect(unitsOfPart(part, quantity(30 * ONE))).toBe(5.5 * ONE)
  expect(unitsOfPart(part, quantity(10 * ONE))).toBe(3 * ONE)
})

it('names in the agreed text what counts, and each change', () => {
  const at = new Date('2026-10-03T23:02:00Z')
  const timeZone = 'America/New_York'
  const count = { kind: 'count', words: SPORT } as const
  expect(countedWords({ from: 'now', at, timeZone }, count).replaceAll('\u202f', ' ')).toBe(
    'of matches that start after October 3, 2026 at 7:02 PM EDT',
  )
  expect(countedWords({ from: 'match', name: 'vs. Bay', at, timeZone }, count)).toBe(
    'of vs. Bay on October 3, 2026',
  )
  const reading = { ...SPORT, match: 'week', matches: 'weeks', season: 'term', team: 'school' }
  expect(countedWords({ from: 'now', at, timeZone }, { ...count, words: reading })).toMatch(
    /^of weeks that start after October 3, 2026/,
  )
  const text = consentText({
    campaignName: 'Books',
    organizationName: 'Harbor',
    lines: [],
    most: dollars('40.00'),
    paymentMethod: 'check',
    vocabulary: reading,
    counts: { from: 'match', name: 'Team Season Match', at, timeZone },
  })
  // A name stays as it was typed.
  expect(text).toContain('of Team Season Match on October 3, 2026')
  const changed = changedConsent('I pledge.', {
    what: 'stopped Goals',
    most: dollars('40.00'),
    at,
    timeZone: 'America/New_York',
  })
  expect(changed).toBe(
    'I pledge. On October 3, 2026 I stopped Goals. I still owe what was earned before, and never pay more than $40.00.',
  )
  const lowered = loweredConsent(changed, { most: dollars('30.00'), on: 'October 4, 2026' })
  expect(loweredConsent(lowered, { most: dollars('20.00'), on: 'October 5, 2026' })).toBe(
    `${changed} On October 5, 2026 I lowered my maximum: I never pay more than $20.00.`,
  )
})
