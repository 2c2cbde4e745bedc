/** R5, R32: a refund that is owed and an open invoice of the same pledge are set off, whichever comes first. */

import { afterEach, beforeEach, expect, it } from 'vitest'
import type { RefundOwed } from '#domain/schemas/manual-refund.ts'
import type { PledgeDetail } from '#domain/schemas/pledge.ts'
import type { Payment } from '#domain/schemas/settlement.ts'
import { invoiceFacts } from '#server/money/invoice-documents/document.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import {
  accounts,
  BAY,
  correctGoals,
  invoicesOf,
  lock,
  payment,
  type Season,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { deliveredMails } from '#tests/mails.ts'
import { recordRefund } from '#tests/manual-refunds.ts'
import { overviewOf } from '#tests/payouts.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let eventId: string
let supporter: Caller
let pledgeId: string
let checks: [twelve: string, eight: string]
/** An invoice of $20.00 for ten goals, paid by a check of $12.00 and then one of $8.00. */
beforeEach(async () => {
  ;({ app, org, season, supporter, pledgeId, eventId } = await givenSeason({
    pledges: [{ lines: { goals: '2.00' }, method: 'check' }],
    matches: [{ ...BAY, goals: 10 }],
    billed: 'final',
  }))
  checks = [await post('12.00'), await post('8.00')]
})
afterEach(() => closeWithBooksInOrder(app))

const only = async () => (await invoicesOf(org, season)).at(-1) ?? { id: '', number: '' }
async function post(amount: string): Promise<string> {
  const form = { ...payment(await only(), amount, app), reference: '1042' }
  return expectStatus(await org.representative.post<Payment>(`${season.path}/payments`, form), 201).id
}
const today = () => app.clock.now().toISOString().slice(0, 10)
const bounce = async (id: string) =>
  expectStatus(
    await org.representative.post(`${season.path}/payments/${id}/reversal`, {
      why: 'bounced',
      on: today(),
    }),
    201,
  )
const correctTo = async (goals: number, more: object = {}) => {
  await correctGoals(org, season, eventId, goals)
  await lock(org, season, 'final', { ...more })
}
const owed = async () => expectStatus(await org.representative.get<RefundOwed[]>('/api/repayments/owed'), 200)
const mails = async () =>
  (await deliveredMails(app.deps.db, sql`true`))
    .toSorted((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, 3)
    .map(({ kind, subject, text }) => ({ kind, subject, text }))

const AFTER = { amount: '14.00', paid: '8.00', open: '6.00', state: 'open' }
const BOOKS = { refunds_owed: 0, supporter_credit: 0, undeposited: 800, organization_payable: -600 }

it('a refund owed is set off against the invoice that a bounced check reopens, and mailed', async () => {
  await correctTo(7)
  expect(await owed()).toMatchObject([{ kind: 'refund', amount: '6.00' }])
  await bounce(checks[0])
  expect(await owed()).toEqual([])
  expect(await invoicesOf(org, season)).toMatchObject([{ ...AFTER, setOff: '6.00' }])
  expect({ refunds_owed: 0, supporter_credit: 0, ...(await accounts(app.deps.db)) }).toMatchObject(BOOKS)
  const [mail] = await mails()
  expect(mail).toMatchObject({ kind: 'payment_taken_back' })
  expect(mail?.text).toMatch(
    /Open now: \$6\.00.*We owed you a refund of \$6\.00\. We deducted it from invoice/s,
  )
  expect((await mails()).filter(({ subject }) => subject.includes('deducted'))).toEqual([])
})

it('a correction after the check bounced ends in the same figures, with nothing to set off', async () => {
  await bounce(checks[0])
  await correctTo(7)
  expect(await owed()).toEqual([])
  expect(await invoicesOf(org, season)).toMatchObject([{ ...AFTER, setOff: '0.00' }])
  expect({ refunds_owed: 0, supporter_credit: 0, ...(await accounts(app.deps.db)) }).toMatchObject(BOOKS)
})

it('a set-off is listed on the invoice and the pledge’s page, and posted in the journal', async () => {
  await correctTo(7)
  await bounce(checks[0])
  const { number } = await only()
  const { tables } = await invoiceFacts(app.deps, { pledgeId, number, payUrl: 'http://localhost:3000/p/x' })
  expect(tables[1]?.rows.map(({ label, amount }) => [label, amount])).toEqual([
    ['Earned in total', '$20.00'],
    ['Refund that we owed you, deducted', '−$6.00'],
    ['This invoice', '$14.00'],
    ['Check received on September 13, 2026', '−$8.00'],
    ['To pay', '$6.00'],
  ])
  const detail = expectStatus(await supporter.get<PledgeDetail>(`/api/pledges/${pledgeId}`), 200)
  expect(detail.invoices).toMatchObject([{ setOff: '6.00', open: '6.00' }])
  const { campaigns } = await overviewOf(org)
  expect(campaigns).toMatchObject([{ collected: '8.00', commission: '2.00', owed: '6.00' }])
  const entries = await app.deps.db.query(sql`select description from journal_entries where kind = 'set_off'`)
  expect(entries).toEqual([{ description: `Refund offset against ${number}` }])
})

it('a refund larger than the open amount is owed for the rest, which can be refunded once', async () => {
  await correctTo(1)
  expect((await owed()).map(({ amount }) => amount).sort()).toEqual(['10.00', '8.00'])
  await bounce(checks[0])
  expect(await invoicesOf(org, season)).toMatchObject([
    { amount: '8.00', paid: '8.00', open: '0.00', state: 'paid', setOff: '2.00' },
  ])
  const [rest, ...others] = await owed()
  expect(others).toEqual([])
  expect(rest).toMatchObject({ kind: 'refund', amount: '6.00' })
  const form = { kind: 'refund', sourceId: rest?.id, method: 'cash', givenOn: today() }
  expectStatus(await recordRefund(org, season, form), 201)
  expect((await recordRefund(org, season, form)).status).toBe(409)
  await bounce(checks[1])
  expect(await accounts(app.deps.db)).toMatchObject({ supporter_credit: 600, organization_payable: 0 })
})

it('an increase that is billed is set off against a refund still owed, and mailed', async () => {
  await correctTo(7)
  await correctTo(9, { billIncreases: true })
  const invoices = await invoicesOf(org, season)
  expect(invoices).toMatchObject([
    { amount: '0.00', open: '0.00', state: 'void', setOff: '4.00' },
    { amount: '20.00', state: 'paid' },
  ])
  expect(await owed()).toMatchObject([{ kind: 'refund', amount: '2.00' }])
  const mail = (await mails()).find(({ subject }) => subject.includes('deducted'))
  expect(mail).toMatchObject({ kind: 'refund' })
  expect(mail?.subject).toMatch(/^Your refund of \$4\.00 was deducted from invoice INV-2026-000002$/)
})

it('one whose supporter has no verified address is set off all the same, and nobody is notified', async () => {
  await app.deps.db.query(sql`update users set email_verified_at = null where id = ${supporter.userId}`)
  await correctTo(7)
  await correctTo(9, { billIncreases: true })
  expect(await owed()).toMatchObject([{ kind: 'refund', amount: '2.00' }])
  expect((await mails()).filter(({ subject }) => subject.includes('deducted'))).toEqual([])
})
