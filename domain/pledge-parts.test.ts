/** Estimate and maximum of a line that counts a part of the season (R58). */
import { expect, it, test } from 'vitest'
import { changedConsent, consentText, countedWords, loweredConsent } from './consent.ts'
import { dollars } from './money.ts'
import { agreedMaximum, estimateLine, type PledgeLine, quotePledge, type SeasonPart } from './pledge.ts'
import { NONE, quantity } from './quantity.ts'
import { SPORT } from './vocabulary.ts'

const line = (part: SeasonPart, figures: Partial<PledgeLine['terms']> = {}): PledgeLine => ({
  rate: dollars('2.00'),
  terms: {
    ...{ type: 'per_increment', expectedMin: quantity(3_000), expectedMax: null, expectedTarget: null },
    ...{ lastYearResult: quantity(4_000), confirmed: NONE, part },
    ...figures,
  },
})
const REST = { kind: 'rest', matches: 5, all: 20 } as const
const MATCH = { kind: 'match', all: 20 } as const

test.each([
  ['the matches to come', line(REST), '20.00', '40.00'],
  ['one match', line(MATCH), '4.00', '24.00'],
  ['one match by an expected maximum', line(MATCH, { expectedMax: quantity(5_000) }), '4.00', '16.00'],
  ['the only match', line({ kind: 'match', all: 1 }), '80.00', '160.00'],
  ['a season without a schedule', line({ kind: 'rest', matches: 0, all: 0 }), '80.00', '160.00'],
  ['no match that is left', line({ kind: 'rest', matches: 0, all: 20 }), '2.00', '200.00'],
  ['a statistic without a figure', line(REST, { lastYearResult: null }), '2.00', '200.00'],
])('of %s', (_, given, estimate, most) => {
  expect(estimateLine(given)).toBe(dollars(estimate))
  expect(agreedMaximum([given], null)).toBe(dollars(most))
})

it('expects no minimum of a part', () => {
  expect(quotePledge([line(REST)], null)).toMatchObject({ low: 0, alreadyEarned: 0 })
})

it('names in the agreed text what counts, and each change', () => {
  const at = new Date('2026-10-03T23:02:00Z')
  expect(
    countedWords({ from: 'now', at, vocabulary: SPORT }, 'America/New_York').replaceAll('\u202f', ' '),
  ).toBe('of matches that start after October 3, 2026 at 7:02 PM EDT')
  expect(countedWords({ from: 'match', name: 'vs. Bay', at }, 'America/New_York')).toBe(
    'of vs. Bay on October 3, 2026',
  )
  const reading = { ...SPORT, match: 'week', matches: 'weeks', season: 'term', team: 'school' }
  expect(countedWords({ from: 'now', at, vocabulary: reading }, 'America/New_York')).toMatch(
    /^of weeks that start after October 3, 2026/,
  )
  const counted = countedWords({ from: 'match', name: 'Team Season Match', at }, 'America/New_York')
  const text = consentText({
    ...{ campaignName: 'Books', organizationName: 'Harbor', lines: [], most: dollars('40.00') },
    ...{ paymentMethod: 'check', vocabulary: reading, counted },
  })
  // A name stays as it was typed.
  expect(text).toContain('of Team Season Match on October 3, 2026')
  const changed = changedConsent('I pledge.', {
    ...{ what: 'stopped Goals', most: dollars('40.00'), at, timeZone: 'America/New_York' },
  })
  expect(changed).toBe(
    'I pledge. On October 3, 2026 I stopped Goals. What was earned before stays, and I never pay more than $40.00.',
  )
  const lowered = loweredConsent(changed, { most: dollars('30.00'), on: 'October 4, 2026' })
  expect(loweredConsent(lowered, { most: dollars('20.00'), on: 'October 5, 2026' })).toBe(
    `${changed} On October 5, 2026 I lowered my maximum: I never pay more than $20.00.`,
  )
})
