/** With Stripe, a card that is typed once pays what is due from a pay link, and guessed cards close the form (R35, R36, R44). */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ONE_DEBIT_VERSION } from '#domain/bank-debit.ts'
import type { ChargePayment, PaymentAnswer } from '#domain/schemas/charge-payment.ts'
import type { LinkedPledge } from '#domain/schemas/pledge-link.ts'
import type { Charge } from '#domain/schemas/settlement.ts'
import { runDueJobs } from '#server/jobs.ts'
import { checkInvariants } from '#server/money/book-check/invariants.ts'
import { sql } from '#server/platform/db/database.ts'
import { pledgeLink } from '#server/season/pledge-links/actions.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  accounts,
  CARDS,
  type House,
  invoicesOf,
  lock,
  openHouse,
  openSeason,
  type PledgeWish,
  pledge,
  runToChargeDate,
  type Season,
} from '#tests/fixtures.ts'
import { type StripeStandIn, startStripe } from '#tests/stripe/stand-in.ts'

let app: TestApp
let house: House
let season: Season
let stripe: StripeStandIn

beforeEach(async () => {
  stripe = await startStripe(() => app?.clock.now() ?? new Date('2026-09-10T16:00:00Z'))
  app = await createTestApp({ now: '2026-09-10T16:00:00Z', stripe, env: { BANK_ACCOUNTS: '1' } })
  house = await openHouse(app)
  season = await openSeason(house)
})
afterEach(async () => {
  const violations = await checkInvariants(app.deps.db)
  await app.close()
  await stripe.close()
  expect(violations).toEqual([])
  expect(stripe.problems).toEqual([])
})

/** A pledge whose money is due, and the link to it. */
async function linkToDue(wish: PledgeWish, kind: 'progress' | 'final'): Promise<string> {
  const made = await pledge(house, season, wish)
  await lock(house, season, kind)
  await runToChargeDate(house)
  await deliver()
  const address = await app.deps.db.transaction((tx) =>
    pledgeLink(app.deps, tx, { pledgeId: made.pledge.id, campaignId: season.id }),
  )
  return `/api/pledge-links/${address.split('/p/')[1]}`
}
async function deliver(): Promise<void> {
  for (const { payload, signature } of stripe.events())
    expectStatus(
      await app.visitor.post('/api/webhooks/stripe', payload, { 'stripe-signature': signature }),
      200,
    )
  await vi.waitFor(
    async () => {
      const [row] = await app.deps.db.query<{ waiting: number }>(
        sql`select count(*) as waiting from card_events where handled_at is null`,
      )
      expect(row?.waiting).toBe(0)
    },
    { timeout: 30_000, interval: 20 },
  )
}
const onlyCharge = async () =>
  expectStatus(await house.representative.get<Charge[]>(`${season.path}/charges`), 200)[0] as Charge
const start = async (link: string, what: object) =>
  expectStatus(await app.visitor.post<ChargePayment>(`${link}/payments`, what), 201)
const typeCard = (started: ChargePayment, number: string) =>
  stripe.books.confirmPayment(started.clientSecret, { number, expMonth: 12, expYear: 2030 })
const BY_CARD: PledgeWish = { lines: { gift: '40.00' }, card: CARDS.expired }

it('a card typed once at Stripe pays the charge, is not saved, and is named on the receipt', async () => {
  const link = await linkToDue(BY_CARD, 'progress')
  const { id: chargeId } = await onlyCharge()
  const started = await start(link, { chargeId })
  expect(started).toMatchObject({ provider: 'stripe', publishableKey: 'pk_test_standIn', amount: '40.00' })
  const made = stripe.asked.filter(({ call }) => call === 'post /v1/payment_intents').at(-1)
  for (const field of ['payment_method', 'setup_future_usage', 'off_session', 'confirm'])
    expect(made?.fields).not.toHaveProperty(field)
  typeCard(started, '5555555555554444')
  await deliver()
  expect(await onlyCharge()).toMatchObject({ state: 'succeeded', underWay: null })
  expect(await accounts(app.deps.db)).toEqual({ cash: 4000, commission: -1000, organization_payable: -3000 })
  const path = `${link}/payments/${chargeId}/outcome`
  expect(expectStatus(await app.visitor.post<PaymentAnswer>(path), 200)).toMatchObject({ state: 'succeeded' })
  const receipts = await app.deps.db.query<{ textBody: string }>(
    sql`select text_body from mails where kind = 'receipt'`,
  )
  expect(receipts).toEqual([{ textBody: expect.stringContaining('card ending in 4444') }])
})

