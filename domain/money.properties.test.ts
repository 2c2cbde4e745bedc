/** Amounts, quantities and the commission keep their laws for any input (R1 to R4). */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amount } from '#tests/pledge-arbitraries.ts'
import { commissionChange } from './billing/commission.ts'
import { add, basisPointsOf, cents, parseCents, split, sum, timesQuantity, toDecimal, ZERO } from './money.ts'
import {
  fromNumeric,
  HUNDREDTH,
  LARGEST,
  NONE,
  parseQuantity,
  plus,
  quantity,
  readQuantity,
  thirds,
  toNumber,
  toNumeric,
} from './quantity.ts'

fc.configureGlobal({ numRuns: 400 })

describe('money:', () => {
  test('a split sums exactly, and no part is more than a cent from its share (R3)', () => {
    fc.assert(
      fc.property(
        amount(100_000_000),
        fc.array(amount(), { minLength: 1, maxLength: 12 }),
        (total, weights) => {
          fc.pre(weights.some((weight) => weight > 0))
          const parts = split(total, weights)
          expect(sum(parts)).toBe(total)
          const whole = sum(weights)
          parts.forEach((part, index) => {
            const exact = (Number(total) * Number(weights[index])) / Number(whole)
            expect(Math.abs(part - exact)).toBeLessThan(1.001)
          })
        },
      ),
    )
  })

  test('a split of large amounts is exact: each part is its share rounded down, or one cent more (R3)', () => {
    const LARGEST = 700_000_000_000_000
    fc.assert(
      fc.property(
        amount(LARGEST),
        fc.array(amount(LARGEST), { minLength: 1, maxLength: 12 }),
        (total, weights) => {
          fc.pre(weights.some((weight) => weight > 0))
          const parts = split(total, weights)
          expect(sum(parts)).toBe(total)
          const whole = BigInt(sum(weights))
          const shares = weights.map((weight) => BigInt(total) * BigInt(weight))
          const above = parts.map((part, index) => BigInt(part) - (shares[index] as bigint) / whole)
          expect(above.every((cent) => cent === 0n || cent === 1n)).toBe(true)
          const remainders = (cent: bigint) =>
            shares.map((share) => share % whole).filter((_, at) => above[at] === cent)
          for (const up of remainders(1n)) for (const down of remainders(0n)) expect(up >= down).toBe(true)
        },
      ),
    )
  })

  test('an amount is read back unchanged from its decimal text and from a JSON number (R1)', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_000_00, max: 1_000_000_000_00 }).map(cents), (value) => {
        expect(parseCents(toDecimal(value))).toBe(value)
        expect(parseCents(Number(toDecimal(value)))).toBe(value)
      }),
    )
  })

  test.each(['1.234', '1e3', 'NaN', '', ' ', '1,000', '0x10', '--1', '.5', '1.'])(
    '%j is refused as an amount (R1)',
    (text) => {
      expect(parseCents(text)).toBeNull()
    },
  )

  test('a quantity is read back unchanged from its numeric text and from a JSON number (R2)', () => {
    fc.assert(
      fc.property(fc.integer({ min: -LARGEST, max: LARGEST }).map(quantity), (value) => {
        expect(fromNumeric(toNumeric(value))).toBe(value)
        expect(readQuantity(toNumber(value))).toBe(value)
      }),
    )
  })

  test('a quantity of hundredths is read back unchanged as people type it (R2)', () => {
    const most = LARGEST / HUNDREDTH
    fc.assert(
      fc.property(fc.integer({ min: -most, max: most }), (hundredths) => {
        const value = quantity(hundredths * HUNDREDTH)
        expect(parseQuantity(toNumeric(value))).toBe(value)
      }),
    )
  })

  test('thirds of many matches are billed as their exact sum, also as a sum of decimals (R2, R3)', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 100 }),
        fc.integer({ min: 1, max: 1_000_000 }).map(cents),
        (counts, rate) => {
          const all = counts.reduce((total, count) => total + count, 0)
          const exact = (2n * BigInt(rate) * BigInt(all) + 3n) / 6n
          const total = counts.map(thirds).reduce(plus, NONE)
          expect(BigInt(timesQuantity(rate, total))).toBe(exact)
          // As the database adds them: each third to the millionth.
          const millionths = counts.reduce((sum, count) => sum + Math.round((count * 1_000_000) / 3), 0)
          expect(fromNumeric((millionths / 1_000_000).toFixed(6))).toBe(total)
        },
      ),
    )
  })

  test('commission is exactly its share of what was collected after every change (R4)', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -50_000, max: 200_000 }), { maxLength: 60 }), (changes) => {
        let collected = ZERO
        let commission = ZERO
        for (const raw of changes) {
          const change = cents(Math.max(raw, -collected))
          commission = add(commission, commissionChange(collected, change, 2_500))
          collected = add(collected, change)
          expect(commission).toBe(basisPointsOf(collected, 2_500))
        }
      }),
    )
    expect(basisPointsOf(cents(4_000_000), 2_500)).toBe(1_000_000)
  })
})
