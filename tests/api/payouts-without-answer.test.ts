/** R40, R69: a transfer that waits while books do not balance, and one that Stripe does not answer. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Payout } from '#domain/schemas/payout.ts'
import { sendPayouts } from '#server/money/payouts/jobs.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import type { Season, TestOrganization } from '#tests/fixtures.ts'
import { STRIPE_DESTINATION, setDestination } from '#tests/payout-fixtures.ts'
import { approvePayout, collect, openPayoutSeason, preparePayout } from '#tests/payout-season.ts'
import { type StripeStandIn, startStripe } from '#tests/stripe/stand-in.ts'

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
  await collect(org, season)
  await setDestination(org, STRIPE_DESTINATION)
  transfersBefore = stripe.books.transfers.size
})
afterEach(() => closeWithBooksInOrder(app))

const approved = async (): Promise<Payout> =>
  expectStatus(await approvePayout(org, await preparePayout(org, season, '48.75'), {}), 201)
const payoutNow = async () =>
  expectStatus(await org.representative.get<Payout[]>(`${season.path}/payouts`), 200)[0]
const transfersMade = () => stripe.books.transfers.size - transfersBefore
async function dieAt(step: string): Promise<void> {
  app.deps.checkpoint = (at) => {
    if (at === step) throw new Error('killed')
  }
  await expect(sendPayouts(app.deps)).rejects.toThrow()
  app.deps.checkpoint = () => undefined
}

describe('while the books of a campaign do not balance', () => {
  const hold = (isHeld: boolean) =>
    app.deps.db.query(
      sql`update campaigns set billing_held_at = ${isHeld ? app.clock.now() : null}::timestamptz where id = ${season.id}`,
    )

  it('a transfer that was approved before is not made, and is made once they balance', async () => {
    await approved()
    await hold(true)
    app.clock.advance({ days: 2 })
    await sendPayouts(app.deps)
    expect(await payoutNow()).toMatchObject({ state: 'sending' })
    expect(transfersMade()).toBe(0)
    await hold(false)
    await sendPayouts(app.deps)
    expect(await payoutNow()).toMatchObject({ state: 'paid' })
    expect(transfersMade()).toBe(1)
  })

  it('a transfer that Stripe was asked for before is still asked about', async () => {
    await approved()
    await dieAt('payout.answered')
    await hold(true)
    app.clock.advance({ minutes: 6 })
    await sendPayouts(app.deps)
    expect(await payoutNow()).toMatchObject({ state: 'paid' })
    expect(transfersMade()).toBe(1)
    await hold(false)
  })
})

it('a transfer is of the day on which Stripe made it, in the campaign’s zone, however late its answer comes', async () => {
  app.clock.set(new Date('2027-01-01T04:30:00Z'))
  await approved()
  await dieAt('payout.answered')
  app.clock.advance({ hours: 30 })
  await sendPayouts(app.deps)
  expect(await payoutNow()).toMatchObject({ state: 'paid', paidOn: '2026-12-31', arrivedOn: '2026-12-31' })
})
