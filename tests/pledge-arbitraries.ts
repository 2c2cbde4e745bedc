/** Random pledges and results for property tests (fast-check). */
import fc from 'fast-check'
import { cents } from '#domain/money.ts'
import type { AccrualLine, ConfirmedResult } from '#domain/pledges/accrual.ts'
import { ONE, quantity } from '#domain/quantity.ts'

export const amount = (max = 1_000_000) => fc.integer({ min: 0, max }).map(cents)
export const positiveAmount = (max = 1_000_000) => fc.integer({ min: 1, max }).map(cents)
const STATISTICS = ['a', 'b', 'c', 'd']

const line: fc.Arbitrary<AccrualLine> = fc.record({
  statisticId: fc.constantFrom(...STATISTICS),
  type: fc.constantFrom('per_increment' as const, 'per_achievement' as const, 'one_time' as const),
  rate: positiveAmount(),
})
export const lines = fc.uniqueArray(line, {
  selector: ({ statisticId }) => statisticId,
  minLength: 1,
  maxLength: 4,
})

/** Results whose running totals never fall below zero in the order of entry, corrections among them (R17). */
export const results = fc
  .array(
    fc.record({
      statisticId: fc.constantFrom(...STATISTICS),
      match: fc.option(fc.integer({ min: 0, max: 9 }), { nil: null }),
      change: fc.integer({ min: -3 * ONE, max: 9 * ONE }),
    }),
    { maxLength: 40 },
  )
  .map((entries): ConfirmedResult[] => {
    const running = new Map<string, number>()
    return entries.flatMap(({ statisticId, match, change }, index) => {
      const after = (running.get(statisticId) ?? 0) + change
      if (after < 0) return []
      running.set(statisticId, after)
      const id = `r${String(index).padStart(3, '0')}`
      return [
        {
          id,
          statisticId,
          eventId: match === null ? null : `e${match}`,
          at: match === null ? 500 + index : match * 100,
          quantity: quantity(change),
        },
      ]
    })
  })
