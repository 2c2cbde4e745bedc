/** R69: what was approved and is more than is owed now waits for a person; so does what was paid out too much. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Cancellation } from '#domain/schemas/cancellation.ts'
import type { Exception } from '#domain/schemas/exception.ts'
import type { Payout } from '#domain/schemas/payout.ts'
import type { WorkQueueSteps } from '#domain/schemas/work-queue.ts'
import { runDueJobs } from '#server/jobs.ts'
import { compareBalances } from '#server/money/payouts/owed.ts'
import { sendPayouts } from '#server/money/payouts/transfers.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import {
  bill,
  correctGoals,
  lock,
  pledge,
  type Season,
  setStatus,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import {
  approvePayout,
  balanceOf,
  CLEARED,
  collect,
  preparePayout,
  returnPayout,
  STRIPE_DESTINATION,
  sendPayout,
  setDestination,
} from '#tests/payouts.ts'
import type { StripeStandIn } from '#tests/stripe/stand-in.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let stripe: StripeStandIn
let transfersBefore = 0

beforeEach(async () => {
  ;({ app, org, season, stripe } = await givenSeason({ ...CLEARED, stripe: true }))
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
const exceptions = async () =>
  expectStatus(await org.second.get<Exception[]>('/api/exceptions'), 200).map(
    ({ kind, amount, subjectId }) => ({ kind, amount, subjectId }),
  )
const withdraw = ({ id }: Payout) => org.second.post<Payout>(`/api/payouts/${id}/withdrawal`)
const preview = async () =>
  expectStatus(await org.representative.get<Cancellation>(`${season.path}/cancellation`), 200).payouts
async function dieAt(step: string): Promise<void> {
  app.deps.checkpoint = (at) => {
    if (at === step) throw new Error('killed')
  }
  await expect(sendPayouts(app.deps)).rejects.toThrow()
  app.deps.checkpoint = () => undefined
}
/** What nobody decided yet. */
const above = ({ id }: Payout) => ({ kind: 'payout_above_owed', amount: '48.75', subjectId: id })

describe('a campaign that is cancelled with all of it refunded', () => {
  /** $65.00 by card. */
  beforeEach(async () => {
    await pledge(org, season, { lines: { gift: '65.00' } })
    await bill(org, season, 'progress')
  })

  it.each([undefined, STRIPE_DESTINATION])(
    'sends no payout that was approved before',
    async (destination) => {
      const payout = await approved(destination)
      expect(await preview()).toEqual({ paidOut: '0.00', onItsWay: '0.00', unsent: '48.75' })
      await setStatus(org, season, 'cancelled', { refundAll: true })
      await runDueJobs(app.deps)
      expect(transfersMade()).toBe(0)
      expect(await exceptions()).toEqual([above(payout)])
      expect(expectStatus(await withdraw(payout), 200)).toMatchObject({ state: 'withdrawn', held: null })
      expect(await exceptions()).toEqual([])
      expect(await balanceOf(org, season)).toMatchObject({ owed: '0.00', paidOut: '0.00' })
    },
  )

  it('leaves a transfer that Stripe was asked for, and says so beforehand', async () => {
    await approved(STRIPE_DESTINATION)
    await dieAt('payout.answered')
    expect(await preview()).toEqual({ paidOut: '0.00', onItsWay: '48.75', unsent: '0.00' })
    await setStatus(org, season, 'cancelled', { refundAll: true })
    app.clock.advance({ minutes: 6 })
    await runDueJobs(app.deps)
    expect(await payoutNow()).toMatchObject({ state: 'arrived' })
    expect(await balanceOf(org, season)).toMatchObject({ owed: '-48.75', paidOut: '48.75' })
    expect(await preview()).toEqual({ paidOut: '48.75', onItsWay: '0.00', unsent: '0.00' })
    expect(await exceptions()).toMatchObject([{ kind: 'organization_overpaid', amount: '48.75' }])
  })
})

