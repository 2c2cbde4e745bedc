/** Guests' cards at Stripe: each under a customer of its own, charged there, and removed with it (R59). */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { GuestHeld, GuestStarted } from '#domain/schemas/guest-pledge.ts'
import { runDueJobs } from '#server/jobs.ts'
import { sql } from '#server/platform/db/database.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import {
  CARDS,
  type House,
  lock,
  openHouse,
  openSeason,
  play,
  runToChargeDate,
  type Season,
} from '#tests/fixtures.ts'
import { begin, callFrom, confirm, holdBody, newestToken } from '#tests/guests.ts'
import { type StripeStandIn, startStripe } from '#tests/stripe/stand-in.ts'

let app: TestApp
let stripe: StripeStandIn
let house: House
let season: Season
beforeAll(async () => {
  let opened: TestApp | undefined
  stripe = await startStripe(() => opened?.clock.now() ?? new Date())
  opened = await createTestApp({ now: '2026-09-10T16:00:00Z', env: stripe.env, stripe })
  app = opened
  house = await openHouse(app)
  season = await openSeason(house)
})
afterAll(async () => {
  await closeWithBooksInOrder(app)
  await stripe.close()
  expect(stripe.problems).toEqual([])
})

const saveAtStripe = (started: GuestStarted, number: string = CARDS.good): string =>
  stripe.books.confirmSetup(started.setup?.clientSecret ?? '', { number, expMonth: 12, expYear: 2030 })
    .payment_method ?? ''

async function hold(email: string): Promise<{ id: string; token: string; card: string }> {
  const started = await begin(app, season)
  const card = saveAtStripe(started)
  const body = holdBody(season, started, { email, lines: { goals: '5.00' } }, card)
  const held = expectStatus(
    await callFrom<GuestHeld>(app, null, `/api/guest-pledges/${started.id}/holding`, body),
    200,
  )
  return { id: held.id, token: await newestToken(app, email), card }
}

const customerOf = (userId: string) =>
  [...stripe.books.customers.values()].find(({ metadata }) => metadata.userId === userId)?.id

it('a card is charged under the guest’s customer, for a new account and for one that was there before', async () => {
  const known = await app.user({ email: 'known@example.org' })
  const [fresh, older] = [await hold('fresh@example.org'), await hold(known.email)]
  for (const { token } of [fresh, older]) expectStatus(await confirm(app, token), 200)
  await play(house, season, { opponent: 'Bay', startTime: '2026-09-09T18:00:00Z', goals: 4 })
  await lock(house, season, 'final')
  await runToChargeDate(house)
  const charges = await app.deps.db.query<{ state: string; amount: number }>(
    sql`select state, amount_cents as amount from charges`,
  )
  expect(charges).toEqual([
    { state: 'succeeded', amount: 2_000 },
    { state: 'succeeded', amount: 2_000 },
  ])
  const paid = stripe.asked.filter(({ call }) => call === 'post /v1/payment_intents')
  expect(paid.map(({ fields }) => fields.customer).sort()).toEqual(
    [customerOf(fresh.id), customerOf(older.id)].sort(),
  )
  expect(customerOf(known.userId)).toBeUndefined()
})

it('the customer of a guest pledge that was not confirmed is deleted within the hour', async () => {
  const open = await openSeason(house)
  const started = await begin(app, open)
  saveAtStripe(started)
  expect(customerOf(started.id ?? '')).toBeDefined()
  app.clock.advance({ hours: 1, minutes: 1 })
  await runDueJobs(app.deps)
  expect(customerOf(started.id ?? '')).toBeUndefined()
})
