/** R32, R34: money that someone refunds at Stripe is not refunded a second time by a refund of ours that is due. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChargeDetail } from '#domain/schemas/charge.ts'
import { runDueJobs } from '#server/jobs.ts'
import { RefundRefused } from '#server/money/providers/cards.ts'
import { runRefund, runScheduledRefunds } from '#server/money/refunds/refund.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import { act, exceptionWords, openExceptions, theException } from '#tests/exceptions.ts'
import { BAY, correctGoals, lock, type Season, type TestOrganization } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { recordRefund, refundsOwed } from '#tests/manual-refunds.ts'
import { addNewRepresentative, approved } from '#tests/sign-offs.ts'
import type { StripeStandIn } from '#tests/stripe/stand-in.ts'
import { cashAt, cashOf, disputeSteps } from '#tests/stripe-season.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let stripe: StripeStandIn
let supporter: Caller
let eventId: string
/** Stripe's name for the one payment, of $40.00 for twenty goals. */
let payment: string
/** What moved in cash, and not at Stripe. */

beforeEach(async () => {
  ;({ app, org, season, stripe, supporter, eventId } = await givenSeason({
    stripe: true,
    pledges: [{ lines: { goals: '2.00' } }],
    matches: [{ ...BAY, goals: 20 }],
    billed: 'final',
  }))
  payment = [...stripe.books.payments.keys()][0] ?? ''
  stripe.events()
})
afterEach(async () => {
  expect(await cashOf(app.deps.db)).toBe(cashAt(stripe))
  await closeWithBooksInOrder(app)
})

const { hear, charge, books, refunds } = disputeSteps(() => ({ app, org, season, stripe }))
/** Fewer goals than were billed: the difference is a refund, which waits for its job. */
async function correctTo(goals: number): Promise<void> {
  await correctGoals(org, season, eventId, goals)
  await lock(org, season, 'final')
}
const unheard = (cents: number): string =>
  stripe.books.makeRefund({ payment_intent: payment, amount: String(cents) }).id
async function refundAtStripe(cents: number): Promise<string> {
  const id = unheard(cents)
  await hear()
  return id
}
async function fail(refund = [...stripe.books.refunds.keys()].at(-1) ?? ''): Promise<void> {
  stripe.books.failRefund(refund)
  await hear()
}
const mailsTo = (email: string) =>
  app.deps.db.query<{ subject: string; text: string }>(
    sql`select subject, text_body as text from mails where to_address = ${email} and kind = 'refund' order by id`,
  )
const words = () => exceptionWords(org.representative)

describe('a refund at Stripe', () => {
  it('is a goodwill refund, and both the supporter and representatives are notified', async () => {
    await refundAtStripe(1500)
    expect(await refunds()).toEqual(['goodwill 1500 paid'])
    expect(await mailsTo(supporter.email)).toEqual([
      {
        subject: 'We refunded $15.00 from Fall Season',
        text: expect.stringContaining('To the card: ending in 4242'),
      },
    ])
    expect((await mailsTo(org.representative.email))[0]?.subject).toBe(
      '$15.00 was refunded outside Pledgeraiser',
    )
  })

  it('that its bank returned goes to the card again when a representative says so', async () => {
    await refundAtStripe(500)
    await fail()
    expectStatus(await act(org.representative, 'refund_failed', 'refund_again'), 201)
    await runDueJobs(app.deps)
    await hear()
    expect(await refunds()).toEqual(['goodwill 500 failed', 'goodwill 500 failed', 'goodwill 500 paid'])
    expect(await books()).toMatchObject({ card_clearing: 3500, refunds_owed: 0 })
  })

  it('that failed before we heard of it is none', async () => {
    await fail(unheard(1500))
    expect(await refunds()).toEqual([])
    expect(await words()).toEqual([])
  })

  it('of exactly what a correction has to refund is that refund', async () => {
    await correctTo(15)
    await refundAtStripe(1000)
    expect(await refunds()).toEqual(['correction 1000 paid'])
    await runScheduledRefunds(app.deps)
    expect(await books()).toMatchObject({ card_clearing: 3000 })
  })

  it('of less leaves the one that is due as it is', async () => {
    await correctTo(15)
    await refundAtStripe(2500)
    expect(await refunds()).toEqual(['correction 1000 due', 'goodwill 2500 paid'])
    await runScheduledRefunds(app.deps)
    expect(await books()).toMatchObject({ card_clearing: 500 })
  })

  it('of the whole charge is the one that was due, and a goodwill refund of the rest', async () => {
    await correctTo(15)
    await refundAtStripe(4000)
    expect(await refunds()).toEqual(['correction 1000 paid', 'goodwill 3000 paid'])
    await runScheduledRefunds(app.deps)
    expect(await books()).toMatchObject({ card_clearing: 0, organization_payable: 0 })
    expect(await words()).toEqual([])
  })

  it('of the whole charge that its bank returns is owed again, all of it', async () => {
    await correctTo(15)
    await refundAtStripe(4000)
    await fail()
    expect((await words()).sort()).toEqual(['refund_failed 10.00', 'refund_failed 30.00'])
    expect(await books()).toMatchObject({ card_clearing: 4000, refunds_owed: -4000 })
  })

  it('of as much stays made if a dispute then refuses ours', async () => {
    await correctTo(15)
    unheard(1000)
    stripe.books.openDispute(payment)
    await runScheduledRefunds(app.deps)
    expect(await refunds()).toEqual(['correction 1000 paid'])
    await hear()
    expect(await refunds()).toEqual(['correction 1000 paid'])
  })

  it('of more than was left, and less than was due, goes to a person', async () => {
    await correctTo(15)
    await refundAtStripe(3500)
    expect(await refunds()).toEqual(['correction 1000 due', 'goodwill 3000 paid'])
    await runScheduledRefunds(app.deps)
    expect(await words()).toEqual(['refund_above_charge 5.00', 'refund_failed 10.00'])
  })

  it('that we had not heard of when ours was refused is recorded first', async () => {
    await correctTo(15)
    unheard(4000)
    await runScheduledRefunds(app.deps)
    expect(await refunds()).toEqual(['correction 1000 paid', 'goodwill 3000 paid'])
    expect(await words()).toEqual([])
  })
})

