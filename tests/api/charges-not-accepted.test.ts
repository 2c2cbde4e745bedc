/** R32, R35: charges and refunds that Stripe does not accept, for no reason of the card's. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChargePayment } from '#domain/schemas/charge.ts'
import { runDueJobs } from '#server/jobs.ts'
import { runDueCharges } from '#server/money/charges/due-charges.ts'
import { runScheduledRefunds } from '#server/money/refunds/refund.ts'
import { sql } from '#server/platform/db/database.ts'
import { pledgeLink } from '#server/season/pledges/links/links.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import { act, theException } from '#tests/exceptions.ts'
import {
  accounts,
  chargesOf,
  goToChargeDate,
  lock,
  pledge,
  type Season,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { StripeRefusal } from '#tests/stripe/books.ts'
import type { StripeStandIn } from '#tests/stripe/stand-in.ts'
import { chargeGift, GIFT, mailsTo } from '#tests/stripe-season.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let stripe: StripeStandIn

beforeEach(async () => {
  ;({ app, org, season, stripe } = await givenSeason({ stripe: true }))
})
afterEach(() => closeWithBooksInOrder(app))

const NOT_NOW = 'Your account cannot currently make charges.'
function acceptNothing(): () => void {
  const { makePayment } = stripe.books
  stripe.books.makePayment = () => {
    throw new StripeRefusal(400, { type: 'invalid_request_error', message: NOT_NOW })
  }
  return () => {
    stripe.books.makePayment = makePayment
  }
}
const toldOf = async () =>
  (await mailsTo(app, org.representative)).filter(({ subject }) => subject.includes('does not accept'))
const charge = async () => (await chargesOf(org, season))[0]

it('are past due after 20 hours, and representatives are mailed the reason at once', async () => {
  await pledge(org, season, GIFT)
  const { supporter } = await pledge(org, season, GIFT)
  await lock(org, season, 'progress')
  await goToChargeDate(org)
  acceptNothing()
  await expect(runDueCharges(app.deps)).rejects.toThrow()
  expect(await charge()).toMatchObject({ state: 'processing' })
  expect(await toldOf()).toMatchObject([{ textBody: expect.stringContaining(NOT_NOW) }])
  app.clock.advance({ hours: 21 })
  await runDueJobs(app.deps)
  expect(await charge()).toMatchObject({
    state: 'past_due',
    reason: 'Our card provider did not accept the charge',
  })
  const texts = (await mailsTo(app, supporter)).map(({ textBody }) => textBody)
  expect(texts.some((text) => text.includes('Our card provider did not accept'))).toBe(true)
})

it('are made once the cause is fixed', async () => {
  await pledge(org, season, GIFT)
  await lock(org, season, 'progress')
  await goToChargeDate(org)
  const acceptAgain = acceptNothing()
  await expect(runDueCharges(app.deps)).rejects.toThrow()
  acceptAgain()
  app.clock.advance({ minutes: 6 })
  await runDueJobs(app.deps)
  expect(await charge()).toMatchObject({ state: 'succeeded', attempts: 1 })
})

it('of more than Stripe takes at once are past due at once, and the link says what to do', async () => {
  const made = await pledge(org, season, GIFT)
  await lock(org, season, 'progress')
  await goToChargeDate(org)
  await app.deps.db.query(sql`update charges set amount_cents = 100000000`)
  await runDueCharges(app.deps)
  expect(await charge()).toMatchObject({
    state: 'past_due',
    reason: 'The amount is more than a single card payment can be',
  })
  const address = await app.deps.db.transaction((tx) =>
    pledgeLink(app.deps, tx, { pledgeId: made.pledge.id, campaignId: season.id }),
  )
  const path = `/api/pledge-links/${address.split('/p/')[1]}/payments`
  const { status, body } = await app.visitor.post<ChargePayment & { message: string }>(path, {
    chargeId: (await charge())?.id,
  })
  expect([status, body.message]).toEqual([
    409,
    'One card payment can be at most $999,999.99: pay it by check, or write to us',
  ])
  await app.deps.db.query(sql`update charges set amount_cents = 4000`)
})

describe('a refund that Stripe does not accept', () => {
  const NO_SUCH = "No such payment_intent: 'pi_1'"
  async function refundRefused(): Promise<() => void> {
    await chargeGift({ app, org, season, stripe })
    const { makeRefund } = stripe.books
    stripe.books.makeRefund = () => {
      throw new StripeRefusal(400, {
        type: 'invalid_request_error',
        code: 'resource_missing',
        param: 'payment_intent',
        message: NO_SUCH,
      })
    }
    const path = `/api/charges/${(await charge())?.id}/refunds`
    expectStatus(await org.representative.post(path, { amount: '15.00', reason: 'Sorry' }), 201)
    await runScheduledRefunds(app.deps)
    return () => {
      stripe.books.makeRefund = makeRefund
    }
  }
  it('is an exception with Stripe’s words, and goes to the card once the cause is fixed', async () => {
    const acceptAgain = await refundRefused()
    expect(await theException(org.representative, 'refund_failed')).toMatchObject({ answer: NO_SUCH })
    expect(await accounts(app.deps.db)).toMatchObject({ card_clearing: 4000, refunds_owed: -1500 })
    acceptAgain()
    expectStatus(await act(org.representative, 'refund_failed', 'refund_again'), 201)
    await runScheduledRefunds(app.deps)
    expect(await accounts(app.deps.db)).toMatchObject({ card_clearing: 2500, refunds_owed: 0 })
  })
})