it('an invoice is paid with Stripe by a supporter who is no customer there yet', async () => {
  const link = await linkToDue({ lines: { gift: '70.00' }, method: 'check' }, 'final')
  const [invoice] = await invoicesOf(house, season)
  const started = await start(link, { invoiceId: invoice?.id })
  typeCard(started, CARDS.good)
  const path = `${link}/payments/${started.chargeId}/outcome`
  expect(expectStatus(await app.visitor.post<PaymentAnswer>(path), 200)).toMatchObject({ state: 'succeeded' })
  expect(expectStatus(await app.visitor.get<LinkedPledge>(link), 200)).toMatchObject({
    ...{ status: 'settled', received: '70.00', billed: '70.00' },
  })
})

it('a payment whose answer from Stripe was lost is not made twice', async () => {
  const link = await linkToDue(BY_CARD, 'progress')
  const { id: chargeId } = await onlyCharge()
  stripe.faults.push('lost answer', 'lost answer', 'lost answer')
  expect((await app.visitor.post(`${link}/payments`, { chargeId })).status).toBe(503)
  const before = stripe.books.payments.size
  const started = await start(link, { chargeId })
  expect(stripe.books.payments.size).toBe(before)
  typeCard(started, CARDS.good)
  app.clock.advance({ minutes: 21 })
  await runDueJobs(app.deps)
  expect(await onlyCharge()).toMatchObject({ state: 'succeeded' })
})

it('a form at Stripe is closed after three refused cards, the link waits, and the charge stays due', async () => {
  const link = await linkToDue(BY_CARD, 'progress')
  const before = await onlyCharge()
  const started = await start(link, { chargeId: before.id })
  for (const number of [CARDS.insufficient, CARDS.declined, CARDS.insufficient]) {
    expect(() => typeCard(started, number)).toThrow()
    await deliver()
  }
  expect(() => typeCard(started, CARDS.good)).toThrow()
  expect(await onlyCharge()).toEqual(before)
  const late = await app.visitor.post(`${link}/payments`, { chargeId: before.id })
  expect(late.status).toBe(429)
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
  app.clock.advance({ minutes: 5 })
  const again = await start(link, { chargeId: before.id })
  typeCard(again, CARDS.good)
  await deliver()
  expect(await onlyCharge()).toMatchObject({ state: 'succeeded' })
})

/** A debit by link that was sent to its bank: the link, the payment at Stripe, and how to ask what became of it. */
async function debit(accountNumber: string) {
  const link = await linkToDue(BY_CARD, 'progress')
  const { id: chargeId } = await onlyCharge()
  const started = await start(link, { chargeId, mandateVersion: ONE_DEBIT_VERSION })
  const { id: payment } = stripe.books.confirmPayment(started.clientSecret, accountNumber)
  const outcome = async () =>
    expectStatus(await app.visitor.post<PaymentAnswer>(`${link}/payments/${chargeId}/outcome`), 200)
  return { link, started, payment, outcome }
}

it('a debit by link at Stripe waits for its bank, cannot be closed meanwhile, and is named on the receipt', async () => {
  const { payment, outcome } = await debit('000123456789')
  const made = stripe.asked.filter(({ call }) => call === 'post /v1/payment_intents').at(-1)
  expect(made?.fields).toMatchObject({
    allowed_payment_method_types: ['us_bank_account'],
    payment_method_options: { us_bank_account: { verification_method: 'instant' } },
  })
  for (const field of ['setup_future_usage', 'statement_descriptor_suffix'])
    expect(made?.fields).not.toHaveProperty(field)
  expect(await outcome()).toMatchObject({ state: 'processing', answersBy: expect.any(String) })
  app.clock.advance({ days: 1 })
  await runDueJobs(app.deps)
  await deliver()
  expect(await onlyCharge()).toMatchObject({ state: 'processing', underWay: 'link' })
  stripe.books.answerDebit(payment)
  await deliver()
  expect(await onlyCharge()).toMatchObject({ state: 'succeeded' })
  expect(await accounts(app.deps.db)).toEqual({ cash: 4000, commission: -1000, organization_payable: -3000 })
  const receipts = await app.deps.db.query<{ textBody: string }>(
    sql`select text_body from mails where kind = 'receipt'`,
  )
  expect(receipts).toEqual([{ textBody: expect.stringContaining('bank account ending in 6789') }])
})

it.each(['its event', 'the page that asks'])(
  'a debit by link that its bank returned, learned from %s, ends its form, and the charge is due as before',
  async (by) => {
    const { started, payment, outcome } = await debit('000222222227')
    stripe.books.answerDebit(payment)
    if (by === 'its event') await deliver()
    else expect(await outcome()).toMatchObject({ state: 'past_due', answersBy: null })
    expect(await onlyCharge()).toMatchObject({ state: 'past_due', underWay: null })
    expect(() => stripe.books.confirmPayment(started.clientSecret, '000123456789')).toThrow()
    await deliver()
    expect(await accounts(app.deps.db)).toEqual({})
    const told = await app.deps.db.query<{ textBody: string }>(
      sql`select text_body from mails where kind = 'pay_link' and text_body like '%did not have enough funds%'`,
    )
    expect(told).toHaveLength(1)
  },
)
