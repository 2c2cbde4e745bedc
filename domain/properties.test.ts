import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AccrualLine, accrueLines, buildSeason, type ConfirmedResult, shareByMoment } from './accrual.ts'
import { commissionChange } from './commission.ts'
import {
  add,
  basisPointsOf,
  type Cents,
  cents,
  minimum,
  parseCents,
  split,
  subtract,
  sum,
  timesQuantity,
  toDecimal,
  ZERO,
} from './money.ts'
import { agreedMaximum, estimatePledge, type PledgeLine, quotePledge } from './pledge.ts'
import { fromNumeric, parseQuantity, quantity, toNumeric } from './quantity.ts'
import { billed, type Position, resolve, SMALLEST_PROGRESS_BILL, type Step } from './settlement.ts'

fc.configureGlobal({ numRuns: 400 })

const amount = (most = 1_000_000) => fc.integer({ min: 0, max: most }).map(cents)
const positiveAmount = (most = 1_000_000) => fc.integer({ min: 1, max: most }).map(cents)
const counted = fc.integer({ min: 0, max: 500_000 }).map(quantity)
const maybeCounted = fc.option(counted, { nil: null })
const STATISTICS = ['a', 'b', 'c', 'd']

const line: fc.Arbitrary<AccrualLine> = fc.record({
  statisticId: fc.constantFrom(...STATISTICS),
  type: fc.constantFrom('per_increment' as const, 'per_achievement' as const, 'one_time' as const),
  rate: positiveAmount(),
})
const lines = fc.uniqueArray(line, { selector: ({ statisticId }) => statisticId, minLength: 1, maxLength: 4 })

/** Results whose running totals never fall below zero in the order of entry, corrections among them (R17). */
const results = fc
  .array(
    fc.record({
      statisticId: fc.constantFrom(...STATISTICS),
      match: fc.option(fc.integer({ min: 0, max: 9 }), { nil: null }),
      change: fc.integer({ min: -300, max: 900 }),
    }),
    { maxLength: 40 },
  )
  .map((entries): ConfirmedResult[] => {
    const running = new Map<string, number>()
    return entries.flatMap(({ statisticId, match, change }, index) => {
      const after = (running.get(statisticId) ?? 0) + change
      if (after < 0) return []
      running.set(statisticId, after)
      const id = `r${String(index).padStart(3, '0')}`
      return [
        {
          id,
          statisticId,
          eventId: match === null ? null : `e${match}`,
          at: match === null ? 500 + index : match * 100,
          quantity: quantity(change),
        },
      ]
    })
  })

const pledgeLine: fc.Arbitrary<PledgeLine> = fc.record({
  rate: positiveAmount(),
  terms: fc.record({
    type: fc.constantFrom('per_increment' as const, 'per_achievement' as const, 'one_time' as const),
    expectedMin: maybeCounted,
    expectedMax: maybeCounted,
    expectedTarget: maybeCounted,
    lastYearResult: maybeCounted,
    confirmed: counted,
  }),
})

describe('money', () => {
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

  test('a quantity is read back unchanged from its numeric text (R2)', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100_000_000, max: 100_000_000 }).map(quantity), (value) => {
        expect(fromNumeric(toNumeric(value))).toBe(value)
        expect(parseQuantity(toNumeric(value))).toBe(value)
      }),
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

