/** R32, R66: a disputed pledge that is corrected costs its supporter what was settled, however the bank decides. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runDueJobs } from '#server/jobs.ts'
import { checkInvariants } from '#server/money/book-check/invariants.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import {
  accounts,
  confirm,
  enterMatch,
  lock,
  play,
  pledge,
  runToChargeDate,
  type Season,
  type TestOrganization,
} from '#tests/fixtures.ts'
import type { StripeStandIn } from '#tests/stripe/stand-in.ts'
import { cashAt, cashOf, refundRows } from '#tests/stripe-cash.ts'
import { chargesOf, closeStripeSeason, deliver, openStripeSeason } from '#tests/stripe-season.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let stripe: StripeStandIn
/** Stripe's name for the one payment. */
let payment: string
let eventId: string

const BAY = { opponent: 'Bay', startTime: '2026-09-09T18:00:00Z' }

/** $20.00 was charged for ten goals. */
beforeEach(async () => {
  ;({ app, org, season, stripe } = await openStripeSeason())
  await pledge(org, season, { lines: { goals: '2.00' }, method: 'auto_bill_end' })
  eventId = await play(org, season, { ...BAY, goals: 10 })
  await lock(org, season, 'final')
  await runToChargeDate(org)
  stripe.events()
  payment = [...stripe.books.payments.keys()][0] ?? ''
})
afterEach(async () => {
  await hear()
  expect(await cashOf(app.deps.db)).toBe(cashAt(stripe))
  await closeStripeSeason({ app, stripe })
})

const hear = () => deliver(app, stripe.events())
async function correctTo(goals: number): Promise<void> {
  await confirm(org.owner, season, await enterMatch(org, season, { ...BAY, eventId, goals }))
  await lock(org, season, 'final')
}
async function dispute(amount?: number): Promise<string> {
  const { id } = stripe.books.openDispute(payment, 'needs_response', amount)
  await hear()
  return id
}
async function decide(id: string, status: 'won' | 'lost'): Promise<void> {
  stripe.books.moveDispute(id, status)
  await hear()
  await runDueJobs(app.deps)
  await hear()
}
async function losePart(id: string, back: number): Promise<void> {
  stripe.books.returnPart(id, back)
  await decide(id, 'lost')
}
/** What is left once the refunds that cannot go to the card are paid. */
async function kept(): Promise<number> {
  const { cash = 0, refunds_owed: owed = 0 } = await accounts(app.deps.db)
  return cash + owed
}
const refunds = () => refundRows(app.deps.db)

describe('a dispute that is lost in part', () => {
  it('refunds what it gave back above the corrected amount', async () => {
    const id = await dispute()
    await correctTo(1)
    await losePart(id, 1500)
    expect(await refunds()).toEqual(['correction 1300 owed'])
    expect(await kept()).toBe(200)
  })

  it('refunds that also where it covers an earlier refund', async () => {
    await correctTo(8)
    const id = await dispute()
    await correctTo(1)
    await losePart(id, 1500)
    expect(await refunds()).toEqual(['correction 400 dropped', 'correction 1300 owed'])
    expect(await kept()).toBe(200)
  })

  it('refunds what a later correction lowers, and takes back no write-off that covers an earlier refund', async () => {
    await correctTo(8)
    await losePart(await dispute(), 1700)
    expect(await refunds()).toEqual(['correction 300 dropped', 'correction 100 owed'])
    await correctTo(5)
    await runDueJobs(app.deps)
    expect(await kept()).toBe(1000)
  })

  it('after it was lost in full refunds what is above the corrected amount, and the rest if it is won', async () => {
    await correctTo(8)
    const id = await dispute()
    await decide(id, 'lost')
    await correctTo(1)
    stripe.books.returnPart(id, 1500)
    await hear()
    await runDueJobs(app.deps)
    expect(await kept()).toBe(200)
    stripe.books.returnPart(id, 500)
    stripe.books.dispute(id).status = 'won'
    await hear()
    await runDueJobs(app.deps)
    expect(await kept()).toBe(200)
  })
})

it('a goodwill refund that a correction claimed counts once after it was dropped', async () => {
  const [charge] = await chargesOf({ org, season })
  const path = `/api/charges/${charge?.id}/refunds`
  expectStatus(await org.representative.post(path, { amount: '3.00', reason: 'Sorry' }), 201)
  const [first, second] = [await dispute(300), await dispute(1700)]
  await correctTo(8)
  await decide(first, 'lost')
  expect(await refunds()).toEqual(['goodwill 300 dropped', 'correction 300 claimed'])
  await correctTo(1)
  expect(await checkInvariants(app.deps.db)).toEqual([])
  await decide(second, 'won')
  expect(await kept()).toBe(200)
})

describe('two disputes of one charge', () => {
  it('that is lowered: nothing is refunded before the second is decided, and nothing if its bank gives back as much', async () => {
    const [first, second] = [await dispute(1000), await dispute(1000)]
    await correctTo(5)
    await decide(first, 'won')
    expect(await refunds()).toEqual([])
    await decide(second, 'lost')
    expect(await refunds()).toEqual([])
    expect(await kept()).toBe(1000)
  })

  it('that is lowered: both won refund it once', async () => {
    const [first, second] = [await dispute(1000), await dispute(1000)]
    await correctTo(5)
    await decide(first, 'won')
    await decide(second, 'won')
    expect(await kept()).toBe(1000)
  })
})

describe('a refund that is owed because the card did not take it', () => {
  let id: string
  beforeEach(async () => {
    await correctTo(8)
    await runDueJobs(app.deps)
    await hear()
    stripe.books.failRefund([...stripe.books.refunds.keys()][0] ?? '')
    await hear()
    expect(await refunds()).toEqual(['correction 400 owed'])
    id = await dispute()
  })

  it('waits for a dispute, and is not paid again by check once that is lost', async () => {
    expect(await refunds()).toEqual(['correction 400 waiting'])
    await decide(id, 'lost')
    expect(await refunds()).toEqual(['correction 400 dropped'])
    expect(await accounts(app.deps.db)).toMatchObject({ cash: 0, refunds_owed: 0, disputed: 0 })
    expect((await accounts(app.deps.db)).supporter_credit ?? 0).toBe(0)
  })

  it('waits for a dispute that is opened before its bank returns it, too', async () => {
    await decide(id, 'won')
    expect(await refunds()).toEqual(['correction 400 failed', 'correction 400 succeeded'])
    const second = await dispute()
    stripe.books.failRefund([...stripe.books.refunds.keys()][1] ?? '')
    await hear()
    expect(await refunds()).toEqual(['correction 400 failed', 'correction 400 owed'])
    await decide(second, 'lost')
    expect(await refunds()).toEqual(['correction 400 failed', 'correction 400 dropped'])
    expect(await kept()).toBe(0)
  })

  it('goes back once the dispute is won', async () => {
    await decide(id, 'won')
    expect(await refunds()).toEqual(['correction 400 failed', 'correction 400 succeeded'])
    expect(await kept()).toBe(1600)
  })
})

it('a lost dispute that is opened again after a correction refunds it once it is won', async () => {
  const id = await dispute()
  await decide(id, 'lost')
  await correctTo(7)
  stripe.books.moveDispute(id, 'needs_response')
  await hear()
  await decide(id, 'won')
  expect(await kept()).toBe(1400)
})
