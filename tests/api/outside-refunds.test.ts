/** A refund made in Stripe's dashboard is posted even if the books have less on the charge (R32, R35). */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChargeDetail } from '#domain/schemas/charge-detail.ts'
import type { RefundOwed } from '#domain/schemas/manual-refund.ts'
import type { Charge } from '#domain/schemas/settlement.ts'
import { runDueJobs } from '#server/jobs.ts'
import { checkInvariants } from '#server/money/book-check/invariants.ts'
import { sql } from '#server/platform/db/database.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  accounts,
  lock,
  openSeason,
  pledge,
  runToChargeDate,
  type Season,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { recordRefund } from '#tests/manual-refunds.ts'
import { type SignedEvent, type StripeStandIn, startStripe } from '#tests/stripe/stand-in.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let stripe: StripeStandIn
/** Stripe's name for the one payment, of $40.00. */
let payment: string

beforeEach(async () => {
  stripe = await startStripe(() => app?.clock.now() ?? new Date('2026-09-10T16:00:00Z'))
  app = await createTestApp({ now: '2026-09-10T16:00:00Z', stripe })
  org = await setUpOrganization(app)
  season = await openSeason(org)
  await pledge(org, season, { lines: { gift: '40.00' } })
  await lock(org, season, 'progress')
  await runToChargeDate(org)
  payment = [...stripe.books.payments.keys()][0] ?? ''
  stripe.events()
})
afterEach(async () => {
  const violations = await checkInvariants(app.deps.db)
  await app.close()
  await stripe.close()
  expect(violations).toEqual([])
  expect(stripe.problems).toEqual([])
})

const books = () => accounts(app.deps.db)
const unhandled = () =>
  app.deps.db.query<{ type: string }>(sql`select type from card_events where handled_at is null`)
async function deliver(events: readonly SignedEvent[]): Promise<void> {
  for (const { payload, signature } of events) {
    const headers = { 'stripe-signature': signature }
    expectStatus(await app.visitor.post('/api/webhooks/stripe', payload, headers), 200)
  }
  await vi.waitFor(async () => expect(await unhandled()).toEqual([]), { timeout: 10_000, interval: 20 })
}
const refundAtStripe = (cents: number): string =>
  stripe.books.makeRefund({ payment_intent: payment, amount: String(cents) }).id
const recordManualRefund = async (): Promise<void> => {
  const [owed] = expectStatus(await org.representative.get<RefundOwed[]>('/api/repayments/owed'), 200)
  const givenOn = app.clock.now().toISOString().slice(0, 10)
  const form = { kind: 'refund', sourceId: owed?.id, method: 'check', reference: '2041', givenOn }
  expectStatus(await recordRefund(org, season, form), 201)
}
const representativeMails = () =>
  app.deps.db.query<{ subject: string; textBody: string }>(sql`
    select subject, text_body from mails where to_address = ${org.representative.email} order by id`)

describe('a refund at Stripe of what was already refunded by check', () => {
  /** Stripe counts a refund that failed as never made: its dashboard offers the whole $40.00 again. */
  async function refundByCheckThenAtStripe(cents: number): Promise<string> {
    const first = refundAtStripe(1500)
    await deliver(stripe.events())
    stripe.books.failRefund(first)
    await deliver(stripe.events())
    await recordManualRefund()
    const second = refundAtStripe(cents)
    await deliver(stripe.events())
    return second
  }

  it('posts what is left of the charge as a refund, and the rest as owed by the supporter', async () => {
    await refundByCheckThenAtStripe(4000)
    expect(await books()).toEqual({
      ...{ cash: -1500, commission: 0, organization_payable: 0, refunds_owed: 0 },
      supporter_credit: 1500,
    })
    const [charge] = expectStatus(await org.representative.get<Charge[]>(`${season.path}/charges`), 200)
    expect(charge).toMatchObject({ refunded: '40.00' })
    const path = `/api/charges/${charge?.id}`
    const { refunds } = expectStatus(await org.representative.get<ChargeDetail>(path), 200)
    expect(refunds.map(({ amount }) => amount)).toEqual(['40.00', '15.00'])
  })

  it('notifies representatives of the amount to ask for', async () => {
    await refundByCheckThenAtStripe(4000)
    const mail = (await representativeMails()).at(-1)
    expect(mail?.subject).toBe('$40.00 was refunded outside Pledgeraiser')
    expect(mail?.textBody).toContain('$15.00 more than was paid')
    const [entry] = await app.deps.db.query<{ after: object }>(
      sql`select after from audit_log where action = 'refund.outside' order by id desc limit 1`,
    )
    expect(entry?.after).toEqual({ amountCents: 4000, excessCents: 1500 })
  })

  it('has the same result when Stripe reports it after the check was recorded', async () => {
    const first = refundAtStripe(1500)
    await deliver(stripe.events())
    stripe.books.failRefund(first)
    await deliver(stripe.events())
    refundAtStripe(4000)
    await recordManualRefund()
    const events = stripe.events()
    await deliver([...events, ...events])
    expect(await books()).toMatchObject({ cash: -1500, organization_payable: 0, supporter_credit: 1500 })
  })

  it('that follows a refund of all that was left is owed by the supporter in full', async () => {
    await refundByCheckThenAtStripe(2500)
    expect(await books()).toMatchObject({ cash: 0, organization_payable: 0 })
    refundAtStripe(1500)
    await deliver(stripe.events())
    expect(await books()).toMatchObject({ cash: -1500, organization_payable: 0, supporter_credit: 1500 })
  })

  it('that fails at the bank is owed for the part that was a refund', async () => {
    stripe.books.failRefund(await refundByCheckThenAtStripe(4000))
    await deliver(stripe.events())
    expect(await books()).toEqual({
      ...{ cash: 2500, commission: 0, organization_payable: 0, refunds_owed: -2500, supporter_credit: 0 },
    })
    await recordManualRefund()
    expect(await books()).toMatchObject({ cash: 0, refunds_owed: 0, supporter_credit: 0 })
  })

  it('that fails at the bank and was no refund in the books leaves nothing owed', async () => {
    await refundByCheckThenAtStripe(2500)
    const second = refundAtStripe(1500)
    await deliver(stripe.events())
    stripe.books.failRefund(second)
    await deliver(stripe.events())
    expect(await books()).toMatchObject({ cash: 0, refunds_owed: 0, supporter_credit: 0 })
    expect(expectStatus(await org.representative.get('/api/repayments/owed'), 200)).toEqual([])
  })
})

describe('a refund at Stripe after a dispute was won there', () => {
  it('is posted after the disputed money came back, even if Stripe reports it first', async () => {
    const { id } = stripe.books.openDispute(payment)
    await deliver(stripe.events())
    stripe.books.moveDispute(id, 'won')
    stripe.events()
    refundAtStripe(1000)
    await deliver(stripe.events())
    expect(await books()).toEqual({ cash: 3000, commission: -750, organization_payable: -2250, disputed: 0 })
  })

  it('is handled with the late event that the dispute was won', async () => {
    const { id } = stripe.books.openDispute(payment)
    await deliver(stripe.events())
    stripe.books.moveDispute(id, 'won')
    refundAtStripe(1000)
    await deliver(stripe.events().reverse())
    app.clock.advance({ days: 1 })
    await runDueJobs(app.deps)
    expect(await books()).toEqual({ cash: 3000, commission: -750, organization_payable: -2250, disputed: 0 })
  })
})
