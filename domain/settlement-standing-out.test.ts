import { describe, expect, it } from 'vitest'
import { cents, ZERO } from './money.ts'
import { isOutlier, LARGE_FIRST_BILL, mayBeLarge, type Reviewed, standsOut } from './settlement-review.ts'

const USUAL: Reviewed = { toBill: cents(2000), billedBefore: ZERO, uncapped: cents(2000), most: cents(2000) }
const like = (change: Partial<Reviewed>): Reviewed => ({ ...USUAL, ...change })

describe('a bill stands out whatever all others are billed', () => {
  it.each([
    ['where it is below zero', { toBill: cents(-1) }, true],
    ['where the maximum binds', { uncapped: cents(2001) }, true],
    ['not where it is nothing', { toBill: ZERO }, false],
    ['not where the maximum is met exactly', {}, false],
  ])('%s', (_, change, expected) => {
    expect(standsOut(like(change))).toBe(expected)
  })
})

describe('a bill may be a large first one', () => {
  it.each([
    ['from $200', { toBill: LARGE_FIRST_BILL }, true],
    ['not below $200', { toBill: cents(19_999) }, false],
    ['not after another bill', { toBill: LARGE_FIRST_BILL, billedBefore: cents(1) }, false],
  ])('%s', (_, change, expected) => {
    expect(mayBeLarge(like(change))).toBe(expected)
  })
})

it('a bill of five times what is usual is no outlier yet', () => {
  expect(isOutlier(cents(10_000), cents(2000))).toBe(false)
})
