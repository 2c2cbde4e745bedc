import { describe, expect, it } from 'vitest'
import { cents, ZERO } from '../money.ts'
import { isOutlier, LARGE_FIRST_BILL, mayBeLarge, type Reviewed, standsOut } from './settlement-preview.ts'

const USUAL: Reviewed = { toBill: cents(2000), billedBefore: ZERO, uncapped: cents(2000), most: cents(2000) }
const like = (change: Partial<Reviewed>): Reviewed => ({ ...USUAL, ...change })

describe('a bill is an exception regardless of other bills', () => {
  it.each([
    ['if it is below zero', { toBill: cents(-1) }, true],
    ['if the maximum binds', { uncapped: cents(2001) }, true],
    ['but not if it is zero', { toBill: ZERO }, false],
    ['but not if the maximum is met exactly', {}, false],
  ])('%s', (_, change, expected) => {
    expect(standsOut(like(change))).toBe(expected)
  })
})

describe('a bill can be a large first bill', () => {
  it.each([
    ['from $200', { toBill: LARGE_FIRST_BILL }, true],
    ['but not below $200', { toBill: cents(19_999) }, false],
    ['but not after another bill', { toBill: LARGE_FIRST_BILL, billedBefore: cents(1) }, false],
  ])('%s', (_, change, expected) => {
    expect(mayBeLarge(like(change))).toBe(expected)
  })
})

it('a bill of exactly five times the typical one is not an outlier', () => {
  expect(isOutlier(cents(10_000), cents(2000))).toBe(false)
})
