import { expect, test } from 'vitest'
import type { LinkedPledge } from '#domain/schemas/pledge-link.ts'
import { invoiceWords } from './bill-sentences.ts'
import { dueOf } from './pay-due.tsx'

type Charge = LinkedPledge['charges'][number]
type Invoice = LinkedPledge['invoices'][number]
const charge = (more: Partial<Charge>): Charge => ({
  id: 'c',
  amount: '15.00',
  refunded: '0.00',
  state: 'past_due',
  chargeAt: '2026-10-01T12:00:00Z',
  succeededAt: null,
  reason: 'The card has expired',
  invoiceId: null,
  underWay: null,
  ...more,
})
const invoice = (more: Partial<Invoice> = {}): Invoice => ({
  id: 'i',
  number: 'INV-2026-000001',
  amount: '70.00',
  open: '50.00',
  state: 'open',
  dueDate: '2026-11-05',
  setOff: '0.00',
  cardPayment: null,
  cardAmount: '0.00',
  ...more,
})
const due = (charges: Charge[], invoices: Invoice[] = []) => dueOf({ charges, invoices })

test.each(['failed', 'past_due', 'requires_action'] as const)(
  'a charge that is %s can be paid from the pledge page',
  (state) => {
    expect(due([charge({ state })])).toMatchObject([{ amount: '15.00', named: { chargeId: 'c' } }])
  },
)

test.each(['scheduled', 'processing', 'succeeded', 'voided'] as const)(
  'a charge that is %s cannot be paid from the pledge page',
  (state) => {
    expect(due([charge({ state })])).toEqual([])
  },
)

test('a payment begun by pay link can be continued; a confirmation or automatic charge cannot', () => {
  expect(due([charge({ state: 'processing', underWay: 'link' })])).toMatchObject([
    { isUnderWay: true, chargeId: 'c', why: 'A payment was started but not finished.' },
  ])
  for (const underWay of ['confirmation', 'off_session'] as const)
    expect(due([charge({ state: 'processing', underWay })])).toEqual([])
})

test('the open amount of an invoice can be paid from the pledge page', () => {
  expect(due([], [invoice()])).toMatchObject([{ amount: '50.00', named: { invoiceId: 'i' } }])
  for (const state of ['paid', 'void'] as const)
    expect(due([], [invoice({ state, open: '0.00' })])).toEqual([])
})

test('an invoice shows that it was paid by card, is being paid, or was voided', () => {
  const void_ = invoice({ state: 'void', amount: '0.00', open: '0.00' })
  const words = (state: Charge['state']) => invoiceWords(void_, [charge({ state, invoiceId: 'i' })]).text
  expect(words('succeeded')).toBe('Paid by card. Thank you.')
  expect(words('processing')).toBe('A card payment is processing.')
  expect(invoiceWords(void_, []).text).toBe('Cancelled: nothing is due.')
})
