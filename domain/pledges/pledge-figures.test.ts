import { describe, expect, it } from 'vitest'
import { cents, ZERO } from '../money.ts'
import { NONE, ONE, type Quantity, quantity } from '../quantity.ts'
import type { StatisticType } from '../season/statistic-types.ts'
import { agreedMaximum, suggestedCap } from './maximum.ts'
import {
  accruedOnLine,
  estimateAtTarget,
  estimateLine,
  estimatePledge,
  expectedAmount,
  isUnusualRate,
  LARGEST_RATE,
  type LikelyLine,
  type PledgeLine,
  pledgeType,
} from './pledge.ts'
import { quotePledge } from './quote.ts'

type Known = 'expectedMin' | 'expectedMax' | 'expectedTarget' | 'lastYearResult' | 'confirmed'

const units = (count: number): Quantity => quantity(count * ONE)

function line(rate: number, type: StatisticType, known: Partial<Record<Known, number>> = {}): PledgeLine {
  const quantities = Object.entries(known).map(([name, count]) => [name, units(count)])
  return {
    rate: cents(rate),
    terms: {
      type,
      expectedMin: null,
      expectedMax: null,
      expectedTarget: null,
      lastYearResult: null,
      confirmed: NONE,
      ...Object.fromEntries(quantities),
    },
  }
}
const perGoal = (rate: number, known?: Partial<Record<Known, number>>) => line(rate, 'per_increment', known)

describe('the estimate (R7)', () => {
  it('per increment is rate × last year’s result', () => {
    expect(estimateLine(perGoal(200, { lastYearResult: 68 }))).toBe(13_600)
  })

  it.each([{}, { lastYearResult: 0 }, { expectedTarget: 40 }])(
    'per increment is the rate alone if last year’s result is unknown or zero: %j',
    (known) => {
      expect(estimateLine(perGoal(200, known))).toBe(200)
    },
  )

  it.each(['per_achievement', 'one_time'] as const)(
    '%s is the rate, whatever last year’s result was',
    (type) => {
      expect(estimateLine(line(5000, type, { lastYearResult: 3 }))).toBe(5000)
    },
  )

  it('of a pledge is the sum of its lines', () => {
    expect(estimatePledge([perGoal(200, { lastYearResult: 68 }), line(5000, 'one_time')])).toBe(18_600)
  })
})

describe('the estimate at the target (R49)', () => {
  it('per increment is rate × target', () => {
    expect(estimateAtTarget(perGoal(200, { expectedTarget: 40, lastYearResult: 68 }))).toBe(8000)
  })

  it.each([{}, { expectedTarget: 0 }])('is the rate without a target: %j', (known) => {
    expect(estimateAtTarget(perGoal(200, known))).toBe(200)
  })

  it.each(['per_achievement', 'one_time'] as const)('%s is the rate, whatever the target', (type) => {
    expect(estimateAtTarget(line(5000, type, { expectedTarget: 3 }))).toBe(5000)
  })
})

it.each([
  [0, 20_000],
  [13_333, 20_000],
  [13_334, 20_001],
  [100_000, 150_000],
])('the suggested cap for an estimate of %j cents is %j cents', (estimate, cap) => {
  expect(suggestedCap(cents(estimate))).toBe(cap)
})

describe('the agreed maximum (R8)', () => {
  const maxOf = (...lines: PledgeLine[]) => agreedMaximum(lines, null)

  it('is the supporter’s own cap, whatever the lines could reach', () => {
    const lines = [perGoal(200, { expectedMax: 100 })]
    expect(agreedMaximum(lines, cents(5000))).toBe(5000)
    expect(agreedMaximum(lines, ZERO)).toBe(0)
  })

  it.each([
    ['the expected maximum', { expectedMax: 100, expectedTarget: 60, lastYearResult: 68 }, 20_000],
    ['twice the target', { expectedTarget: 60, lastYearResult: 68 }, 24_000],
    ['twice last year’s result', { lastYearResult: 68 }, 27_200],
  ])('per increment goes by %s if that is the best figure known', (_, known, expected) => {
    expect(maxOf(perGoal(200, known))).toBe(expected)
  })

  it('treats figures of zero as unknown', () => {
    expect(maxOf(perGoal(200, { expectedMax: 0, expectedTarget: 0, lastYearResult: 68 }))).toBe(27_200)
    expect(maxOf(perGoal(200, { expectedMax: 0, expectedTarget: 10 }))).toBe(4000)
  })

  it('is at least the suggested cap if nothing is known', () => {
    expect(maxOf(perGoal(200))).toBe(20_000)
    expect(maxOf(perGoal(200, { expectedMax: 0, expectedTarget: 0, lastYearResult: 0 }))).toBe(20_000)
  })

  it('is at least the suggested cap of the whole pledge if one line is unknown', () => {
    expect(maxOf(perGoal(200), perGoal(100, { lastYearResult: 10 }))).toBe(20_000)
    expect(maxOf(perGoal(30_000), line(5000, 'one_time'))).toBe(52_500)
  })

  it('is the sum of the lines if one is unknown and the sum is above the suggested cap', () => {
    expect(maxOf(perGoal(200), perGoal(1000, { expectedMax: 100 }))).toBe(100_200)
  })

  it('can be below the suggested cap if every line is known', () => {
    expect(maxOf(perGoal(200, { expectedMax: 10 }), line(500, 'one_time'))).toBe(2500)
  })

  it.each(['per_achievement', 'one_time'] as const)('%s adds its rate', (type) => {
    expect(maxOf(line(5000, type, { expectedMax: 4, expectedTarget: 3, lastYearResult: 3 }))).toBe(5000)
  })
})

