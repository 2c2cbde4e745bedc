/** R31, R32, R35: a settlement does not wait for a bank that is deciding a dispute. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runDueJobs } from '#server/jobs.ts'
import { checkInvariants } from '#server/money/book-check/store.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import { act } from '#tests/exceptions.ts'
import {
  accounts,
  BAY,
  bill,
  chargesOf,
  correctGoals,
  lock,
  play,
  pledge,
  runToChargeDate,
  type Season,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import type { StripeStandIn } from '#tests/stripe/stand-in.ts'
import { deliver, mailsTo } from '#tests/stripe-season.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let stripe: StripeStandIn

beforeEach(async () => {
  ;({ app, org, season, stripe } = await givenSeason({ stripe: true }))
})
afterEach(() => closeWithBooksInOrder(app))

/** $20.00 was charged for ten goals, and its bank disputes it. */
async function disputedGoals(timing: 'progress' | 'final') {
  const method = timing === 'final' ? { method: 'auto_bill_end' as const } : {}
  const { supporter } = await pledge(org, season, { lines: { goals: '2.00' }, ...method })
  const eventId = await play(org, season, { ...BAY, goals: 10 })
  await bill(org, season, timing)
  stripe.events()
  const [payment = ''] = stripe.books.payments.keys()
  const { id: disputeId } = stripe.books.openDispute(payment)
  await deliver(app, stripe.events())
  return { supporter, eventId, disputeId }
}
const correctTo = async (eventId: string, goals: number) => {
  await correctGoals(org, season, eventId, goals)
}
const decide = async (disputeId: string, how: 'won' | 'lost') => {
  stripe.books.moveDispute(disputeId, how)
  await deliver(app, stripe.events())
  await runDueJobs(app.deps)
  expect(await checkInvariants(app.deps.db)).toEqual([])
}
const refunds = () =>
  app.deps.db.query<{ kind: string; state: string; amountCents: number }>(
    sql`select kind, state, amount_cents from refunds order by id`,
  )

describe('a final settlement that lowers a pledge whose charge is disputed', () => {
  it('is locked, and bills everyone else', async () => {
    const { eventId } = await disputedGoals('progress')
    await pledge(org, season, { lines: { goals: '5.00' }, method: 'auto_bill_end' })
    await correctTo(eventId, 9)
    const { totals } = await lock(org, season, 'final')
    expect(totals).toMatchObject({ bill: '45.00', writtenOff: '-2.00', refunded: '0.00', carried: '0.00' })
    expect(await checkInvariants(app.deps.db)).toEqual([])
    await runToChargeDate(org)
    expect((await chargesOf(org, season)).map(({ state }) => state)).toEqual(['succeeded', 'succeeded'])
  })

  it('refunds the difference once the bank has returned the money', async () => {
    const { supporter, eventId, disputeId } = await disputedGoals('progress')
    await correctTo(eventId, 9)
    await lock(org, season, 'final')
    await decide(disputeId, 'won')
    expectStatus(await act(org.representative, 'dispute_not_owed', 'refund_again'), 201)
    await runDueJobs(app.deps)
    expect(await refunds()).toEqual([{ kind: 'correction', state: 'paid', amountCents: 200 }])
    expect(await accounts(app.deps.db)).toMatchObject({
      card_clearing: 1800,
      commission: -450,
      organization_payable: -1350,
    })
    expect((await mailsTo(app, supporter)).map(({ subject }) => subject)).toContain(
      'We refunded $2.00 from Fall Season',
    )
  })

  it('refunds nothing if the bank keeps it', async () => {
    const { eventId, disputeId } = await disputedGoals('progress')
    await correctTo(eventId, 9)
    await lock(org, season, 'final')
    await decide(disputeId, 'lost')
    expect(await refunds()).toEqual([])
    expect((await accounts(app.deps.db)).card_clearing ?? 0).toBe(0)
  })
})

describe('a correction of a pledge whose charge is disputed', () => {
  it('is locked once for each difference, and what was lowered is refunded when the bank returns it', async () => {
    const { eventId, disputeId } = await disputedGoals('final')
    for (const goals of [7, 5]) {
      await correctTo(eventId, goals)
      await lock(org, season, 'final')
      expect(await checkInvariants(app.deps.db)).toEqual([])
    }
    await decide(disputeId, 'won')
    expectStatus(await act(org.representative, 'dispute_not_owed', 'refund_again'), 201)
    await runDueJobs(app.deps)
    expect(await refunds()).toEqual([{ kind: 'correction', state: 'paid', amountCents: 1000 }])
    await correctTo(eventId, 4)
    await lock(org, season, 'final')
    await runDueJobs(app.deps)
    expect((await accounts(app.deps.db)).card_clearing).toBe(800)
  })

  it('leaves nothing above what was settled if a lost dispute is won later', async () => {
    const { eventId, disputeId } = await disputedGoals('final')
    await decide(disputeId, 'lost')
    await correctTo(eventId, 7)
    await lock(org, season, 'final')
    await decide(disputeId, 'won')
    expectStatus(await act(org.representative, 'dispute_not_owed', 'refund_again'), 201)
    await runDueJobs(app.deps)
    expect(await refunds()).toEqual([{ kind: 'correction', state: 'paid', amountCents: 600 }])
    expect((await accounts(app.deps.db)).card_clearing).toBe(1400)
  })
})
