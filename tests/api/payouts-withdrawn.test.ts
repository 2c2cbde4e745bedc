/** R69: before an approved payout is sent, what is owed is looked at again; what is no longer owed is not sent. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Cancellation } from '#domain/schemas/cancellation.ts'
import type { OrganizationPayouts, Payout } from '#domain/schemas/payout.ts'
import type { WorkQueueSteps } from '#domain/schemas/work-queue.ts'
import { runDueJobs } from '#server/jobs.ts'
import { sendPayouts } from '#server/money/payouts/jobs.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import {
  lock,
  pledge,
  runToChargeDate,
  type Season,
  setStatus,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { STRIPE_DESTINATION, setDestination } from '#tests/payout-fixtures.ts'
import {
  approvePayout,
  balanceOf,
  collect,
  correctGoals,
  openPayoutSeason,
  overviewOf,
  preparePayout,
  sendPayout,
} from '#tests/payout-season.ts'
import { type StripeStandIn, startStripe } from '#tests/stripe/stand-in.ts'
import { mailsTo } from '#tests/stripe-season.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let stripe: StripeStandIn
let transfersBefore = 0

beforeAll(async () => {
  stripe = await startStripe(() => app.clock.now())
})
afterAll(async () => {
  await stripe.close()
  expect(stripe.problems).toEqual([])
})
beforeEach(async () => {
  ;({ app, org, season } = await openPayoutSeason(stripe))
  transfersBefore = stripe.books.transfers.size
})
afterEach(() => closeWithBooksInOrder(app))

const approved = async (destination?: object): Promise<Payout> => {
  await setDestination(org, destination)
  return expectStatus(await approvePayout(org, await preparePayout(org, season, '48.75'), {}), 201)
}
const payoutNow = async () =>
  expectStatus(await org.representative.get<Payout[]>(`${season.path}/payouts`), 200)[0]
const transfersMade = () => stripe.books.transfers.size - transfersBefore
const stepsOf = async () => {
  const { steps } = expectStatus(await org.second.get<WorkQueueSteps>('/api/desk/steps'), 200)
  return steps.filter(({ kind }) => kind.endsWith('_payout'))
}
const told = async (who: Caller) =>
  (await mailsTo(app, who)).filter(({ subject }) => subject.includes('was withdrawn'))
const cancel = (refundAll: boolean) => setStatus(org, season, 'cancelled', { refundAll })
const preview = async () =>
  expectStatus(await org.representative.get<Cancellation>(`${season.path}/cancellation`), 200).payouts

/** $65.00 by card, in a season that can still be cancelled. */
async function collectGift(): Promise<void> {
  await pledge(org, season, { lines: { gift: '65.00' } })
  await lock(org, season, 'progress')
  await runToChargeDate(org)
}

/** Half of the goals are voided: $20.00 of the cards is to be refunded, $15.00 of it the organization's. */
async function correctResults(eventId: string): Promise<void> {
  await correctGoals(org, season, eventId, 5)
  await lock(org, season, 'final')
}
async function dieAt(step: string): Promise<void> {
  app.deps.checkpoint = (at) => {
    if (at === step) throw new Error('killed')
  }
  await expect(sendPayouts(app.deps)).rejects.toThrow()
  app.deps.checkpoint = () => undefined
}
const CANCELLED = 'The campaign was cancelled, and what was collected is refunded'

