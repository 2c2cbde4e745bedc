/** R30: what a lock says when the preview that it names is out of date. */
import { expect, it } from 'vitest'
import { cents } from '../money.ts'
import { changedTotals, type PreviewTotals, readPreviewId } from './settlement-preview.ts'

const zero = cents(0)
const totals = (pledges: number, accrued: number): PreviewTotals => ({
  pledges,
  accrued: cents(accrued),
  billedBefore: zero,
  toBill: zero,
  carried: zero,
  lowered: zero,
  waived: zero,
  writtenOff: zero,
  refunded: zero,
})

it('another number of pledges is named first, as it is counted', () => {
  expect(changedTotals(totals(2, 1500), totals(3, 2500))).toEqual([
    { total: 'pledges', before: '2', now: '3' },
    { total: 'accrued', before: '15.00', now: '25.00' },
  ])
})

it('a preview id with one amount that is no safe number is refused', () => {
  const amounts = ['9007199254740992', ...Array.from({ length: 7 }, () => '100')]
  expect(readPreviewId(`${'a'.repeat(64)}.1.2.${amounts.join('.')}`)).toBeNull()
})
