/** The recommended amounts of a statistic follow its target and last year's result (R50). */
import { expect, test } from 'vitest'
import { toDecimal } from '../money.ts'
import { parseQuantity } from '../quantity.ts'
import { recommendedAmounts } from './recommended.ts'

const of = (target: number | null, lastYear: number | null = null) =>
  recommendedAmounts(parseQuantity(target), parseQuantity(lastYear)).map(toDecimal)

test('recommended amounts come from the target, otherwise last year’s result, otherwise 1', () => {
  expect(of(50)).toEqual(['1.00', '3.00', '5.00'])
  expect(of(null, 50)).toEqual(of(50))
  expect(of(0, 50)).toEqual(of(50))
  expect(of(null, null)).toEqual(['50.00', '125.00', '250.00'])
})

test('recommended amounts are rounded to 5 cents, 25 cents or a dollar, depending on their size', () => {
  expect(of(120)).toEqual(['0.40', '1.00', '2.00'])
  expect(of(70)).toEqual(['0.70', '1.75', '4.00'])
  expect(of(28)).toEqual(['1.75', '4.00', '9.00'])
  expect(of(34)).toEqual(['1.50', '4.00', '7.00'])
})

test('a recommended amount is never below five cents', () => {
  expect(of(10_000)).toEqual(['0.05', '0.05', '0.05'])
  expect(of(1_000_000)).toEqual(['0.05', '0.05', '0.05'])
})
