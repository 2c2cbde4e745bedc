import { expect, it } from 'vitest'
import { parseQuantity } from '#domain/quantity.ts'
import { expectedProblems, lowMaximum } from './statistic-drawer.tsx'

const problems = (expectedMin: number | null, expectedTarget: number | null, expectedMax: number | null) =>
  expectedProblems({ expectedMin, expectedTarget, expectedMax }).map(({ field, message }) => [field, message])

it('a minimum above the target and a maximum below it are named at their own fields', () => {
  expect(problems(40, 30, 20)).toEqual([
    ['expectedMin', 'The minimum is above the target'],
    ['expectedMax', 'The maximum is below the target'],
  ])
})

it('without a target the minimum is compared with the maximum', () => {
  expect(problems(40, null, 20)).toEqual([['expectedMax', 'The maximum is below the minimum']])
})

it('equal figures, zeros and figures that are left out are in order', () => {
  for (const [min, target, max] of [
    [5, 5, 5],
    [0, null, null],
    [null, 30, null],
    [null, null, 20],
    [0, 0, 0],
  ] as const)
    expect(problems(min, target, max)).toEqual([])
})

it('a maximum below last year’s result is pointed out', () => {
  const hint = (maximum: string, lastYear: string) =>
    lowMaximum(parseQuantity(maximum), parseQuantity(lastYear))
  expect(hint('55', '70')).toBe('Below last year’s result: new pledges without a cap pay for at most 55.')
  // 0 counts as not set (R8).
  for (const [maximum, lastYear] of [
    ['70', '70'],
    ['', '70'],
    ['0', '70'],
    ['55', ''],
  ] as const)
    expect(hint(maximum, lastYear)).toBeNull()
})