describe('accrual', () => {
  test('the total is the maximum if the lines come to more, and their sum otherwise (R9, R10)', () => {
    fc.assert(
      fc.property(lines, positiveAmount(3_000_000), results, (chosen, most, entries) => {
        const season = buildSeason(entries)
        const settled = accrueLines(chosen, most, season)
        const free = chosen.map((one) =>
          one.type === 'one_time'
            ? one.rate
            : timesQuantity(one.rate, season.totals.get(one.statisticId) ?? quantity(0)),
        )
        expect(sum(settled)).toBe(minimum(most, sum(free)))
        settled.forEach((part, index) => {
          expect(part).toBeGreaterThanOrEqual(0)
          expect(part).toBeLessThanOrEqual(free[index] as Cents)
        })
      }),
    )
  })

  test('the match shares add up to what accrued, and no running total exceeds the maximum (R10)', () => {
    fc.assert(
      fc.property(lines, positiveAmount(3_000_000), results, (chosen, most, entries) => {
        const season = buildSeason(entries)
        const shares = shareByMoment(chosen, most, season)
        expect(sum(shares.map(({ total }) => total))).toBe(sum(accrueLines(chosen, most, season)))
        for (const share of shares) expect(share.running).toBeLessThanOrEqual(most)
        chosen.forEach((_, index) => {
          expect(sum(shares.map(({ amounts }) => amounts[index] as Cents))).toBe(
            accrueLines(chosen, most, season)[index],
          )
        })
      }),
    )
  })

  test('the order of entry does not change what accrues (R10, R17)', () => {
    fc.assert(
      fc.property(
        lines,
        positiveAmount(3_000_000),
        results,
        fc.infiniteStream(fc.nat()),
        (chosen, most, entries, keys) => {
          const shuffled = entries
            .map((entry) => ({ entry, key: keys.next().value as number }))
            .sort((a, b) => a.key - b.key)
            .map(({ entry }) => entry)
          expect(accrueLines(chosen, most, buildSeason(shuffled))).toEqual(
            accrueLines(chosen, most, buildSeason(entries)),
          )
        },
      ),
    )
  })

  test('correcting a match and correcting it back changes nothing (R32)', () => {
    fc.assert(
      fc.property(
        lines,
        positiveAmount(3_000_000),
        results,
        fc.integer({ min: 1, max: 500 }),
        (chosen, most, entries, change) => {
          const [one] = entries.filter(({ eventId }) => eventId !== null)
          fc.pre(one !== undefined)
          const there = { ...(one as ConfirmedResult), id: 'x1', quantity: quantity(change) }
          const back = { ...there, id: 'x2', quantity: quantity(-change) }
          expect(shareByMoment(chosen, most, buildSeason([...entries, there, back]))).toEqual(
            shareByMoment(chosen, most, buildSeason(entries)),
          )
        },
      ),
    )
  })
})

describe('quote', () => {
  test('low, likely and earned never exceed the maximum, which is the cap if there is one (R8)', () => {
    fc.assert(
      fc.property(
        fc.array(pledgeLine, { minLength: 1, maxLength: 6 }),
        fc.option(positiveAmount(100_000_000), { nil: null }),
        (chosen, cap) => {
          const quote = quotePledge(chosen, cap)
          expect(quote.low).toBeLessThanOrEqual(quote.most)
          expect(quote.alreadyEarned).toBeLessThanOrEqual(quote.low)
          expect(quote.likely).toBeLessThanOrEqual(quote.most)
          expect(quote.likely).toBeGreaterThanOrEqual(minimum(quote.most, quote.alreadyEarned))
          if (cap !== null) expect(quote.most).toBe(cap)
          else expect(quote.most).toBe(agreedMaximum(chosen, null))
          expect(quote.estimate).toBe(estimatePledge(chosen))
        },
      ),
    )
  })
})

const EMPTY: Position = {
  accrued: ZERO,
  charged: ZERO,
  waived: ZERO,
  writtenOff: ZERO,
  correctionRefunds: ZERO,
  goodwill: ZERO,
  openBills: [],
  receipts: [],
}

/** Carries the steps out on paper; `pay` then collects every open bill, as the charge job would. */
function apply(position: Position, steps: readonly Step[], nextId: () => string): Position {
  let now = position
  for (const step of steps) {
    if (step.do === 'bill')
      now = {
        ...now,
        charged: add(now.charged, step.amount),
        openBills: [
          { id: nextId(), kind: 'charge', amount: step.amount, open: step.amount },
          ...now.openBills,
        ],
      }
    if (step.do === 'lower') {
      const openBills = now.openBills.flatMap((bill) =>
        bill.id !== step.bill.id
          ? [bill]
          : bill.open > step.by
            ? [{ ...bill, amount: subtract(bill.amount, step.by), open: subtract(bill.open, step.by) }]
            : [],
      )
      now = { ...now, charged: subtract(now.charged, step.by), openBills }
    }
    if (step.do === 'waive') now = { ...now, waived: add(now.waived, step.amount) }
    if (step.do === 'write_off') now = { ...now, writtenOff: add(now.writtenOff, step.amount) }
    if (step.do === 'claim_goodwill')
      now = {
        ...now,
        goodwill: subtract(now.goodwill, step.amount),
        correctionRefunds: add(now.correctionRefunds, step.amount),
      }
    if (step.do === 'refund') {
      const receipts = now.receipts.map((receipt) =>
        receipt.id === step.receipt.id
          ? { ...receipt, refundable: subtract(receipt.refundable, step.amount) }
          : receipt,
      )
      now = { ...now, receipts, correctionRefunds: add(now.correctionRefunds, step.amount) }
    }
  }
  return now
}
const pay = (position: Position): Position => ({
  ...position,
  openBills: [],
  receipts: [
    ...position.openBills.map(({ id, open }) => ({ id, kind: 'charge' as const, refundable: open })),
    ...position.receipts,
  ],
})
const progress = { kind: 'progress', afterFinal: false, billIncreases: false } as const
const final = { kind: 'final', afterFinal: false, billIncreases: false } as const
const correction = (billIncreases: boolean) => ({ kind: 'final', afterFinal: true, billIncreases }) as const
const ids = () => {
  let next = 0
  return () => {
    next += 1
    return `c${String(next).padStart(4, '0')}`
  }
}
const run = (
  position: Position,
  accrued: Cents,
  how: Parameters<typeof resolve>[1],
  nextId: () => string,
) => {
  const at = { ...position, accrued }
  const resolution = resolve(at, how)
  return { position: apply(at, resolution.steps, nextId), resolution }
}