describe('a campaign that is cancelled with all of it refunded', () => {
  beforeEach(collectGift)

  it('withdraws a check that was approved, and tells representatives why', async () => {
    const payout = await approved()
    expect(await preview()).toEqual({ paidOut: '0.00', onItsWay: '0.00', unsent: '48.75' })
    await cancel(true)
    expect(await payoutNow()).toMatchObject({ state: 'withdrawn', refusal: CANCELLED, next: null })
    expect(await stepsOf()).toEqual([])
    expect(await told(org.second)).toMatchObject([
      {
        subject: expect.stringContaining('A payout of $48.75 to'),
        textBody: expect.stringContaining(CANCELLED),
      },
    ])
    expect(await told(org.owner)).toEqual([])
    expect(await sendPayout(org, payout)).toMatchObject({ status: 409, body: { message: 'Withdrawn' } })
    await runDueJobs(app.deps)
    expect(await balanceOf(org, season)).toMatchObject({ owed: '0.00', paidOut: '0.00' })
  })

  it('withdraws one that was only prepared', async () => {
    const prepared = await preparePayout(org, season, '48.75')
    await cancel(true)
    expect(await payoutNow()).toMatchObject({ id: prepared.id, state: 'withdrawn', refusal: CANCELLED })
  })

  it('withdraws a transfer before it is made, and tells owners, who saw it on its way', async () => {
    await approved(STRIPE_DESTINATION)
    await cancel(true)
    await runDueJobs(app.deps)
    expect(transfersMade()).toBe(0)
    expect(await payoutNow()).toMatchObject({ state: 'withdrawn', refusal: CANCELLED })
    expect(await told(org.owner)).toMatchObject([{ textBody: expect.stringContaining('was not sent') }])
    const path = `/api/organizations/${org.organizationId}/payouts`
    expect(expectStatus(await org.owner.get<OrganizationPayouts>(path), 200).payouts).toEqual([])
  })

  it('leaves a transfer that Stripe was asked for, and says so beforehand', async () => {
    await approved(STRIPE_DESTINATION)
    await dieAt('payout.answered')
    expect(await preview()).toEqual({ paidOut: '0.00', onItsWay: '48.75', unsent: '0.00' })
    await cancel(true)
    app.clock.advance({ minutes: 6 })
    await runDueJobs(app.deps)
    expect(await payoutNow()).toMatchObject({ state: 'paid' })
    expect(await balanceOf(org, season)).toMatchObject({ owed: '-48.75', paidOut: '48.75' })
  })

  it('leaves a transfer that Stripe may have been asked for, and says so beforehand', async () => {
    await approved(STRIPE_DESTINATION)
    app.clock.advance({ minutes: 6 })
    expect(await preview()).toEqual({ paidOut: '0.00', onItsWay: '48.75', unsent: '0.00' })
    await cancel(true)
    expect(await payoutNow()).toMatchObject({ state: 'sending' })
  })

  it('says beforehand what was paid out', async () => {
    expectStatus(await sendPayout(org, await approved()), 201)
    expect(await preview()).toEqual({ paidOut: '48.75', onItsWay: '0.00', unsent: '0.00' })
  })
})

it('a campaign that is cancelled and keeps what was collected keeps its payout', async () => {
  await collectGift()
  await approved()
  await cancel(false)
  expect(await payoutNow()).toMatchObject({ state: 'approved', refusal: null })
})

describe('a transfer that is more than is owed when it is to be made', () => {
  let eventId: string
  beforeEach(async () => {
    eventId = await collect(org, season)
  })
  const LESS = 'Only $33.75 is owed now: $15.00 is held for refunds that are not paid yet'

  it('is not made but withdrawn, and can be prepared again with what is owed', async () => {
    await approved(STRIPE_DESTINATION)
    await correctResults(eventId)
    await sendPayouts(app.deps)
    expect(transfersMade()).toBe(0)
    expect(await payoutNow()).toMatchObject({ state: 'withdrawn', refusal: LESS, next: null })
    expect(await told(org.representative)).toMatchObject([{ textBody: expect.stringContaining(LESS) }])
    expect(await told(org.owner)).toMatchObject([{ textBody: expect.stringContaining(LESS) }])
    expectStatus(await approvePayout(org, await preparePayout(org, season, '33.75'), {}), 201)
    await runDueJobs(app.deps)
    expect(await balanceOf(org, season)).toMatchObject({ owed: '0.00', paidOut: '33.75' })
  })

  it('is repeated if Stripe was asked before', async () => {
    await approved(STRIPE_DESTINATION)
    await dieAt('payout.answered')
    await correctResults(eventId)
    app.clock.advance({ minutes: 6 })
    await sendPayouts(app.deps)
    expect(await payoutNow()).toMatchObject({ state: 'paid' })
    expect(transfersMade()).toBe(1)
  })

  it('is paid if Stripe made it, and the database lost that it was asked', async () => {
    await approved(STRIPE_DESTINATION)
    await dieAt('payout.answered')
    await app.deps.db.query(sql`update payouts set started_at = null, lease_until = approved_at`)
    await correctResults(eventId)
    app.clock.advance({ minutes: 6 })
    await sendPayouts(app.deps)
    expect(await payoutNow()).toMatchObject({ state: 'paid', refusal: null })
    expect(transfersMade()).toBe(1)
  })
})

describe('a check that is more than is owed now', () => {
  it('is listed with what is owed, and can be recorded as sent or withdrawn', async () => {
    const eventId = await collect(org, season)
    const payout = await approved()
    expect((await stepsOf())[0]).not.toHaveProperty('stillOwed')
    expect((await overviewOf(org)).campaigns[0]).not.toHaveProperty('stillOwed')
    await correctResults(eventId)
    expect(await stepsOf()).toMatchObject([{ kind: 'send_payout', amount: '48.75', stillOwed: '33.75' }])
    expect((await overviewOf(org)).campaigns[0]).toMatchObject({ stillOwed: '33.75' })
    expectStatus(await sendPayout(org, payout), 201)
    await runDueJobs(app.deps)
    expect(await balanceOf(org, season)).toMatchObject({ owed: '-15.00', paidOut: '48.75' })
  })
})
