import { expect, test } from 'vitest'
import { PAYMENT_METHOD_RULES } from '../billing/instruments.ts'
import { vocabularyOf } from '../campaigns/proposed-vocabulary.ts'
import { SPORT } from '../campaigns/vocabulary.ts'
import { dollars } from '../money.ts'
import { consentText } from './consent.ts'
import { pledgeKind } from './pledge-kind.ts'

const GOALS = { name: 'Goals', type: 'per_increment', rate: dollars('2.00'), unitName: 'goal' } as const
const TITLE = {
  name: 'State title',
  type: 'per_achievement',
  rate: dollars('50.00'),
  unitName: null,
} as const
const GIFT = { name: 'A gift', type: 'one_time', rate: dollars('25.00'), unitName: null } as const
const at = new Date('2026-10-03T23:02:00Z')
const timeZone = 'America/New_York'
const SEASON = { from: 'season' } as const
const NOW = { from: 'now', at, timeZone } as const
const BAY = { from: 'match', name: 'vs. Bay', at, timeZone } as const

/** What a supporter reads and agrees to, by what the pledge is made of (R8, R13, R58). */
test.each([
  [[GOALS], SEASON, 'count'],
  [[GOALS], BAY, 'match'],
  [[TITLE], NOW, 'achievement'],
  [[GIFT], SEASON, 'gift'],
  [[GOALS, TITLE], SEASON, 'mixed'],
] as const)('a pledge is of its own kind (R13) (%#)', (lines, { from }, kind) => {
  expect(
    pledgeKind(
      lines.map(({ type }) => type),
      from,
    ),
  ).toBe(kind)
})

test.each([
  [[GOALS], SEASON, 'I pay only for confirmed results of the whole season, and never more than $99.00.'],
  [
    [GOALS],
    NOW,
    'I pay only for confirmed results of matches that start after October 3, 2026 at 7:02 PM EDT, and never more than $99.00.',
  ],
  [
    [GOALS],
    BAY,
    'I pay only for confirmed results of vs. Bay on October 3, 2026, and never more than $99.00.',
  ],
  [[TITLE], SEASON, 'I owe this only if it is confirmed, and never more than $99.00.'],
  [
    [TITLE, TITLE],
    NOW,
    'I owe each only if it is confirmed after October 3, 2026 at 7:02 PM EDT, and never more than $99.00.',
  ],
  [[GIFT], SEASON, 'I owe this whatever the results are, and never more than $99.00.'],
  [
    [GOALS, GIFT],
    SEASON,
    'I owe the gift in any case, and pay the rest only for confirmed results of the whole season, and never more than $99.00.',
  ],
] as const)('a supporter agrees to what their kind of pledge is (%#)', (lines, counts, sentence) => {
  const text = consentText({
    campaignName: 'Fall',
    organizationName: 'Harbor',
    lines,
    most: dollars('99.00'),
    counts,
    paymentMethod: 'auto_bill_end',
    vocabulary: SPORT,
  })
  expect(text.replaceAll('\u202f', ' ')).toContain(` ${sentence} My card`)
})

test('a gift is not billed after a season of matches, and its statement lists none', () => {
  const gift = { kind: 'gift', words: vocabularyOf('food', 'community') } as const
  for (const { billing, consent, review } of Object.values(PAYMENT_METHOD_RULES))
    expect([billing(gift), consent(gift), review('Visa', gift)].join(' ')).not.toMatch(/drive|deliver|every/)
})
