import { expect, it } from 'vitest'
import type { PaymentMethod } from '../billing/instruments.ts'
import { SPORT } from '../campaigns/vocabulary.ts'
import { cents } from '../money.ts'
import { consentText, loweredConsent } from './consent.ts'

const textOf = (paymentMethod: PaymentMethod) =>
  consentText({
    campaignName: 'Fall Season',
    organizationName: 'Harbor High',
    most: cents(20_000),
    paymentMethod,
    vocabulary: SPORT,
    counts: { from: 'season' },
    lines: [
      { name: 'Goals', type: 'per_increment', rate: cents(200), unitName: 'goal' },
      { name: 'Laps', type: 'per_increment', rate: cents(50), unitName: null },
      { name: 'State title', type: 'per_achievement', rate: cents(5000), unitName: 'title' },
      { name: 'A gift', type: 'one_time', rate: cents(1000), unitName: null },
    ],
  })

it.each([
  ['auto_bill_progress', 'My card is charged as the season progresses, three days after each statement.'],
  ['auto_bill_end', 'My card is charged once, after the season, three days after the statement.'],
  ['check', 'I pay by check after the season, from an invoice.'],
  ['cash', 'I pay in cash after the season, from an invoice.'],
] as const)(
  'the consent text for %s has every line, the maximum and when it is paid (R8)',
  (method, when) => {
    expect(textOf(method)).toBe(
      `I pledge to Harbor High for Fall Season: $2.00 per goal (Goals); $0.50 per unit (Laps); $50.00 if achieved (State title); $10.00 once (A gift). I owe the gift in any case, and pay the rest only for confirmed results of the whole season, and never more than $200.00. ${when}`,
    )
  },
)

it('a lowered maximum is appended to the earlier consent text (R14)', () => {
  expect(loweredConsent('I pledge.', { most: cents(5000), on: '2026-09-01' })).toBe(
    'I pledge. On 2026-09-01 I lowered my maximum: I never pay more than $50.00.',
  )
})
