/** R5, R32: a card refund that the bank returns is set off against the invoices that are open by then. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ChargePayment } from '#domain/schemas/charge.ts'
import type { RefundOwed } from '#domain/schemas/manual-refund.ts'
import type { PledgeDetail } from '#domain/schemas/pledge.ts'
import type { Charge } from '#domain/schemas/settlement.ts'
import { runDueJobs } from '#server/jobs.ts'
import { sql } from '#server/platform/db/database.ts'
import { pledgeLink } from '#server/season/pledges/links/links.ts'
import { type Caller, expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import { act } from '#tests/exceptions.ts'
import {
  accounts,
  BAY,
  correctGoals,
  invoicesOf,
  lock,
  type Season,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import type { StripeStandIn } from '#tests/stripe/stand-in.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let stripe: StripeStandIn
let supporter: Caller
let pledgeId: string
let eventId: string

/** An invoice of $40.00 for twenty goals was paid by card; a correction to fifteen goals refunded $10.00 of it to the card. */
beforeEach(async () => {
  ;({ app, org, season, stripe, supporter, pledgeId, eventId } = await givenSeason({
    stripe: true,
    pledges: [{ lines: { goals: '2.00' }, method: 'check' }],
    matches: [{ ...BAY, goals: 20 }],
    billed: 'final',
  }))
  await payByCard()
  await correctTo(15)
  await runDueJobs(app.deps)
  stripe.events()
})
afterEach(() => closeWithBooksInOrder(app))

async function payByCard(): Promise<void> {
  const address = await app.deps.db.transaction((tx) =>
    pledgeLink(app.deps, tx, { pledgeId, campaignId: season.id }),
  )
  const link = `/api/pledge-links/${address.split('/p/')[1]}`
  const [invoice] = await invoicesOf(org, season)
  const form = { invoiceId: invoice?.id }
  const started = expectStatus(await app.visitor.post<ChargePayment>(`${link}/payments`, form), 201)
  stripe.books.confirmPayment(started.clientSecret, {
    number: '4242424242424242',
    expMonth: 12,
    expYear: 2030,
  })
  expectStatus(await app.visitor.post(`${link}/payments/${started.chargeId}/outcome`), 200)
}
async function correctTo(goals: number, more: Record<string, unknown> = {}): Promise<void> {
  await correctGoals(org, season, eventId, goals)
  await lock(org, season, 'final', more)
}
async function sendRefundBack(): Promise<void> {
  stripe.books.failRefund([...stripe.books.refunds.keys()][0] ?? '')
  for (const { payload, signature } of stripe.events()) {
    const headers = { 'stripe-signature': signature }
    expectStatus(await app.visitor.post('/api/webhooks/stripe', payload, headers), 200)
  }
  const waiting = () => app.deps.db.query(sql`select type from card_events where handled_at is null`)
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), { timeout: 10_000, interval: 20 })
  expectStatus(await act(org.representative, 'refund_failed', 'refund_by_hand'), 201)
}
const owed = async () => expectStatus(await org.representative.get<RefundOwed[]>('/api/repayments/owed'), 200)
const detail = async () => expectStatus(await supporter.get<PledgeDetail>(`/api/pledges/${pledgeId}`), 200)
const setOffMails = () =>
  app.deps.db.query<{ subject: string; text: string }>(sql`
    select subject, text_body as text from mails
     where to_address = ${supporter.email} and subject like '%deducted%' order by id`)

it('against each open invoice, the oldest first, and the rest stays owed', async () => {
  await correctTo(17, { billIncreases: true })
  await correctTo(18, { billIncreases: true })
  await sendRefundBack()
  const invoices = (await invoicesOf(org, season)).map(({ open, setOff, state }) => [open, setOff, state])
  expect(invoices.sort()).toEqual([
    // Paid by card: its charge represents it.
    ['0.00', '0.00', 'void'],
    ['0.00', '2.00', 'void'],
    ['0.00', '4.00', 'void'],
  ])
  expect(await owed()).toMatchObject([{ kind: 'refund', amount: '4.00' }])
  expect(await accounts(app.deps.db)).toMatchObject({ card_clearing: 4000, refunds_owed: -400 })
  const [charge] = expectStatus(await org.representative.get<Charge[]>(`${season.path}/charges`), 200)
  expect(charge).toMatchObject({ refunded: '4.00' })
  expect(await detail()).toMatchObject({ status: 'settled' })
})

it('its supporter is notified for each invoice that nothing more is due on it', async () => {
  await correctTo(17, { billIncreases: true })
  await correctTo(18, { billIncreases: true })
  await sendRefundBack()
  const mails = await setOffMails()
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Your refund of \$4\.00 was deducted from invoice INV-2026-000002$/),
    expect.stringMatching(/^Your refund of \$2\.00 was deducted from invoice INV-2026-000003$/),
  ])
  for (const { text } of mails) expect(text).toContain('Nothing more is due on this invoice.')
})

it('against an invoice of more, the rest of which is still to pay', async () => {
  await correctTo(25, { billIncreases: true })
  await sendRefundBack()
  expect((await invoicesOf(org, season)).map(({ open, setOff }) => [open, setOff]).sort()).toEqual([
    ['0.00', '0.00'],
    ['10.00', '10.00'],
  ])
  expect(await owed()).toEqual([])
  const [mail, ...others] = await setOffMails()
  expect(others).toEqual([])
  expect(mail?.text).toContain('Still to pay: $10.00')
  expect(mail?.text).toContain('Pay the rest by card')
  expect(await detail()).not.toMatchObject({ status: 'settled' })
})

it('a refund that the card cannot take and an invoice uses up is set off, and not owed as well', async () => {
  await correctTo(12)
  await correctTo(20, { billIncreases: true })
  app.deps.cards.refund = async () => ({ outcome: 'failed', reference: null })
  await runDueJobs(app.deps)
  expectStatus(await act(org.representative, 'refund_failed', 'refund_by_hand'), 201)
  expect(await owed()).toEqual([])
  const subjects = (
    await app.deps.db.query<{ subject: string }>(
      sql`select subject from mails where to_address = ${supporter.email} and kind = 'refund' order by id`,
    )
  ).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject.startsWith('We owe you'))).toEqual([])
  expect(subjects.at(-1)).toMatch(/^Your refund of \$6\.00 was deducted from invoice/)
})
