import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cents, dollars, subtract, sum, ZERO } from '../money.ts'
import { statementParts } from './statement-parts.ts'

const NOTHING = { carried: ZERO, waived: ZERO, writtenOff: ZERO, refunded: ZERO, goodwill: ZERO }

it('names what is waived, refunded, lowered or corrected since (R32)', () => {
  const about = { ...NOTHING, accrued: dollars('15.00'), billedBefore: dollars('20.00'), amount: ZERO }
  expect(statementParts({ ...about, refunded: dollars('5.00') })).toEqual([
    { part: 'refunded', amount: dollars('5.00') },
  ])
  expect(statementParts({ ...about, refunded: dollars('3.00') })).toEqual([
    { part: 'refunded', amount: dollars('3.00') },
    { part: 'lowered', amount: dollars('2.00') },
  ])
  expect(statementParts({ ...about, billedBefore: ZERO, amount: dollars('10.00') })).toEqual([
    { part: 'correctedSince', amount: cents(-500) },
  ])
})

it('adds up to the amount, whatever a settlement did', () => {
  const any = fc.integer({ min: -1_000_000, max: 1_000_000 }).map(cents)
  const some = fc.integer({ min: 0, max: 1_000_000 }).map(cents)
  const facts = fc.record({
    accrued: some,
    billedBefore: some,
    amount: some,
    carried: any,
    waived: any,
    writtenOff: any,
    refunded: some,
    goodwill: some,
  })
  fc.assert(
    fc.property(facts, (given) => {
      const parts = statementParts(given).map(({ amount }) => amount)
      expect(sum([subtract(given.accrued, given.billedBefore), ...parts])).toBe(given.amount)
    }),
  )
})
