import { expect, it } from 'vitest'
import { dollars, negate, ZERO } from '../money.ts'
import { exceptionsOf, isOutlier, type Reviewed, typicalOf } from './settlement-preview.ts'

const usual: Reviewed = {
  toBill: dollars('20.00'),
  billedBefore: ZERO,
  uncapped: dollars('20.00'),
  most: dollars('100.00'),
}
const of = (change: Partial<Reviewed>) => exceptionsOf({ ...usual, ...change }, dollars('20.00'))

it('an ordinary bill is not an exception, even if it equals its maximum', () => {
  expect(of({})).toEqual([])
  expect(of({ uncapped: dollars('100.00'), toBill: dollars('100.00') })).toEqual([])
  expect(exceptionsOf({ ...usual, toBill: dollars('200.00') }, dollars('100.00'))).toEqual([])
})

it('an exception has every reason that applies', () => {
  expect(of({ toBill: negate(dollars('0.01')) })).toEqual(['decrease'])
  expect(of({ uncapped: dollars('100.01') })).toEqual(['maximum'])
  expect(exceptionsOf({ ...usual, toBill: dollars('200.01') }, dollars('100.00'))).toEqual(['first_large'])
  expect(of({ toBill: dollars('200.00') })).toEqual(['outlier', 'first_large'])
  expect(of({ toBill: dollars('200.00'), billedBefore: dollars('5.00') })).toEqual(['outlier'])
  const all = { toBill: dollars('300.00'), uncapped: dollars('400.00'), most: dollars('300.00') }
  expect(of(all)).toEqual(['outlier', 'maximum', 'first_large'])
})

it('the typical bill is the median of all bills above zero', () => {
  const amounts = (...texts: string[]) => typicalOf(texts.map(dollars))
  expect(amounts()).toBe(ZERO)
  expect(typicalOf([negate(dollars('9.00')), ZERO, dollars('4.00')])).toBe(dollars('4.00'))
  expect(amounts('900.00', '10.00', '20.00')).toBe(dollars('20.00'))
  expect(amounts('10.00', '20.00', '30.00', '40.00')).toBe(dollars('20.00'))
})

it('a bill is an outlier above five times the typical one, and from $50.00 on', () => {
  expect(isOutlier(dollars('100.00'), dollars('20.00'))).toBe(false)
  expect(isOutlier(dollars('100.01'), dollars('20.00'))).toBe(true)
  expect(isOutlier(dollars('49.99'), dollars('1.00'))).toBe(false)
  expect(isOutlier(dollars('50.00'), dollars('1.00'))).toBe(true)
})
