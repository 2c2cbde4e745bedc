/** R40, R69: a transfer that waits while books do not balance, and one that Stripe does not answer. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Exception } from '#domain/schemas/exception.ts'
import type { Payout } from '#domain/schemas/payout.ts'
import { sendPayouts } from '#server/money/payouts/transfers.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import type { Season, TestOrganization } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { holdAtCheckpoint, untilSomebodyWaits } from '#tests/interleaving.ts'
import {
  approvePayout,
  CLEARED,
  collect,
  preparePayout,
  STRIPE_DESTINATION,
  setDestination,
} from '#tests/payouts.ts'
import { StripeRefusal } from '#tests/stripe/books.ts'
import type { StripeStandIn } from '#tests/stripe/stand-in.ts'
import { mailsTo } from '#tests/stripe-season.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let stripe: StripeStandIn
let transfersBefore = 0

beforeEach(async () => {
  ;({ app, org, season, stripe } = await givenSeason({ ...CLEARED, stripe: true }))
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

describe('while the books of a campaign do not balance', () => {
  it('a transfer that was approved before is not made, and is made once they balance', async () => {
    await approved()
    await holdBooks(true)
    app.clock.advance({ days: 2 })
    await sendPayouts(app.deps)
    expect(await payoutNow()).toMatchObject({ state: 'approved' })
    expect(transfersMade()).toBe(0)
    await holdBooks(false)
    await sendPayouts(app.deps)
    expect(await payoutNow()).toMatchObject({ state: 'arrived' })
    expect(transfersMade()).toBe(1)
  })

  it('a transfer that Stripe was asked for before is still asked about', async () => {
    await approved()
    await dieAt('payout.answered')
    await holdBooks(true)
    app.clock.advance({ minutes: 6 })
    await sendPayouts(app.deps)
    expect(await payoutNow()).toMatchObject({ state: 'arrived' })
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
  expect(await payoutNow()).toMatchObject({ state: 'arrived', paidOn: '2026-12-31', arrivedOn: '2026-12-31' })
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
  expect(await payoutNow()).toMatchObject({ state: 'arrived' })
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
  const exceptions = async () =>
    expectStatus(await org.second.get<Exception[]>('/api/exceptions'), 200).map(
      ({ kind, answer, subjectId }) => ({ kind, answer, subjectId }),
    )
  const UNKNOWN = 'payout_unanswered'
  const told = async () =>
    (await mailsTo(app, org.second)).filter(({ textBody }) => textBody.includes(REASON))
  const withdraw = ({ id }: Payout) =>
    org.second.post<Payout & { message: string }>(`/api/payouts/${id}/withdrawal`)
  const refused = (message: RegExp) => ({
    status: 409,
    body: { message: expect.stringMatching(message) },
  })

  it('is repeated silently for 20 hours, then a person is told why, until Stripe answers', async () => {
    const payout = await approved()
    await askInVain(20)
    expect([await told(), await exceptions()]).toEqual([[], []])
    expect(await withdraw(payout)).toMatchObject(refused(/Stripe is sending it/))
    await askInVain(4)
    expect(await told()).toHaveLength(1)
    expect(await exceptions()).toEqual([{ kind: UNKNOWN, answer: REASON, subjectId: payout.id }])
    await sendPayouts(app.deps)
    expect(await payoutNow()).toMatchObject({ state: 'arrived', held: null })
    expect(await exceptions()).toEqual([])
  })

  it('can be withdrawn once Stripe says that it was not made', async () => {
    const payout = await approved()
    await askInVain(21)
    stripe.faults.push(noKey())
    expect(await withdraw(payout)).toMatchObject(refused(/^Stripe does not accept the key .+ not known/))
    expect(expectStatus(await withdraw(payout), 200)).toMatchObject({ state: 'withdrawn' })
    expect(await exceptions()).toEqual([])
    await sendPayouts(app.deps)
    expect(transfersMade()).toBe(0)
    expectStatus(await approvePayout(org, await preparePayout(org, season, '48.75'), {}), 201)
    await sendPayouts(app.deps)
    expect(await payoutNow()).toMatchObject({ state: 'arrived' })
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
    expect(await payoutNow()).toMatchObject({ state: 'arrived' })
  })

  it('is not withdrawn while the job asks about it', async () => {
    const payout = await approved()
    await askInVain(21)
    stripe.faults.push(noKey())
    await expect(sendPayouts(app.deps)).rejects.toThrow('1 of 1 failed')
    expect(await withdraw(payout)).toMatchObject(refused(/is being asked about this payout right now/))
  })

  it('is recorded as paid, and not withdrawn, if Stripe made it', async () => {
    const payout = await approved()
    await dieAt('payout.answered')
    app.clock.advance({ hours: 21 })
    expect(await withdraw(payout)).toMatchObject(refused(/Stripe made this transfer/))
    expect(await payoutNow()).toMatchObject({ state: 'arrived', paidOn: '2026-09-04' })
    expect(transfersMade()).toBe(1)
  })

  it('is not withdrawn by a server that does not use this Stripe account', async () => {
    const payout = await approved()
    await dieAt('payout.claimed')
    app.clock.advance({ hours: 21 })
    app.deps.cards.moneyMode = 'live'
    expect(await withdraw(payout)).toMatchObject(refused(/Only Stripe knows/))
    app.deps.cards.moneyMode = 'sandbox'
  })

  it('can also be withdrawn while the books do not balance and Stripe was not asked', async () => {
    const payout = await approved()
    const { db } = app.deps
    await db.query(sql`update campaigns set billing_held_at = ${app.clock.now()} where id = ${season.id}`)
    await sendPayouts(app.deps)
    expect(await exceptions()).toEqual([])
    expect(expectStatus(await withdraw(payout), 200)).toMatchObject({ state: 'withdrawn' })
    await db.query(sql`update campaigns set billing_held_at = null where id = ${season.id}`)
    await sendPayouts(app.deps)
    expect(transfersMade()).toBe(0)
  })

  it('can be withdrawn if it was not asked and this site no longer uses that Stripe account', async () => {
    const payout = await approved()
    app.deps.cards.moneyMode = 'live'
    app.clock.advance({ hours: 21 })
    for (const _ of [1, 2]) await sendPayouts(app.deps)
    expect(await exceptions()).toEqual([{ kind: UNKNOWN, answer: null, subjectId: payout.id }])
    expect(expectStatus(await withdraw(payout), 200)).toMatchObject({ state: 'withdrawn' })
    expect(await exceptions()).toEqual([])
    app.deps.cards.moneyMode = 'sandbox'
    await sendPayouts(app.deps)
    expect(transfersMade()).toBe(0)
  })
})
