/** R34, R35: payments, confirmations and cards whose outcome only an event from Stripe reports. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChargeConfirmation } from '#domain/schemas/charge.ts'
import type { Charge } from '#domain/schemas/settlement.ts'
import { runDueJobs } from '#server/jobs.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import {
  accounts,
  bill,
  CARDS,
  chargesOf,
  pledge,
  type Season,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import type { SignedEvent, StripeStandIn } from '#tests/stripe/stand-in.ts'
import {
  COLLECTED,
  chargeGift,
  deliver,
  disputesOf,
  GIFT,
  loseAnswerToCharge,
  mailsTo,
} from '#tests/stripe-season.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let stripe: StripeStandIn

beforeEach(async () => {
  ;({ app, org, season, stripe } = await givenSeason({ stripe: true }))
})
afterEach(() => closeWithBooksInOrder(app))

describe('a payment at Stripe', () => {
  it('whose answer was lost is recorded from its event: charged once, with a receipt', async () => {
    const { supporter } = await pledge(org, season, GIFT)
    await loseAnswerToCharge({ app, org, season, stripe })
    expect((await chargesOf(org, season))[0]).toMatchObject({ state: 'processing' })
    const events = stripe.events()
    await deliver(app, [...events, ...events])
    expect((await chargesOf(org, season))[0]).toMatchObject({ state: 'succeeded', attempts: 1 })
    app.clock.advance({ days: 2 })
    await runDueJobs(app.deps)
    expect(await accounts(app.deps.db)).toEqual(COLLECTED)
    const receipts = (await mailsTo(app, supporter)).filter(({ subject }) => subject.startsWith('Receipt'))
    expect(receipts).toHaveLength(1)
  })

  it('that was declined, with its answer lost, is recorded as failed from its event', async () => {
    await pledge(org, season, { ...GIFT, card: CARDS.insufficient })
    await loseAnswerToCharge({ app, org, season, stripe })
    await deliver(app, stripe.events())
    expect((await chargesOf(org, season))[0]).toMatchObject({
      state: 'failed',
      attempts: 1,
      reason: 'The card did not have enough funds',
    })
  })

  it('that was recorded already is not changed by its event', async () => {
    await pledge(org, season, GIFT)
    await bill(org, season, 'progress')
    const events = stripe.events()
    await deliver(
      app,
      events.filter(({ type }) => type.startsWith('payment_intent')),
    )
    expect((await chargesOf(org, season))[0]).toMatchObject({ state: 'succeeded', attempts: 1 })
    expect(await accounts(app.deps.db)).toEqual(COLLECTED)
  })

  it('made by another program at the same account is ignored', async () => {
    await chargeGift({ app, org, season, stripe })
    const [made] = [...stripe.books.payments.values()]
    if (!made) throw new Error('no payment')
    stripe.books.payments.set('pi_other', { ...structuredClone(made), id: 'pi_other', metadata: {} })
    stripe.books.openDispute('pi_other')
    stripe.books.failRefund(
      stripe.books.makeRefund({ payment_intent: made.id, amount: '100', metadata: { refundId: 'theirs' } })
        .id,
    )
    await deliver(app, stripe.events())
    expect(await disputesOf({ org, season })).toEqual([])
    expect(await accounts(app.deps.db)).toEqual(COLLECTED)
  })
})

describe('a charge that the bank wants confirmed', () => {
  async function requireConfirmation(): Promise<{ supporter: Caller; path: string }> {
    const { supporter } = await pledge(org, season, { ...GIFT, card: CARDS.authentication })
    await bill(org, season, 'progress')
    await deliver(app, stripe.events())
    const [charge] = await chargesOf(org, season)
    expect(charge?.state).toBe('requires_action')
    return { supporter, path: `/api/charges/${charge?.id}/confirmations` }
  }

  it('is recorded from its event when it was confirmed in a browser that never returned', async () => {
    const { supporter, path } = await requireConfirmation()
    const started = expectStatus(await supporter.post<ChargeConfirmation>(path), 201)
    expect(started).toMatchObject({ provider: 'stripe', publishableKey: 'pk_test_standIn', amount: '40.00' })
    stripe.books.confirmPayment(started.clientSecret)
    await deliver(app, stripe.events())
    expect((await chargesOf(org, season))[0]).toMatchObject({ state: 'succeeded', attempts: 2 })
    expect(expectStatus(await supporter.post<Charge>(`${path}/outcome`), 200)).toMatchObject({
      state: 'succeeded',
    })
    expect(await accounts(app.deps.db)).toEqual(COLLECTED)
  })

  it('is started anew after twenty minutes in which no job ran, and the first one is closed', async () => {
    const { supporter, path } = await requireConfirmation()
    const first = expectStatus(await supporter.post<ChargeConfirmation>(path), 201)
    app.clock.advance({ hours: 25 })
    const second = expectStatus(await supporter.post<ChargeConfirmation>(path), 201)
    expect(() => stripe.books.confirmPayment(first.clientSecret)).toThrow()
    stripe.books.confirmPayment(second.clientSecret)
    await deliver(app, stripe.events())
    expect(await accounts(app.deps.db)).toEqual(COLLECTED)
  })

  it('can no longer be confirmed once twenty minutes have passed', async () => {
    const { supporter, path } = await requireConfirmation()
    const started = expectStatus(await supporter.post<ChargeConfirmation>(path), 201)
    app.clock.advance({ minutes: 21 })
    await runDueJobs(app.deps)
    await deliver(app, stripe.events())
    expect((await chargesOf(org, season))[0]).toMatchObject({ state: 'requires_action' })
    expect(() => stripe.books.confirmPayment(started.clientSecret)).toThrow()
  })
})

describe('a saved card', () => {
  const cards = () =>
    app.deps.db.query<{ last4: string; expYear: number }>(sql`select last4, exp_year from cards`)

  it('that its bank renewed is shown with its new number and date', async () => {
    await pledge(org, season, GIFT)
    const [id = ''] = [...stripe.books.cards.keys()]
    stripe.books.renewCard(id, { last4: '1881', exp_year: 2034 })
    await deliver(app, stripe.events())
    expect(await cards()).toEqual([{ last4: '1881', expYear: 2034 }])
  })

  it('is shown as it is at Stripe now, even if an older event arrives late and twice', async () => {
    await pledge(org, season, GIFT)
    const [id = ''] = [...stripe.books.cards.keys()]
    stripe.events()
    stripe.books.correctCard(id, { exp_month: 3, exp_year: 2031 })
    stripe.books.renewCard(id, { last4: '1881', exp_year: 2034 })
    const [corrected, renewed] = stripe.events() as [SignedEvent, SignedEvent]
    expect([corrected.type, renewed.type]).toEqual([
      'payment_method.updated',
      'payment_method.automatically_updated',
    ])
    await deliver(app, [renewed])
    await deliver(app, [corrected, corrected])
    expect(await cards()).toEqual([{ last4: '1881', expYear: 2034 }])
  })

  it('is recorded from its event when the browser that saved it never returned', async () => {
    const supporter = await app.user()
    const { clientSecret } = expectStatus(
      await supporter.post<{ clientSecret: string }>('/api/cards/setups'),
      201,
    )
    stripe.books.confirmSetup(clientSecret, { number: CARDS.good, expMonth: 12, expYear: 2030 })
    await deliver(app, stripe.events())
    expect(await cards()).toEqual([{ last4: '4242', expYear: 2030 }])
  })

  it('cannot be used by another supporter who sends its id', async () => {
    const { supporter } = await pledge(org, season, GIFT)
    const [id = ''] = [...stripe.books.cards.keys()]
    const thief = await app.user()
    const body = { paymentMethod: 'auto_bill_end', stripePaymentMethodId: id, pledgeStatistics: [] }
    const lines = [{ statisticId: season.statistics.gift.id, pledgeAmount: '25.00' }]
    const answer = await thief.post(`${season.path}/pledges`, { ...body, pledgeStatistics: lines })
    expect(answer).toMatchObject({
      status: 400,
      body: { fields: { stripePaymentMethodId: expect.any(String) } },
    })
    expectStatus(await supporter.post(`${season.path}/pledges`, { ...body, pledgeStatistics: lines }), 201)
  })
})
