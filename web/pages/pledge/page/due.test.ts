import { expect, test } from 'vitest'
import type { LinkedPledge } from '#domain/schemas/pledge-link.ts'
import { invoiceWords } from './bill-words.ts'
import { dueOf } from './due.ts'

type Charge = LinkedPledge['charges'][number]
type Invoice = LinkedPledge['invoices'][number]
const charge = (more: Partial<Charge>): Charge => ({
  ...{ id: 'c', amount: '15.00', refunded: '0.00', state: 'past_due', chargeAt: '2026-10-01T12:00:00Z' },
  ...{ succeededAt: null, reason: 'The card has expired', invoiceId: null, underWay: null, ...more },
})
const invoice = (more: Partial<Invoice> = {}): Invoice => ({
  ...{ id: 'i', number: 'INV-2026-000001', amount: '70.00', open: '50.00', state: 'open' },
  ...{ dueDate: '2026-11-05', setOff: '0.00', cardPayment: null, cardAmount: '0.00', ...more },
})
const due = (charges: Charge[], invoices: Invoice[] = []) => dueOf({ charges, invoices })

test.each(['failed', 'past_due', 'requires_action'] as const)('%s is offered to be paid', (state) => {
  expect(due([charge({ state })])).toMatchObject([{ amount: '15.00', named: { chargeId: 'c' } }])
})

test.each(['scheduled', 'processing', 'succeeded', 'voided'] as const)('%s is not', (state) => {
  expect(due([charge({ state })])).toEqual([])
})

test('a payment that was begun goes on; one of the supporter’s own, or of the job, does not', () => {
  expect(due([charge({ state: 'processing', underWay: 'link' })])).toMatchObject([
    { isUnderWay: true, chargeId: 'c', why: 'A payment was begun and is not finished.' },
  ])
  for (const underWay of ['confirmation', 'off_session'] as const)
    expect(due([charge({ state: 'processing', underWay })])).toEqual([])
})

test('of an invoice, what is open', () => {
  expect(due([], [invoice()])).toMatchObject([{ amount: '50.00', named: { invoiceId: 'i' } }])
  for (const state of ['paid', 'void'] as const)
    expect(due([], [invoice({ state, open: '0.00' })])).toEqual([])
})

test('an invoice that is paid by card says so', () => {
  const void_ = invoice({ state: 'void', amount: '0.00', open: '0.00' })
  const words = (state: Charge['state']) => invoiceWords(void_, [charge({ state, invoiceId: 'i' })]).text
  expect(words('succeeded')).toBe('Paid by card. Thank you.')
  expect(words('processing')).toBe('Being paid by card just now.')
  expect(invoiceWords(void_, []).text).toBe('Dropped: nothing is due.')
})