describe('a refund that its bank returned', () => {
  beforeEach(async () => {
    await correctTo(15)
    await runDueJobs(app.deps)
    await hear()
    await fail()
  })

  it('is due by hand, and waits for a person to decide how', async () => {
    expect(await refunds()).toEqual(['correction 1000 failed', 'correction 1000 due'])
    expect(await books()).toMatchObject({ card_clearing: 4000, refunds_owed: -1000 })
    expect(await openExceptions(org.representative)).toMatchObject([
      { kind: 'refund_failed', amount: '10.00', happened: 'The bank returned a refund of $10.00.' },
    ])
    expect(await refundsOwed(org)).toEqual([])
    const detail = await org.representative.get<ChargeDetail>(`/api/charges/${(await charge())?.id}`)
    expect(expectStatus(detail, 200).refunds.map(({ state }) => state)).toEqual(['due_by_hand', 'failed'])
  })

  it('is not decided by who is a representative for less than 72 hours', async () => {
    const newcomer = await addNewRepresentative(org)
    const { cannotResolveReason } = await theException(newcomer, 'refund_failed')
    expect(cannotResolveReason).toMatch(/for the first 72 hours, another representative must refund/)
    expect(await act(newcomer, 'refund_failed', 'refund_again')).toMatchObject({ status: 403 })
    expect(await refunds()).toEqual(['correction 1000 failed', 'correction 1000 due'])
  })

  it('goes to the card again, once, when a representative says so', async () => {
    expectStatus(await act(org.representative, 'refund_failed', 'refund_again'), 201)
    expect(await words()).toEqual([])
    expect(await books()).toMatchObject({ card_clearing: 4000, refunds_owed: 0 })
    await runDueJobs(app.deps)
    await hear()
    expect(await books()).toMatchObject({ card_clearing: 3000, refunds_owed: 0 })
    expect(stripe.books.refunds.size).toBe(2)
  })

  it('goes back by check when a representative says so, which two people sign', async () => {
    expectStatus(await act(org.representative, 'refund_failed', 'refund_by_hand'), 201)
    const [owed] = await refundsOwed(org)
    expect(owed).toMatchObject({ kind: 'refund', amount: '10.00' })
    expect(await mailsTo(supporter.email)).toMatchObject([
      { subject: 'We refunded $10.00 from Fall Season' },
      { subject: 'We owe you $10.00 from Fall Season' },
    ])
    expectStatus(await recordRefund(org, season, { kind: 'refund', sourceId: owed?.id }), 201)
    expect(await books()).toMatchObject({ card_clearing: 4000, cash: -1000, refunds_owed: 0 })
  })

  it('is made in Stripe’s dashboard instead, which resolves it', async () => {
    await refundAtStripe(1000)
    expect(await refunds()).toEqual(['correction 1000 failed', 'correction 1000 paid'])
    expect(await words()).toEqual([])
    expect(await books()).toMatchObject({ card_clearing: 3000, refunds_owed: 0 })
  })
})

