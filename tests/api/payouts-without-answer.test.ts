/** R40, R69: a transfer that waits while books do not balance, and one that Stripe does not answer. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Payout } from '#domain/schemas/payout.ts'
import type { WorkQueueSteps } from '#domain/schemas/work-queue.ts'
import { sendPayouts } from '#server/money/payouts/jobs.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import { readCsv } from '#tests/csv.ts'
import {
  holdAtCheckpoint,
  lock,
  type Season,
  type TestOrganization,
  untilSomebodyWaits,
} from '#tests/fixtures.ts'
import { STRIPE_DESTINATION, setDestination } from '#tests/payout-fixtures.ts'
import {
  approvePayout,
  collect,
  correctGoals,
  openPayoutSeason,
  overviewOf,
  preparePayout,
} from '#tests/payout-season.ts'
import { StripeRefusal } from '#tests/stripe/books.ts'
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

const holdBooks = (isHeld: boolean) =>
  app.deps.db.query(
    sql`update campaigns set billing_held_at = ${isHeld ? app.clock.now() : null}::timestamptz where id = ${season.id}`,
  )

it('a transfer on its way is told apart in the organization’s file, and counts as nothing yet (R38)', async () => {
  await approved()
  const path = `/api/organizations/${org.organizationId}/payouts.csv`
  const rows = () => readCsv(app, path, org.owner)
  expect(await rows()).toMatchObject([
    { Sent: '', 'Amount (USD)': '48.75', State: 'On its way', 'Counts as paid out (USD)': '0.00' },
  ])
  await sendPayouts(app.deps)
  expect(await rows()).toMatchObject([{ State: 'Arrived', 'Counts as paid out (USD)': '48.75' }])
})

describe('while the books of a campaign do not balance', () => {
  it('a transfer that was approved before is not made, and is made once they balance', async () => {
    await approved()
    await holdBooks(true)
    app.clock.advance({ days: 2 })
    await sendPayouts(app.deps)
    expect(await payoutNow()).toMatchObject({ state: 'sending' })
    expect(transfersMade()).toBe(0)
    await holdBooks(false)
    await sendPayouts(app.deps)
    expect(await payoutNow()).toMatchObject({ state: 'paid' })
    expect(transfersMade()).toBe(1)
  })

  it('a transfer that Stripe was asked for before is still asked about', async () => {
    await approved()
    await dieAt('payout.answered')
    await holdBooks(true)
    app.clock.advance({ minutes: 6 })
    await sendPayouts(app.deps)
    expect(await payoutNow()).toMatchObject({ state: 'paid' })
    expect(transfersMade()).toBe(1)
    await holdBooks(false)
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

it('the answer about a transfer is recorded without keeping the books from who has the payout', async () => {
  const payout = await approved()
  const { reached, goOn } = holdAtCheckpoint(app, 'payout.answered')
  const sending = sendPayouts(app.deps)
  await reached
  const books = await app.deps.db.transaction(async (tx) => {
    await tx.query(sql`select id from payouts where id = ${payout.id} for update`)
    goOn()
    await untilSomebodyWaits(app.deps.db)
    return tx.query(sql`
      select campaign_id from campaign_books where campaign_id = ${season.id} for update skip locked
    `)
  })
  await sending
  expect(books).toHaveLength(1)
  expect(await payoutNow()).toMatchObject({ state: 'paid' })
})

describe('a transfer that Stripe does not answer', () => {
  const noKey = () =>
    new StripeRefusal(401, { type: 'invalid_request_error', message: 'Invalid API Key provided: rk_***' })
  const REASON = 'Stripe does not accept the key that this site uses'
  /** Asked at each of these hours, without an answer. */
  async function askInVain(hours: number): Promise<void> {
    for (let hour = 0; hour < hours; hour += 1) {
      stripe.faults.push(noKey())
      await expect(sendPayouts(app.deps)).rejects.toThrow('1 of 1 failed')
      app.clock.advance({ hours: 1 })
    }
    expect(stripe.faults).toEqual([])
  }
  const told = async () =>
    (await mailsTo(app, org.second)).filter(({ subject }) => subject.includes('has not answered'))
  const stepsOf = async () => {
    const { steps } = expectStatus(await org.second.get<WorkQueueSteps>('/api/desk/steps'), 200)
    return steps.filter(({ kind }) => kind === 'send_payout')
  }
  const eventId = async () =>
    (await app.deps.db.query<{ id: string }>(sql`select id from events limit 1`))[0]?.id ?? ''
  const rowNow = async () => (await overviewOf(org)).campaigns[0]
  const withdraw = ({ id }: Payout) =>
    org.second.delete<Payout & { message: string }>(`${season.path}/payouts/${id}`)

  it('is repeated silently for 20 hours, then representatives are mailed once why, and it is listed', async () => {
    const payout = await approved()
    const since = app.clock.now().toISOString()
    await askInVain(20)
    expect([await told(), await stepsOf(), (await rowNow())?.stuck]).toEqual([[], [], undefined])
    expect(await withdraw(payout)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/on its way/) },
    })
    await askInVain(4)
    expect(await told()).toMatchObject([{ textBody: expect.stringContaining(REASON) }])
    expect(await stepsOf()).toMatchObject([{ amount: '48.75', unansweredSince: since }])
    expect(await rowNow()).toMatchObject({ stuck: { since, why: 'no_answer' } })
    await sendPayouts(app.deps)
    expect(await payoutNow()).toMatchObject({ state: 'paid' })
    expect([await stepsOf(), (await rowNow())?.stuck]).toEqual([[], undefined])
  })

  it('can be withdrawn once Stripe says that it was not made', async () => {
    const payout = await approved()
    await askInVain(21)
    stripe.faults.push(noKey())
    expect(await withdraw(payout)).toMatchObject({
      status: 409,
      body: {
        message: `${REASON}, so it is not known whether the payout was sent. Have that corrected, then withdraw it again`,
      },
    })
    expect(expectStatus(await withdraw(payout), 200)).toMatchObject({
      ...{ state: 'withdrawn', refusal: 'Stripe did not make the transfer' },
    })
    await sendPayouts(app.deps)
    expect(transfersMade()).toBe(0)
    expectStatus(await approvePayout(org, await preparePayout(org, season, '48.75'), {}), 201)
    await sendPayouts(app.deps)
    expect(await payoutNow()).toMatchObject({ state: 'paid' })
    expect(transfersMade()).toBe(1)
  })

  it('can be withdrawn although time passes between the steps', async () => {
    const payout = await approved()
    await askInVain(21)
    const { clock } = app.deps
    let readings = 0
    app.deps.clock = { now: () => new Date(clock.now().getTime() + ++readings) }
    expect(expectStatus(await withdraw(payout), 200)).toMatchObject({ state: 'withdrawn' })
  })

  it('is sent as early after a withdrawal in vain as without it', async () => {
    const payout = await approved()
    await askInVain(21)
    stripe.faults.push(noKey())
    expect(await withdraw(payout)).toMatchObject({ status: 409 })
    await sendPayouts(app.deps)
    expect(await payoutNow()).toMatchObject({ state: 'paid' })
  })

  it('is not withdrawn while the job asks about it', async () => {
    const payout = await approved()
    await askInVain(21)
    stripe.faults.push(noKey())
    await expect(sendPayouts(app.deps)).rejects.toThrow('1 of 1 failed')
    expect(await withdraw(payout)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/is being asked about this payout right now/) },
    })
  })

  it('is recorded as paid, and not withdrawn, if Stripe made it', async () => {
    const payout = await approved()
    await dieAt('payout.answered')
    app.clock.advance({ hours: 21 })
    expect(await withdraw(payout)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/Stripe made this transfer/) },
    })
    expect(await payoutNow()).toMatchObject({ state: 'paid', paidOn: '2026-09-04' })
    expect(transfersMade()).toBe(1)
  })

  it('is not withdrawn by a server that does not use this Stripe account', async () => {
    const payout = await approved()
    await dieAt('payout.claimed')
    app.clock.advance({ hours: 21 })
    const { transfers } = app.deps.cards
    app.deps.cards.transfers = null
    expect(await withdraw(payout)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/Only Stripe knows/) },
    })
    app.deps.cards.transfers = transfers
  })

  it('can also be withdrawn while the books do not balance and Stripe was not asked', async () => {
    const payout = await approved()
    const { db } = app.deps
    await db.query(sql`update campaigns set billing_held_at = ${app.clock.now()} where id = ${season.id}`)
    expect(await rowNow()).toMatchObject({ stuck: { why: 'books_held' } })
    expect(expectStatus(await withdraw(payout), 200)).toMatchObject({ state: 'withdrawn' })
    await db.query(sql`update campaigns set billing_held_at = null where id = ${season.id}`)
    await sendPayouts(app.deps)
    expect(transfersMade()).toBe(0)
  })

  it('is told and can be withdrawn, too, if Stripe was not asked for it because less is owed', async () => {
    const payout = await approved()
    const since = app.clock.now().toISOString()
    await holdBooks(true)
    app.clock.advance({ hours: 30 })
    await holdBooks(false)
    await correctGoals(org, season, await eventId(), 5)
    await lock(org, season, 'final')
    await askInVain(2)
    expect(await told()).toMatchObject([{ textBody: expect.stringContaining('it is to be withdrawn') }])
    expect(await rowNow()).toMatchObject({ stuck: { since, why: 'not_asked' } })
    expect(await stepsOf()).toMatchObject([{ amount: '48.75' }])
    expect(expectStatus(await withdraw(payout), 200)).toMatchObject({
      ...{ state: 'withdrawn', refusal: 'Stripe did not make the transfer' },
    })
    expect(transfersMade()).toBe(0)
  })

  it('can be withdrawn if it was not asked and this site no longer uses that Stripe account', async () => {
    const payout = await approved()
    const { transfers } = app.deps.cards
    app.deps.cards.transfers = null
    app.clock.advance({ hours: 21 })
    await sendPayouts(app.deps)
    expect(await rowNow()).toMatchObject({ stuck: { why: 'not_asked' } })
    expect(expectStatus(await withdraw(payout), 200)).toMatchObject({
      ...{ state: 'withdrawn', refusal: 'Stripe was not asked to make the transfer' },
    })
    app.deps.cards.transfers = transfers
    await sendPayouts(app.deps)
    expect(transfersMade()).toBe(0)
  })
})
