import { expect, it } from 'vitest'
import type { SettlementPreview } from '#domain/schemas/settlement.ts'
import { changedPledges, changedTotals, shownPreview } from './lock-state.tsx'

const preview = (previewId: string, differences: Record<string, string>, pledgesCount?: number) =>
  ({
    previewId,
    pledgesCount: pledgesCount ?? Object.keys(differences).length,
    pledges: Object.entries(differences).map(([pledgeId, difference]) => ({ pledgeId, difference })),
  }) as SettlementPreview
const shown = (...given: Parameters<typeof preview>) => shownPreview(preview(...given), [])

it('pages of one settlement preview are combined, pages of another one are not', () => {
  const first = preview('one', { a: '1.00', b: '2.00' }, 4)
  const { pledges } = shownPreview(first, [
    { from: 3, page: preview('one', { c: '3.00' }) },
    { from: 3, page: preview('other', { d: '4.00' }) },
    { from: 5, page: undefined },
  ])
  expect([...pledges].map(([id, { number }]) => [id, number])).toEqual([
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ])
})

it('a changed preview with equal totals shows each pledge that changed, was added or removed', () => {
  const before = shown('one', { a: '20.00', b: '20.00', c: '5.00', d: '1.00' })
  const now = shown('two', { b: '30.00', a: '10.00', e: '5.00', d: '1.00' })
  expect(changedPledges(before, now)).toEqual([
    { label: 'Pledge 1', before: '20.00', now: '30.00' },
    { label: 'Pledge 2', before: '20.00', now: '10.00' },
    { label: 'Pledge 3', before: null, now: '5.00' },
    { label: 'Pledge 3 before', before: '5.00', now: null },
  ])
})

it('a pledge that may be on an unloaded preview page is not shown as added or removed', () => {
  const before = shown('one', { a: '20.00' }, 50)
  const now = shown('two', { b: '30.00' }, 50)
  expect(changedPledges(before, now)).toEqual([])
})

it('preview totals that changed are shown with both amounts', () => {
  const totals = { pledges: 2, refunded: '5.00', bill: '0.00' } as SettlementPreview['totals']
  expect(changedTotals(totals, { ...totals, refunded: '15.00' })).toEqual([
    { label: 'To refund', before: '5.00', now: '15.00' },
  ])
})