describe('the amount accrued on a pledge line (R6)', () => {
  it.each(['per_increment', 'per_achievement'] as const)('%s is rate × confirmed units', (type) => {
    expect(accruedOnLine(line(200, type, { confirmed: 3 }))).toBe(600)
    expect(accruedOnLine(line(200, type))).toBe(0)
  })

  it('a one-time gift is its rate from the start', () => {
    expect(accruedOnLine(line(200, 'one_time'))).toBe(200)
    expect(accruedOnLine(line(200, 'one_time', { confirmed: 3 }))).toBe(200)
  })
})

const likely = ({ rate, terms }: PledgeLine, units: number): LikelyLine => ({
  rate,
  terms: { ...terms, likely: quantity(units * ONE) },
})

it.each([
  [1, 2, 1000, 200],
  [2, 1, 1000, 200],
  [2, 1, 150, 150],
  [1, 2, 150, 150],
])('with %j units likely, %j confirmed and a maximum of %j, %j is expected (R9)', (...of) => {
  const [units, confirmed, max, expected] = of
  const one = likely(perGoal(100, { confirmed, lastYearResult: 9 }), units)
  expect(expectedAmount([one], cents(max))).toBe(expected)
})

it('a gift is expected in full, whatever is likely (R9)', () => {
  expect(expectedAmount([likely(line(2500, 'one_time'), 0)], cents(9000))).toBe(2500)
})

describe('the quote of a pledge (R8)', () => {
  const lines = [
    likely(perGoal(200, { expectedMin: 20, expectedMax: 100, lastYearResult: 68, confirmed: 5 }), 61),
    likely(line(5000, 'one_time'), 0),
    likely(line(1000, 'per_achievement'), 1),
  ]

  it('has the estimate at last year’s result, earned, what is likely, maximum and suggested cap', () => {
    expect(quotePledge(lines, null)).toEqual({
      estimate: 19_600,
      alreadyEarned: 6000,
      likely: 18_200,
      most: 26_000,
      mostWithoutCap: 26_000,
      suggestedCap: 29_400,
    })
  })

  it('keeps every figure within the cap, except the estimate and the suggested cap', () => {
    expect(quotePledge(lines, cents(5500))).toEqual({
      estimate: 19_600,
      alreadyEarned: 5500,
      likely: 5500,
      most: 5500,
      mostWithoutCap: 26_000,
      suggestedCap: 29_400,
    })
  })

  it('has the earned amount as likely if it exceeds what was', () => {
    const more = likely(perGoal(200, { expectedMax: 100, confirmed: 5 }), 3)
    expect(quotePledge([more], null).likely).toBe(1000)
  })
})

it.each<[StatisticType[], string]>([
  [['per_increment', 'per_increment'], 'per-performance'],
  [['per_achievement', 'per_achievement'], 'achievement-based'],
  [['one_time', 'one_time'], 'one-time'],
  [['per_increment', 'one_time'], 'mixed'],
  [['per_achievement', 'per_increment'], 'mixed'],
  [['one_time', 'per_achievement'], 'mixed'],
])('a pledge on %j is called %s (R13)', (types, name) => {
  expect(pledgeType(types)).toBe(name)
})

describe('an unusual rate (R8)', () => {
  const presets = [100, 500, 200].map(cents)

  it('is more than ten times the largest preset', () => {
    expect(isUnusualRate(cents(5000), presets)).toBe(false)
    expect(isUnusualRate(cents(5001), presets)).toBe(true)
  })

  it('does not exist without presets, or if all are zero', () => {
    expect(isUnusualRate(LARGEST_RATE, [])).toBe(false)
    expect(isUnusualRate(LARGEST_RATE, [ZERO])).toBe(false)
  })
})

it('the largest rate is $10,000', () => {
  expect(LARGEST_RATE).toBe(1_000_000)
})
