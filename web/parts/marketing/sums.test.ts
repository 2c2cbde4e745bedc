import { expect, test } from 'vitest'
import { COMMISSION_BASIS_POINTS } from '#domain/billing/commission.ts'
import { add, dollars, formatUsd, sum } from '#domain/money.ts'
import { brand } from '#web/content/brand.ts'
import { howItWorks } from '#web/content/how-it-works.ts'
import { landing } from '#web/content/landing.ts'
import { pricing } from '#web/content/pricing.ts'
import { stories } from '#web/content/stories.ts'
import { collectedIn, estimateOf, instalmentsOf, playSeason, rateTimes, sharesOf } from './sums.ts'

test('the two shares on the pricing page add up to the whole at the stated commission (R4)', () => {
  expect(brand.commissionPercent * 100).toBe(COMMISSION_BASIS_POINTS)
  expect(sharesOf(dollars('40000.00'))).toEqual({ yours: dollars('30000.00'), ours: dollars('10000.00') })
  for (const amount of ['0.00', '0.01', '0.02', '8050.01', ...pricing.table.collected]) {
    const { yours, ours } = sharesOf(dollars(amount))
    expect(add(yours, ours)).toBe(dollars(amount))
  }
})

test('the figures of every success story add up to the cent', () => {
  const figures = stories.items.map((story) => {
    const { yours, ours } = sharesOf(collectedIn(story))
    return [story.id, ...[collectedIn(story), yours, ours].map((amount) => formatUsd(amount))]
  })
  expect(figures).toEqual([
    ['practice-lights', '$15,500.00', '$11,625.00', '$3,875.00'],
    ['read-a-thon', '$12,000.00', '$9,000.00', '$3,000.00'],
    ['dugout-roofs', '$8,050.00', '$6,037.50', '$2,012.50'],
    ['team-bus', '$20,000.00', '$15,000.00', '$5,000.00'],
  ])
})

test('the example season adds up match by match and stops at its maximum', () => {
  const matches = playSeason(howItWorks.example)
  expect(
    matches.map(({ name, result, adds, soFar }) => [name, result, formatUsd(adds), formatUsd(soFar)]),
  ).toEqual([
    ['vs. Ridgeview', '3 goals', '$9.00', '$9.00'],
    ['at Harbor', '1 goal', '$3.00', '$12.00'],
    ['vs. Summit', '5 goals', '$15.00', '$27.00'],
    ['at La Pine', '0 goals', '$0.00', '$27.00'],
    ['vs. Crook County', '4 goals', '$12.00', '$39.00'],
    ['vs. Sisters', '6 goals', '$18.00', '$57.00'],
    ['at Madras', 'Called off', '$0.00', '$57.00'],
    ['vs. Mountain View', '7 goals', '$21.00', '$78.00'],
    ['Conference won', 'Won', '$25.00', '$103.00'],
    ['vs. Redmond', '4 goals', '$7.00', '$110.00'],
  ])
  expect(formatUsd(estimateOf(howItWorks.example))).toBe('$97.00')
})

test('the example season costs the same when charged in progress as when charged once', () => {
  const matches = playSeason(howItWorks.example)
  const instalments = instalmentsOf(matches)
  expect(instalments.map(({ amount }) => formatUsd(amount))).toEqual([
    '$9.00',
    '$18.00',
    '$12.00',
    '$18.00',
    '$21.00',
    '$25.00',
    '$7.00',
  ])
  expect(sum(instalments.map(({ amount }) => amount))).toBe(matches.at(-1)?.soFar)
})

test('the example amounts of the landing page are rate × count', () => {
  const { example, solution } = landing
  expect(formatUsd(rateTimes(example.rate, example.count), 'auto')).toBe('$102')
  expect(solution.pledges.map(({ rate, count }) => formatUsd(rateTimes(rate, count)))).toEqual([
    '$280.00',
    '$240.00',
    '$143.00',
    '$30.00',
  ])
})
