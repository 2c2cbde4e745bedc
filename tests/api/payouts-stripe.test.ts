/** R38, R39: an approved payout to a Stripe account is transferred and posted exactly once. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Exception } from '#domain/schemas/exception.ts'
import type { Payout } from '#domain/schemas/payout.ts'
import { runDueJobs } from '#server/jobs.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import type { Season, TestOrganization } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import {
  approvePayout,
  balanceOf,
  CLEARED,
  collect,
  overviewOf,
  preparePayout,
  STRIPE_DESTINATION,
  setDestination,
  tryToPrepare,
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
  await setDestination(org, STRIPE_DESTINATION)
  stripe.asked.length = 0
  transfersBefore = stripe.books.transfers.size
})
afterEach(() => closeWithBooksInOrder(app))

const transfers = () => stripe.asked.filter(({ call }) => call === 'post /v1/transfers')
const stateOf = async () =>
  expectStatus(await org.representative.get<Payout[]>(`${season.path}/payouts`), 200)[0]
const paidOut = async () => (await balanceOf(org, season)).paidOut

describe('a payout by Stripe', () => {
  it('is transferred once, keyed by the payout’s id, and posted only when Stripe confirms it', async () => {
    await collect(org, season)
    const payout = await preparePayout(org, season, '48.75')
    expect(expectStatus(await approvePayout(org, payout, {}), 201)).toMatchObject({
      state: 'approved',
      method: 'stripe',
      next: 'transfer',
    })
    expect(await paidOut()).toBe('0.00')
    expect((await overviewOf(org)).campaigns[0]).toMatchObject({ owed: '48.75', available: '0.00' })
    expect((await tryToPrepare(org, season, '1.00', { by: org.representative })).status).toBe(400)
    await runDueJobs(app.deps)
    await runDueJobs(app.deps)
    expect(transfers()).toMatchObject([
      {
        key: payout.id,
        fields: { amount: '4875', destination: expect.stringMatching(/^acct_/), transfer_group: payout.id },
      },
    ])
    expect(await stateOf()).toMatchObject({ state: 'arrived', reference: expect.stringMatching(/^tr_/) })
    expect(await paidOut()).toBe('48.75')
  })

  it.each(['payout.claimed', 'payout.answered'])(
    'is transferred once when the server dies at %s and runs again, also a day later',
    async (step) => {
      await collect(org, season)
      expectStatus(await approvePayout(org, await preparePayout(org, season, '48.75'), {}), 201)
      app.deps.checkpoint = (at) => {
        if (at === step) throw new Error('killed')
      }
      await expect(runDueJobs(app.deps)).rejects.toThrow()
      app.deps.checkpoint = () => undefined
      await runDueJobs(app.deps)
      expect(await paidOut()).toBe('0.00')
      app.clock.advance({ hours: 30 })
      await runDueJobs(app.deps)
      expect(await paidOut()).toBe('48.75')
      expect(stripe.books.transfers.size).toBe(transfersBefore + 1)
    },
  )
  it('whose answer was lost is paid although the campaign was renamed since', async () => {
    await collect(org, season)
    expectStatus(await approvePayout(org, await preparePayout(org, season, '48.75'), {}), 201)
    stripe.faults.push('lost answer', 'lost answer', 'lost answer')
    await expect(runDueJobs(app.deps)).rejects.toThrow()
    await app.deps.db.query(sql`update campaigns set name = 'Spring Season' where id = ${season.id}`)
    app.clock.advance({ minutes: 6 })
    await runDueJobs(app.deps)
    expect(await paidOut()).toBe('48.75')
    expect(stripe.books.transfers.size).toBe(transfersBefore + 1)
  })

  it('is looked for at Stripe a day later if the database lost that it was sent', async () => {
    await collect(org, season)
    expectStatus(await approvePayout(org, await preparePayout(org, season, '48.75'), {}), 201)
    app.deps.checkpoint = (at) => {
      if (at === 'payout.answered') throw new Error('killed')
    }
    await expect(runDueJobs(app.deps)).rejects.toThrow()
    app.deps.checkpoint = () => undefined
    await app.deps.db.query(sql`update payouts set started_at = null, lease_until = approved_at`)
    app.clock.advance({ hours: 30 })
    await runDueJobs(app.deps)
    expect(await paidOut()).toBe('48.75')
    expect(stripe.books.transfers.size).toBe(transfersBefore + 1)
  })

  it('that Stripe refuses is withdrawn, and one person has seen why before another is prepared', async () => {
    await collect(org, season)
    stripe.books.balanceIsLow = true
    expectStatus(await approvePayout(org, await preparePayout(org, season, '48.75'), {}), 201)
    await runDueJobs(app.deps)
    await runDueJobs(app.deps)
    stripe.books.balanceIsLow = false
    const refusal = 'The balance at Stripe is too low'
    const payout = await stateOf()
    expect(payout).toMatchObject({ state: 'withdrawn', refusal, held: 'Stripe refused a payout of $48.75.' })
    expect(await paidOut()).toBe('0.00')
    const [open, ...others] = expectStatus(await org.second.get<Exception[]>('/api/exceptions'), 200)
    expect(others).toEqual([])
    expect(open).toMatchObject({
      kind: 'payout_refused',
      amount: '48.75',
      answer: refusal,
      subjectId: payout?.id,
    })
    expectStatus(await org.second.post(`/api/exceptions/${open?.id}/acts`, { act: 'checked' }), 201)
    expectStatus(await approvePayout(org, await preparePayout(org, season, '48.75'), {}), 201)
    await runDueJobs(app.deps)
    expect(await paidOut()).toBe('48.75')
    expect(expectStatus(await org.second.get<Exception[]>('/api/exceptions'), 200)).toEqual([])
  })

  it.each([
    ['account_invalid', 'Stripe does not know the organization’s account'],
    [undefined, 'The key that this site uses at Stripe may not make transfers'],
  ])('that Stripe forbids (403, %s) is refused, and representatives are mailed why', async (code, reason) => {
    await collect(org, season)
    const { makeTransfer } = stripe.books
    stripe.books.makeTransfer = () => {
      const message = "The provided key 'rk_test_***abc' does not have access to account 'acct_1'"
      throw new StripeRefusal(403, { type: 'invalid_request_error', ...(code ? { code } : {}), message })
    }
    expectStatus(await approvePayout(org, await preparePayout(org, season, '48.75'), {}), 201)
    await runDueJobs(app.deps)
    stripe.books.makeTransfer = makeTransfer
    expect(await stateOf()).toMatchObject({ state: 'withdrawn', refusal: reason })
    const mails = await mailsTo(app, org.representative)
    expect(mails.filter(({ textBody }) => textBody.includes(reason))).toHaveLength(1)
  })
})
