/** Settlements bill, lower and refund exactly what accrued, in any order of seasons and corrections (R8, R32, R33). */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amount, lines, positiveAmount, results } from '#tests/pledge-arbitraries.ts'
import { add, type Cents, minimum, subtract, sum, ZERO } from '../money.ts'
import { accrueLines, buildSeason, type ConfirmedResult } from '../pledges/accrual.ts'
import { billed, type Position, resolve, SMALLEST_PROGRESS_BILL, type Step } from './settlement.ts'

fc.configureGlobal({ numRuns: 400 })

const EMPTY: Position = {
  accrued: ZERO,
  charged: ZERO,
  waived: ZERO,
  writtenOff: ZERO,
  correctionRefunds: ZERO,
  goodwill: ZERO,
  disputed: ZERO,
  openBills: [],
  receipts: [],
}

/** Applies the steps to a position; `pay` then collects every open bill, as the charge job would. */
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
    if (step.do === 'count_goodwill')
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

describe('settlement:', () => {
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
          // What is missing is less than a progress settlement bills: it carries too.
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
          // A goodwill refund leaves less to refund on the charge (R32).
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
        (chosen, max, seasons) => {
          const nextId = ids()
          let position = EMPTY
          for (const entries of seasons) {
            position = pay(
              run(position, sum(accrueLines(chosen, max, buildSeason(entries))), progress, nextId).position,
            )
            expect(billed(position)).toBeLessThanOrEqual(max)
          }
          const last = sum(accrueLines(chosen, max, buildSeason(seasons.at(-1) as ConfirmedResult[])))
          expect(billed(run(position, last, final, nextId).position)).toBe(last)
        },
      ),
    )
  })
})