describe('settlement', () => {
  test('progress settlements and a single final one bill the same total (R32)', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(amount(50_000), fc.boolean()), { maxLength: 8 }),
        amount(50_000),
        (instalments, last) => {
          const nextId = ids()
          let position = EMPTY
          for (const [accrued, isPaid] of instalments) {
            position = run(position, accrued, progress, nextId).position
            if (isPaid) position = pay(position)
          }
          const settled = run(position, last, final, nextId).position
          const atOnce = run(EMPTY, last, final, nextId).position
          expect(billed(settled)).toBe(last)
          expect(billed(atOnce)).toBe(last)
          expect(settled.writtenOff).toBeLessThan(50)
        },
      ),
    )
  })

  test('a correction that is reversed before the final lock leaves what is owed unchanged (R33)', () => {
    fc.assert(
      fc.property(
        amount(50_000),
        amount(50_000),
        amount(50_000),
        fc.boolean(),
        (first, wrong, last, isPaid) => {
          const nextId = ids()
          let position = run(EMPTY, first, progress, nextId).position
          const before = billed(position)
          position = run(position, wrong, progress, nextId).position
          if (isPaid) position = pay(position)
          position = run(position, first, progress, nextId).position
          // What was already taken from a card for the wrong figure carries to the next settlement; it is never refunded yet.
          expect(position.correctionRefunds).toBe(0)
          // What is missing is less than a progress settlement bills by itself: it carries too.
          expect(subtract(minimum(before, first), billed(position))).toBeLessThan(SMALLEST_PROGRESS_BILL)
          expect(billed(run(position, last, final, nextId).position)).toBe(last)
        },
      ),
    )
  })

  test('after the final lock every correction is billed or refunded once (R32, R33)', () => {
    fc.assert(
      fc.property(
        amount(50_000),
        fc.array(fc.tuple(amount(50_000), fc.boolean(), fc.boolean()), { maxLength: 8 }),
        amount(3_000),
        (first, corrections, goodwillWanted) => {
          const nextId = ids()
          let position = pay(run(EMPTY, first, final, nextId).position)
          // A goodwill refund leaves less to give back on the charge (R32).
          const [receipt] = position.receipts
          const goodwill = receipt ? minimum(goodwillWanted, receipt.refundable) : ZERO
          if (receipt)
            position = {
              ...position,
              goodwill,
              receipts: [{ ...receipt, refundable: subtract(receipt.refundable, goodwill) }],
            }
          for (const [accrued, billIncreases, isPaid] of corrections) {
            position = run(position, accrued, correction(billIncreases), nextId).position
            expect(billed(position)).toBe(accrued)
            for (const { refundable } of position.receipts) expect(refundable).toBeGreaterThanOrEqual(0)
            expect(position.goodwill).toBeGreaterThanOrEqual(0)
            if (isPaid) position = pay(position)
          }
        },
      ),
    )
  })

  test('billing never exceeds the agreed maximum (R8)', () => {
    fc.assert(
      fc.property(
        lines,
        positiveAmount(200_000),
        fc.array(results, { minLength: 1, maxLength: 4 }),
        (chosen, most, seasons) => {
          const nextId = ids()
          let position = EMPTY
          for (const entries of seasons) {
            position = pay(
              run(position, sum(accrueLines(chosen, most, buildSeason(entries))), progress, nextId).position,
            )
            expect(billed(position)).toBeLessThanOrEqual(most)
          }
          const last = sum(accrueLines(chosen, most, buildSeason(seasons.at(-1) as ConfirmedResult[])))
          expect(billed(run(position, last, final, nextId).position)).toBe(last)
        },
      ),
    )
  })
})
