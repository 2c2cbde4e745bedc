/** R34: attempts at Stripe whose rows the database lost, in a failover or because it was recovered to an earlier time. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runDueJobs } from '#server/jobs.ts'
import { runDueCharges } from '#server/money/charges/jobs.ts'
import type { TestApp } from '#tests/app.ts'
import {
  accounts,
  CARDS,
  goToChargeDate,
  lock,
  type PledgeWish,
  pledge,
  type Season,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { rememberRows } from '#tests/lost-rows.ts'
import type { StripeStandIn } from '#tests/stripe/stand-in.ts'
import { COLLECTED, chargesOf, closeStripeSeason, GIFT, openStripeSeason } from '#tests/stripe-season.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let stripe: StripeStandIn

beforeEach(async () => {
  ;({ app, org, season, stripe } = await openStripeSeason())
})
afterEach(() => closeStripeSeason({ app, stripe }))

const keys = () =>
  stripe.asked.filter(({ call }) => call === 'post /v1/payment_intents').map(({ key }) => key)

/** A charge is attempted, and what the database learned of that is lost. */
async function loseAttempt(wish: PledgeWish = GIFT): Promise<void> {
  await pledge(org, season, wish)
  await lock(org, season, 'progress')
  await goToChargeDate(org)
  const lose = await rememberRows(app)
  await runDueCharges(app.deps)
  await lose()
  expect((await chargesOf({ org, season }))[0]).toMatchObject({ state: 'scheduled', attempts: 0 })
}

describe('an attempt whose row was lost', () => {
  it('is made again under the same key, so the supporter is charged once', async () => {
    await loseAttempt()
    stripe.events()
    await runDueJobs(app.deps)
    expect(stripe.books.payments.size).toBe(1)
    expect(new Set(keys()).size).toBe(1)
    expect(await accounts(app.deps.db)).toEqual(COLLECTED)
  })

  it('and that was declined is declined once more, and the next attempt has another key', async () => {
    await loseAttempt({ ...GIFT, card: CARDS.insufficient })
    await runDueJobs(app.deps)
    expect((await chargesOf({ org, season }))[0]).toMatchObject({ state: 'failed', attempts: 1 })
    expect([keys().length, new Set(keys()).size]).toEqual([2, 1])
    app.clock.advance({ days: 1, minutes: 1 })
    await runDueJobs(app.deps)
    expect((await chargesOf({ org, season }))[0]).toMatchObject({ state: 'failed', attempts: 2 })
    expect([keys().length, new Set(keys()).size]).toEqual([3, 2])
  })
})
