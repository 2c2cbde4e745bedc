/** The amounts of a pledge match the examples of the rulebook (R3, R7, R8, R9, R13). */

import { describe, expect, it } from 'vitest'
import { type Cents, dollars, formatUsd, split, timesQuantity } from '../money.ts'
import { NONE, parseQuantity } from '../quantity.ts'
import type { StatisticType } from '../season/statistic-types.ts'
import { agreedMaximum } from './maximum.ts'
import {
  estimateAtTarget,
  estimateLine,
  expectedAmount,
  isUnusualRate,
  type PledgeLine,
  pledgeType,
  type StatisticTerms,
} from './pledge.ts'

const UNKNOWN: StatisticTerms = {
  type: 'per_increment',
  confirmed: NONE,
  expectedMin: null,
  expectedMax: null,
  expectedTarget: null,
  lastYearResult: null,
}
const line = (rate: string, terms: Partial<StatisticTerms> = {}): PledgeLine => ({
  rate: dollars(rate),
  terms: { ...UNKNOWN, ...terms },
})
const units = (count: number) => parseQuantity(count) ?? NONE
const usd = (amount: Cents) => formatUsd(amount)

describe('rounding (R3)', () => {
  it('rounds half a cent up', () =>
    expect(usd(timesQuantity(dollars('0.05'), units(2.5) ?? NONE))).toBe('$0.13'))

  it('gives the leftover cent of a split to the first of equal parts', () => {
    const third = dollars('1.00')
    expect(split(dollars('10.00'), [third, third, third]).map(usd)).toEqual(['$3.34', '$3.33', '$3.33'])
  })
})

describe('the estimate (R7)', () => {
  it('is rate × last year’s result', () =>
    expect(usd(estimateLine(line('2.00', { lastYearResult: units(68) })))).toBe('$136.00'))

  it.each([null, NONE])('is the rate if last year’s result is %j', (lastYearResult) =>
    expect(usd(estimateLine(line('2.00', { lastYearResult, expectedTarget: units(90) })))).toBe('$2.00'),
  )

  it.each<StatisticType>(['per_achievement', 'one_time'])('of %s is the rate', (type) =>
    expect(usd(estimateLine(line('50.00', { type, lastYearResult: units(68) })))).toBe('$50.00'),
  )

  it('is rate × target on the pledge-card page (R49)', () =>
    expect(usd(estimateAtTarget(line('2.00', { expectedTarget: units(90) })))).toBe('$180.00'))
})

describe('the agreed maximum (R8)', () => {
  const title = line('50.00', { type: 'per_achievement' })
  it.each<[string, Partial<StatisticTerms>, string]>([
    ['the expected maximum', { expectedMax: units(90), expectedTarget: units(70) }, '$140.00'],
    ['twice the target', { expectedTarget: units(70), lastYearResult: units(68) }, '$190.00'],
    ['twice last year', { expectedMax: NONE, expectedTarget: NONE, lastYearResult: units(68) }, '$186.00'],
    ['the suggested cap if nothing is known', {}, '$200.00'],
  ])('goes by %s if the supporter set no cap', (_, terms, most) =>
    expect(usd(agreedMaximum([line('1.00', terms), title], null))).toBe(most),
  )

  it('is the cap if the supporter set one', () =>
    expect(usd(agreedMaximum([line('1.00', { expectedMax: units(90) }), title], dollars('75.00')))).toBe(
      '$75.00',
    ))
})

it('a rate above ten times the largest preset is unusual (R8)', () => {
  const presets = [dollars('1.00'), dollars('2.00'), dollars('5.00')]
  expect(['50.00', '50.01'].map((rate) => isUnusualRate(dollars(rate), presets))).toEqual([false, true])
})

it.each([
  ['what is likely, be it less than last year', 50, 20, '500.00', '$100.00'],
  ['the earned amount once that is more', 50, 60, '500.00', '$120.00'],
  ['at most the agreed maximum', 50, 60, '100.00', '$100.00'],
])('expected is %s (R9)', (_, likely, confirmed, most, expected) => {
  const { rate, terms } = line('2.00', { lastYearResult: units(68), confirmed: units(confirmed) })
  const likelyLine = { rate, terms: { ...terms, likely: units(likely) } }
  expect(usd(expectedAmount([likelyLine], dollars(most)))).toBe(expected)
})

it.each<[StatisticType[], string]>([
  [['per_increment', 'per_increment'], 'per-performance'],
  [['per_achievement'], 'achievement-based'],
  [['one_time'], 'one-time'],
  [['per_increment', 'one_time'], 'mixed'],
])('the pledge type of %j is %s (R13)', (types, name) => expect(pledgeType(types)).toBe(name))
