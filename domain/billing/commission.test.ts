import { expect, it } from 'vitest'
import { cents } from '../money.ts'
import { COMMISSION_BASIS_POINTS, commissionChange } from './commission.ts'

it.each([
  [0, 10_000, 2500],
  [1, 1, 1],
  [0, 1, 0],
  [3, -2, -1],
  [10_000, -10_000, -2500],
])('with %j cents collected, a change of %j moves the commission by %j (R4)', (before, change, expected) => {
  expect(commissionChange(cents(before), cents(change), COMMISSION_BASIS_POINTS)).toBe(expected)
})

it('the commission follows the rate that was copied to the campaign (R4)', () => {
  expect(commissionChange(cents(0), cents(10_000), 1000)).toBe(1000)
})
