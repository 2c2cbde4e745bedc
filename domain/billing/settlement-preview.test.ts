import { expect, it } from 'vitest'
import { cents } from '../money.ts'
import {
  changedTotals,
  type PreviewTotals,
  readPreviewId,
  staleWords,
  toPreviewId,
} from './settlement-preview.ts'

const totals = (given: Partial<PreviewTotals> = {}): PreviewTotals => ({
  pledges: 2,
  accrued: cents(1500),
  billedBefore: cents(2000),
  toBill: cents(0),
  carried: cents(0),
  lowered: cents(0),
  waived: cents(0),
  writtenOff: cents(0),
  refunded: cents(500),
  ...given,
})
const NOTHING = {
  confirmed: { count: 0, names: [] },
  voided: { count: 0, names: [] },
  pledgesMade: 0,
  pledgesCancelled: 0,
}

it('a previewId is read back with the digest, time and totals that were shown (R30)', () => {
  const shown = { digest: 'a'.repeat(64), at: 1_757_520_000_000, totals: totals({ carried: cents(-800) }) }
  expect(readPreviewId(toPreviewId(shown))).toEqual(shown)
})

it.each(['', 'x', `${'a'.repeat(64)}.1.2`, `${'a'.repeat(64)}.1.2${'.9007199254740992'.repeat(8)}`])(
  'a text that is not a previewId is refused: %j',
  (given) => {
    expect(readPreviewId(given)).toBeNull()
  },
)

it('a stale preview names each changed total with both amounts', () => {
  const now = totals({ refunded: cents(1500), accrued: cents(500) })
  expect(changedTotals(totals(), now)).toEqual([
    { total: 'accrued', before: '15.00', now: '5.00' },
    { total: 'refunded', before: '5.00', now: '15.00' },
  ])
  expect(staleWords(totals(), now, NOTHING)).toBe(
    'This no longer matches what you previewed. The amount earned was $15.00 and is now $5.00. Refunds were $5.00 and are now $15.00. Nothing was locked. Review the new preview, then lock it.',
  )
})

it('a stale preview with equal totals says what happened in between', () => {
  const since = {
    confirmed: { count: 3, names: ['vs. Bay: Goals', 'vs. Cove: Goals'] },
    voided: { count: 1, names: ['vs. Reef: Goals'] },
    pledgesMade: 2,
    pledgesCancelled: 1,
  }
  expect(staleWords(totals(), totals(), since)).toContain(
    'The totals are the same, but the pledges or results behind them changed. Since then 3 results were confirmed (vs. Bay: Goals; vs. Cove: Goals; 1 more), 1 result was voided (vs. Reef: Goals), 2 pledges were made, 1 pledge was cancelled.',
  )
})
