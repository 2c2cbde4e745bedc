/** With Stripe, a card that is typed once pays what is due from a pay link, and card guessing closes the form (R35, R36, R44). */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ChargePayment, PaymentAnswer } from '#domain/schemas/charge.ts'
import type { LinkedPledge } from '#domain/schemas/pledge-link.ts'
import type { Charge } from '#domain/schemas/settlement.ts'
import { runDueJobs } from '#server/jobs.ts'
import { sql } from '#server/platform/db/database.ts'
import { pledgeLink } from '#server/season/pledges/links/links.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import {
  accounts,
  bill,
  CARDS,
  invoicesOf,
  type PledgeWish,
  pledge,
  type Season,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import type { StripeStandIn } from '#tests/stripe/stand-in.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let stripe: StripeStandIn

beforeEach(async () => {
  ;({ app, org, season, stripe } = await givenSeason({ stripe: true }))
})
afterEach(() => closeWithBooksInOrder(app))

/** A pledge whose money is due, and the link to it. */
async function linkToDue(wish: PledgeWish, kind: 'progress' | 'final'): Promise<string> {
  const made = await pledge(org, season, wish)
  await bill(org, season, kind)
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
  expectStatus(await org.representative.get<Charge[]>(`${season.path}/charges`), 200)[0] as Charge
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
  expect(await accounts(app.deps.db)).toEqual({
    card_clearing: 4000,
    commission: -1000,
    organization_payable: -3000,
  })
  const path = `${link}/payments/${chargeId}/outcome`
  expect(expectStatus(await app.visitor.post<PaymentAnswer>(path), 200)).toMatchObject({ state: 'succeeded' })
  const receipts = await app.deps.db.query<{ textBody: string }>(
    sql`select text_body from mails where kind = 'receipt'`,
  )
  expect(receipts).toEqual([{ textBody: expect.stringContaining('card ending in 4444') }])
})

it('an invoice is paid with Stripe by a supporter who is no customer there yet', async () => {
  const link = await linkToDue({ lines: { gift: '70.00' }, method: 'check' }, 'final')
  const [invoice] = await invoicesOf(org, season)
  const started = await start(link, { invoiceId: invoice?.id })
  typeCard(started, CARDS.good)
  const path = `${link}/payments/${started.chargeId}/outcome`
  expect(expectStatus(await app.visitor.post<PaymentAnswer>(path), 200)).toMatchObject({ state: 'succeeded' })
  expect(expectStatus(await app.visitor.get<LinkedPledge>(link), 200)).toMatchObject({
    status: 'settled',
    received: '70.00',
    billed: '70.00',
  })
})

it('a payment whose answer from Stripe was lost is not made twice', async () => {
  const link = await linkToDue(BY_CARD, 'progress')
  const { id: chargeId } = await onlyCharge()
  // The look-up before it worked.
  vi.spyOn(app.deps.cards, 'findPaid').mockResolvedValueOnce(null)
  stripe.faults.push('lost answer', 'lost answer')
  expect((await app.visitor.post(`${link}/payments`, { chargeId })).status).toBe(503)
  const before = stripe.books.payments.size
  const started = await start(link, { chargeId })
  expect(stripe.books.payments.size).toBe(before)
  typeCard(started, CARDS.good)
  app.clock.advance({ minutes: 21 })
  await runDueJobs(app.deps)
  expect(await onlyCharge()).toMatchObject({ state: 'succeeded' })
})

it('a form at Stripe is closed after three declined cards, the link waits, and the charge stays due', async () => {
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

it('a form that no job closed is closed before another one is opened, even after a day', async () => {
  const link = await linkToDue(BY_CARD, 'progress')
  const { id: chargeId } = await onlyCharge()
  const first = await start(link, { chargeId })
  app.clock.advance({ hours: 25 })
  const second = await start(link, { chargeId })
  expect(() => typeCard(first, CARDS.good)).toThrow()
  typeCard(second, CARDS.good)
  await deliver()
  expect(await onlyCharge()).toMatchObject({ state: 'succeeded' })
  expect(await accounts(app.deps.db)).toEqual({
    card_clearing: 4000,
    commission: -1000,
    organization_payable: -3000,
  })
})

it('a form that no job closed, and in which someone paid, is recorded instead of opening another one', async () => {
  const link = await linkToDue(BY_CARD, 'progress')
  const { id: chargeId } = await onlyCharge()
  typeCard(await start(link, { chargeId }), CARDS.good)
  stripe.events()
  app.clock.advance({ minutes: 21 })
  expect((await app.visitor.post(`${link}/payments`, { chargeId })).status).toBe(409)
  expect(await onlyCharge()).toMatchObject({ state: 'succeeded' })
})

it('a form is opened again after the team was renamed', async () => {
  const link = await linkToDue(BY_CARD, 'progress')
  const { id: chargeId } = await onlyCharge()
  const first = await start(link, { chargeId })
  await app.deps.db.query(sql`update organizations set name = 'Bayside Boosters'`)
  expect((await start(link, { chargeId })).clientSecret).toBe(first.clientSecret)
})

it('a declined card counts once, although Stripe reports it as its charge and as its payment', async () => {
  const link = await linkToDue(BY_CARD, 'progress')
  const started = await start(link, { chargeId: (await onlyCharge()).id })
  for (const number of [CARDS.insufficient, CARDS.declined]) {
    expect(() => typeCard(started, number)).toThrow()
    await deliver()
  }
  expect(await app.deps.db.query(sql`select id from card_refusals`)).toHaveLength(2)
  typeCard(started, CARDS.good)
  await deliver()
  expect(await onlyCharge()).toMatchObject({ state: 'succeeded' })
})

it('a form is closed although its customer was replaced at Stripe', async () => {
  const made = await pledge(org, season, BY_CARD)
  await bill(org, season, 'progress')
  await deliver()
  const address = await app.deps.db.transaction((tx) =>
    pledgeLink(app.deps, tx, { pledgeId: made.pledge.id, campaignId: season.id }),
  )
  const link = `/api/pledge-links/${address.split('/p/')[1]}`
  const started = await start(link, { chargeId: (await onlyCharge()).id })
  for (const id of [...stripe.books.customers.keys()]) stripe.books.customers.delete(id)
  expectStatus(await made.supporter.post('/api/cards/setups'), 201)
  app.clock.advance({ minutes: 21 })
  await runDueJobs(app.deps)
  expect(await onlyCharge()).toMatchObject({ state: 'past_due' })
  expect(() => typeCard(started, CARDS.good)).toThrow()
})