describe('a refund at Stripe of what went back by check before', () => {
  /** Stripe counts a refund that failed as never made: its dashboard offers the whole $40.00 again. */
  beforeEach(async () => {
    await refundAtStripe(1500)
    await fail()
    await act(org.representative, 'refund_failed', 'refund_by_hand')
    const [owed] = await refundsOwed(org)
    expectStatus(await recordRefund(org, season, { kind: 'refund', sourceId: owed?.id }), 201)
    await refundAtStripe(4000)
  })
  const ABOVE = { card_clearing: 0, cash: -1500, commission: 0, organization_payable: 0, refunds_owed: 0 }
  const adjust = async (way: string) => {
    const { id } = await theException(org.representative, 'refund_above_charge')
    const form = { way, reason: 'We called' }
    const prepared = await org.representative.post(`/api/exceptions/${id}/adjustments`, form)
    expectStatus(await approved(org.second, prepared as never), 201)
  }

  it('is a refund of what was left, and the rest waits for a person', async () => {
    expect(await refunds()).toEqual(['goodwill 1500 failed', 'goodwill 1500 paid', 'goodwill 2500 paid'])
    expect(await books()).toEqual({ ...ABOVE, unexplained: 1500 })
    expect(await openExceptions(org.representative)).toMatchObject([
      { kind: 'refund_above_charge', happened: expect.stringContaining('$15.00 more than was left') },
    ])
  })

  it('is the provider’s loss once two people sign that', async () => {
    await adjust('lose')
    expect(await words()).toEqual([])
    expect(await books()).toEqual({ ...ABOVE, unexplained: 0, write_offs: 1500 })
  })

  it('is money that a person decides about if its bank returns it after that', async () => {
    await adjust('lose')
    await fail()
    expect(await words()).toEqual(['unexplained_payment 15.00', 'refund_failed 25.00'])
    expect(await books()).toMatchObject({ unexplained: -1500, write_offs: 1500, refunds_owed: -2500 })
  })

  it('leaves nothing above once its bank returns it', async () => {
    await fail()
    expect(await words()).toEqual(['refund_failed 25.00'])
    expect(await books()).toMatchObject({ unexplained: 0, refunds_owed: -2500 })
  })
})

describe('a refund that Stripe refuses', () => {
  it('fails with its words, and can be tried again', async () => {
    await correctTo(15)
    const { refund } = app.deps.cards
    app.deps.cards.refund = () => Promise.reject(new RefundRefused('The balance is too low'))
    await runScheduledRefunds(app.deps)
    expect(await theException(org.representative, 'refund_failed')).toMatchObject({
      answer: 'The balance is too low',
    })
    app.deps.cards.refund = refund
    expectStatus(await act(org.representative, 'refund_failed', 'refund_again'), 201)
    await runScheduledRefunds(app.deps)
    await hear()
    expect(await refunds()).toEqual([
      'correction 1000 failed',
      'correction 1000 failed',
      'correction 1000 paid',
    ])
    expect(await books()).toMatchObject({ card_clearing: 3000, refunds_owed: 0 })
  })

  it('that was made is not made again by a worker that comes late', async () => {
    await correctTo(15)
    const [row] = await app.deps.db.query<{ id: string }>(sql`select id from refunds`)
    expect(await runRefund(app.deps, row?.id ?? '')).toBe('refunded')
    expect(await runRefund(app.deps, row?.id ?? '')).toBe('not_due')
    expect(stripe.books.refunds.size).toBe(1)
  })
})

describe('a refund whose answer was lost', () => {
  async function lostAt(step: string): Promise<void> {
    await correctTo(15)
    app.deps.checkpoint = (at) => {
      if (at === step) throw new Error('killed')
    }
    await expect(runScheduledRefunds(app.deps)).rejects.toThrow()
    app.deps.checkpoint = () => undefined
    stripe.asked.length = 0
  }
  const asked = () => stripe.asked.map(({ call }) => call).filter((call) => call.includes('refunds'))

  it.each([
    ['is asked for again under the same key', 'refund.answered', 19, ['post /v1/refunds']],
    ['is looked up once it is a day old', 'refund.answered', 30, ['get /v1/refunds']],
    ['and never made, is made', 'refund.claimed', 30, ['get /v1/refunds', 'post /v1/refunds']],
  ])('%s, and refunded once', async (_, step, hours, calls) => {
    await lostAt(step)
    app.clock.advance({ hours })
    await runScheduledRefunds(app.deps)
    expect(asked()).toEqual(calls)
    expect(await books()).toMatchObject({ card_clearing: 3000 })
    expect(stripe.books.refunds.size).toBe(1)
  })

  it('is recorded as soon as Stripe says that it was made', async () => {
    await lostAt('refund.answered')
    await hear()
    expect(await refunds()).toEqual(['correction 1000 paid'])
  })

  it('stays as it is while Stripe responds with errors', async () => {
    await correctTo(15)
    stripe.faults.push(500, 500, 500)
    await expect(runScheduledRefunds(app.deps)).rejects.toThrow('some refunds got no answer')
    expect(await refunds()).toEqual(['correction 1000 sent'])
    app.clock.advance({ minutes: 6 })
    await runScheduledRefunds(app.deps)
    expect(await refunds()).toEqual(['correction 1000 paid'])
  })
})
