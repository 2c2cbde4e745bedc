import { expect, it } from 'vitest'
import { dollars } from '../money.ts'
import { fromNumeric } from '../quantity.ts'
import { buildSeason, type ConfirmedResult, shareByMoment } from './accrual.ts'
import { shareLines } from './match-shares.ts'

const result = (eventId: string, statisticId: string, quantity: string, at: number): ConfirmedResult => ({
  id: `${eventId}${statisticId}`,
  eventId,
  statisticId,
  at,
  quantity: fromNumeric(quantity),
})
const season = buildSeason([
  result('bay', 'goals', '2', 1),
  result('bay', 'wins', '1', 1),
  result('cove', 'goals', '4', 2),
])
const lines = [
  { statisticId: 'goals', type: 'per_increment', rate: dollars('5.00') },
  { statisticId: 'wins', type: 'per_increment', rate: dollars('10.00') },
] as const
const textsAt = (most: string) =>
  shareByMoment(lines, dollars(most), season).map((share) =>
    shareLines(share, { lines, most: dollars(most), season }).map(({ text }) => text),
  )

it('each match has counts and rates of its own (R10)', () => {
  expect(textsAt('300.00')).toEqual([['2 × $5.00', '1 × $10.00'], ['4 × $5.00']])
})

it('the match that reaches the maximum says what it would have been', () => {
  expect(textsAt('30.00')).toEqual([
    ['2 × $5.00', '1 × $10.00'],
    ['4 × $5.00 = $20.00, limited by your maximum'],
  ])
})

it('thirds are written as people write them (R2)', () => {
  const innings = buildSeason([result('bay', 'goals', '5.666667', 1), result('cove', 'goals', '0.333333', 2)])
  const shares = shareByMoment(lines, dollars('300.00'), innings)
  const texts = shares.map((share) => shareLines(share, { lines, most: dollars('300.00'), season: innings }))
  expect(texts.flat().map(({ text }) => text)).toEqual(['5⅔ × $5.00', '⅓ × $5.00'])
})
