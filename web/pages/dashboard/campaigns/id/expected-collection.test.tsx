import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ExpectedCollection } from '#domain/schemas/forecast.ts'
import { isNothingToForecast, LoadedCollection } from './expected-collection.tsx'

const METHOD: ExpectedCollection['methods'][number] = {
  paymentMethod: 'auto_bill_end' as const,
  pledges: 3,
  collectionRate: 9_650,
  likelyCollected: '1158.00',
  amount: { low: '900.00', likely: '1200.00', high: '1500.00' },
  billedFrom: '2026-12-16T04:59:59.999Z',
  chargedFrom: '2026-12-19T04:59:59.999Z',
}
const EXPECTED: ExpectedCollection = {
  campaignId: 'c',
  goal: '10000.00',
  earned: '300.00',
  collected: '0.00',
  shortfall: '8800.00',
  amount: METHOD.amount,
  methods: [
    METHOD,
    { ...METHOD, paymentMethod: 'check', pledges: 1, collectionRate: null, likelyCollected: null },
  ],
}
const shown = (expected: ExpectedCollection) =>
  renderToStaticMarkup(<LoadedCollection expected={expected} timeZone="America/New_York" />)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')

test('an owner reads what will likely come, what is missing, from when, and what share is usually paid (R61)', () => {
  const text = shown(EXPECTED)
  expect(text).toContain('Forecast: not used for billing.')
  expect(text).toContain('Likely $8,800.00 short of the goal of $10,000.00.')
  expect(text).toContain('Billed from Dec 15, 2026, charged from Dec 18, 2026')
  expect(text).toContain('96.5% of what was billed this way was paid: likely $1,158.00 collected.')
  expect(text).toContain('1 pledge Likely billed')
  expect(text).toContain('Too few bills so far')
})

test('a campaign that will likely reach its goal says so', () => {
  expect(shown({ ...EXPECTED, shortfall: '0.00', methods: [] })).toContain('Likely reaches the goal')
})

test('a campaign without supporters, or whose season is over, shows no forecast', () => {
  expect(isNothingToForecast(0, undefined)).toBe(true)
  expect(isNothingToForecast(2, { methods: [] })).toBe(true)
  expect(isNothingToForecast(2, EXPECTED)).toBe(false)
})