describe('a payout of which less is owed when it is to be sent', () => {
  let eventId: string
  beforeEach(async () => {
    eventId = await collect(org, season)
  })
  /** Ten goals were billed, at $4.00 each: $3.00 of it is the organization's. */
  async function correctTo(goals: number): Promise<void> {
    await correctGoals(org, season, eventId, goals)
    await lock(org, season, 'final')
  }
  const LESS =
    'A payout of $48.75 is approved. Only $33.75 is owed now: $15.00 is held for refunds that are not paid yet.'

  it('waits if Stripe is to send it, and is withdrawn by a person', async () => {
    const payout = await approved(STRIPE_DESTINATION)
    await correctTo(5)
    for (const _ of [1, 2]) await sendPayouts(app.deps)
    expect(transfersMade()).toBe(0)
    expect(await payoutNow()).toMatchObject({ state: 'approved', held: LESS })
    expect(await exceptions()).toEqual([above(payout)])
    expectStatus(await withdraw(payout), 200)
    expectStatus(await approvePayout(org, await preparePayout(org, season, '33.75'), {}), 201)
    await runDueJobs(app.deps)
    expect(await balanceOf(org, season)).toMatchObject({ owed: '0.00', paidOut: '33.75' })
    expect(await exceptions()).toEqual([])
  })

  it('is sent by itself once enough is owed again', async () => {
    await approved(STRIPE_DESTINATION)
    const hold = (cents: number) =>
      app.deps.db.query(sql`
        update campaign_books set commission_cents = commission_cents + ${cents} where campaign_id = ${season.id}`)
    for (const _ of [1, 2]) {
      await hold(100)
      app.deps.cards.moneyMode = 'live'
      await sendPayouts(app.deps)
      expect(await exceptions()).toHaveLength(1)
      await hold(-100)
      await sendPayouts(app.deps)
      expect(await exceptions()).toEqual([])
    }
    app.deps.cards.moneyMode = 'sandbox'
    await sendPayouts(app.deps)
    expect(await payoutNow()).toMatchObject({ state: 'arrived' })
    expect(transfersMade()).toBe(1)
  })

  it('is sent all the same if Stripe was asked before', async () => {
    await approved(STRIPE_DESTINATION)
    await dieAt('payout.answered')
    await correctTo(5)
    app.clock.advance({ minutes: 6 })
    await sendPayouts(app.deps)
    expect(await payoutNow()).toMatchObject({ state: 'arrived' })
    expect(transfersMade()).toBe(1)
  })

  it('is recorded and not withdrawn if Stripe made it, and the database lost that it was asked', async () => {
    const payout = await approved(STRIPE_DESTINATION)
    await dieAt('payout.answered')
    await app.deps.db.query(sql`update payouts set started_at = null, lease_until = approved_at`)
    await correctTo(5)
    app.clock.advance({ minutes: 6 })
    await sendPayouts(app.deps)
    expect(await exceptions()).toEqual([above(payout)])
    expect(await withdraw(payout)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/Stripe made this transfer/) },
    })
    expect(await payoutNow()).toMatchObject({ state: 'arrived' })
    expect(await exceptions()).toEqual([])
    expect(transfersMade()).toBe(1)
  })

  it('is recorded if its check is in the mail; what was paid too much is settled later, and may come again', async () => {
    const payout = await approved()
    await correctTo(5)
    await sendPayouts(app.deps)
    expect(await exceptions()).toEqual([above(payout)])
    const { steps } = expectStatus(await org.second.get<WorkQueueSteps>('/api/desk/steps'), 200)
    expect(steps.map(({ kind }) => kind)).toContain('exception')
    expect(steps.map(({ kind }) => kind)).not.toContain('send_payout')
    expectStatus(await sendPayout(org, payout), 201)
    expect(await exceptions()).toEqual([])
    await runDueJobs(app.deps)
    await compareBalances(app.deps)
    const tooMuch = (amount: string) => ({ kind: 'organization_overpaid', amount, subjectId: null })
    expect(await exceptions()).toEqual([tooMuch('15.00')])
    const back = { isPaidBack: true, reason: 'Check 118', amount: '15.00' }
    expectStatus(await returnPayout(org, payout, back), 201)
    await compareBalances(app.deps)
    expect(await exceptions()).toEqual([])
    await correctTo(3)
    await runDueJobs(app.deps)
    expect(await exceptions()).toEqual([tooMuch('6.00')])
  })
})
