/** R34: Stripe may refuse a repeated attempt before it looks at the key, although the first attempt moved the money. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Payout } from '#domain/schemas/payout.ts'
import { runDueCharges } from '#server/money/charges/due-charges.ts'
import { sendPayouts } from '#server/money/payouts/transfers.ts'
import { runScheduledRefunds } from '#server/money/refunds/refund.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import { accounts, chargesOf, pledge, type Season, type TestOrganization } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { approvePayout, preparePayout, STRIPE_DESTINATION, setDestination } from '#tests/payouts.ts'
import { StripeRefusal } from '#tests/stripe/books.ts'
import type { StripeStandIn } from '#tests/stripe/stand-in.ts'
import { COLLECTED, chargeGift, GIFT, loseAnswerToCharge } from '#tests/stripe-season.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let stripe: StripeStandIn

beforeEach(async () => {
  ;({ app, org, season, stripe } = await givenSeason({ stripe: true }))
})
afterEach(() => closeWithBooksInOrder(app))

const refusal = (status: number, more: object = {}) =>
  new StripeRefusal(status, { type: 'invalid_request_error', message: 'Not with this key', ...more })
const MAY_NOT = 'The key that this site uses at Stripe may not make transfers'

/** The server dies between Stripe's answer and its record. */
async function dieAt(step: string, run: () => Promise<unknown>): Promise<void> {
  app.deps.checkpoint = (at) => {
    if (at === step) throw new Error('killed')
  }
  await expect(run()).rejects.toThrow()
  app.deps.checkpoint = () => undefined
  app.clock.advance({ hours: 1 })
}

async function approved(): Promise<Payout> {
  await chargeGift({ app, org, season, stripe })
  await setDestination(org, STRIPE_DESTINATION)
  return expectStatus(await approvePayout(org, await preparePayout(org, season, '30.00'), {}), 201)
}
const payoutNow = async () =>
  expectStatus(await org.representative.get<Payout[]>(`${season.path}/payouts`), 200)[0]

it('a payout that was made is paid, although its repeated attempt is refused', async () => {
  await approved()
  await dieAt('payout.answered', () => sendPayouts(app.deps))
  stripe.faults.push(refusal(403))
  await sendPayouts(app.deps)
  expect(await payoutNow()).toMatchObject({ state: 'arrived', reference: expect.stringMatching(/^tr_/) })
  expect(stripe.books.transfers.size).toBe(1)
  expect(await accounts(app.deps.db)).toMatchObject({ card_clearing: 1000 })
})

it('a payout that was not made is refused by its repeated attempt', async () => {
  await approved()
  await dieAt('payout.claimed', () => sendPayouts(app.deps))
  stripe.faults.push(refusal(403))
  await sendPayouts(app.deps)
  expect(await payoutNow()).toMatchObject({ state: 'withdrawn', refusal: MAY_NOT })
})

it('a payout has no answer while Stripe does not say whether it was made', async () => {
  await approved()
  await dieAt('payout.answered', () => sendPayouts(app.deps))
  stripe.faults.push(refusal(403), refusal(403))
  await expect(sendPayouts(app.deps)).rejects.toThrow()
  expect(await payoutNow()).toMatchObject({ state: 'approved', refusal: null })
  app.clock.advance({ hours: 1 })
  await sendPayouts(app.deps)
  expect(await payoutNow()).toMatchObject({ state: 'arrived' })
  expect(stripe.books.transfers.size).toBe(1)
})

it.each([
  ['no longer knows the card', 'payment_method'],
  ['does not accept the charge', 'amount'],
])('a charge that was made succeeded, although Stripe now %s', async (_, param) => {
  await pledge(org, season, GIFT)
  await loseAnswerToCharge({ app, org, season, stripe })
  app.clock.advance({ hours: 1 })
  stripe.faults.push(refusal(400, { param }))
  await runDueCharges(app.deps)
  expect(await chargesOf(org, season)).toMatchObject([{ state: 'succeeded', attempts: 1 }])
  expect(stripe.books.payments.size).toBe(1)
  expect(await accounts(app.deps.db)).toEqual(COLLECTED)
})

it.each([401, 403])('a charge whose repeated attempt is answered with %s has no answer', async (status) => {
  await pledge(org, season, GIFT)
  await loseAnswerToCharge({ app, org, season, stripe })
  app.clock.advance({ hours: 1 })
  stripe.faults.push(refusal(status))
  await expect(runDueCharges(app.deps)).rejects.toThrow()
  expect(await chargesOf(org, season)).toMatchObject([{ state: 'processing' }])
  app.clock.advance({ hours: 1 })
  await runDueCharges(app.deps)
  expect(await accounts(app.deps.db)).toEqual(COLLECTED)
})

const refunds = () => app.deps.db.query<{ state: string }>(sql`select state from refunds`)
async function refundLost(): Promise<void> {
  await chargeGift({ app, org, season, stripe })
  const [charge] = await chargesOf(org, season)
  const form = { amount: '15.00', reason: 'Sorry' }
  expectStatus(await org.representative.post(`/api/charges/${charge?.id}/refunds`, form), 201)
  await dieAt('refund.answered', () => runScheduledRefunds(app.deps))
}

it.each([
  ['has all been refunded', { code: 'charge_already_refunded' }],
  ['does not exist', { code: 'resource_missing', param: 'payment_intent' }],
])('a refund that was made succeeded, although Stripe now says that its payment %s', async (_, more) => {
  await refundLost()
  stripe.faults.push(refusal(400, more))
  const { events } = app.deps.cards
  // Without events nothing else tells that the refund is known.
  app.deps.cards.events = null
  await runScheduledRefunds(app.deps)
  app.deps.cards.events = events
  expect(await refunds()).toEqual([{ state: 'paid' }])
  expect(stripe.books.refunds.size).toBe(1)
  expect(await accounts(app.deps.db)).toMatchObject({ card_clearing: 2500 })
})

it.each([401, 403])('a refund whose repeated attempt is answered with %s has no answer', async (status) => {
  await refundLost()
  stripe.faults.push(refusal(status))
  await expect(runScheduledRefunds(app.deps)).rejects.toThrow()
  expect(await refunds()).toEqual([{ state: 'sent' }])
  app.clock.advance({ hours: 1 })
  await runScheduledRefunds(app.deps)
  expect(await refunds()).toEqual([{ state: 'paid' }])
  expect(stripe.books.refunds.size).toBe(1)
})
