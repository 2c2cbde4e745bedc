/** Guests' cards at Stripe: each under its own customer, charged there, and removed with it (R59). */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { GuestHeld, GuestStarted } from '#domain/schemas/guest-pledge.ts'
import { runDueJobs } from '#server/jobs.ts'
import { forgetCustomers } from '#server/money/cards/old-cards.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import { BAY, bill, CARDS, openSeason, play, type Season, type TestOrganization } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { begin, callFrom, confirm, holdBody, newestToken } from '#tests/guests.ts'
import type { StripeStandIn } from '#tests/stripe/stand-in.ts'
import { deliver } from '#tests/stripe-season.ts'

let app: TestApp
let stripe: StripeStandIn
let org: TestOrganization
let season: Season
beforeAll(async () => {
  ;({ app, org, season, stripe } = await givenSeason({ stripe: true }))
})
afterAll(() => closeWithBooksInOrder(app))

const saveAtStripe = (started: GuestStarted, number: string = CARDS.good): string =>
  stripe.books.confirmSetup(started.setup?.clientSecret ?? '', { number, expMonth: 12, expYear: 2030 })
    .payment_method ?? ''

async function hold(
  email: string,
  on: Season = season,
): Promise<{ id: string; token: string; card: string }> {
  const started = await begin(app, on)
  const card = saveAtStripe(started)
  const body = holdBody(on, started, { email, lines: { goals: '5.00' } }, card)
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
  const fresh = await hold('fresh@example.org')
  const older = await hold(known.email)
  for (const { token } of [fresh, older]) expectStatus(await confirm(app, token), 200)
  await play(org, season, { ...BAY, goals: 4 })
  await bill(org, season, 'final')
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

it('a card that an account made by confirming saves later is kept, though only Stripe’s event tells of it', async () => {
  const { id, token } = await hold('later@example.org', await openSeason(org))
  expectStatus(await confirm(app, token), 200)
  const { clientSecret } = await app.deps.cards.startSetup({ userId: id })
  await deliver(app, stripe.events())
  stripe.books.confirmSetup(clientSecret, { number: CARDS.good, expMonth: 11, expYear: 2031 })
  await deliver(app, stripe.events())
  const cards = await app.deps.db.query<{ expMonth: number }>(
    sql`select exp_month from cards where user_id = ${id} order by id`,
  )
  expect(cards.map(({ expMonth }) => expMonth)).toEqual([12, 11])
})

it('a deleted account takes the card from Stripe that a guest pledge brought to it (R45)', async () => {
  const known = await app.user({ email: 'leaves@example.org' })
  const guest = await hold(known.email, await openSeason(org))
  expectStatus(await confirm(app, guest.token), 200)
  await forgetCustomers(app.deps)
  expect(customerOf(guest.id)).toBeDefined()
  await app.deps.db.query(sql`update users set deleted_at = now() where id = ${known.userId}`)
  await forgetCustomers(app.deps)
  expect(customerOf(guest.id)).toBeUndefined()
  expect(
    await app.deps.db.query(sql`
      select user_id from stripe.customers where user_id = ${guest.id}
      union all
      select user_id from stripe.adopted_cards where user_id = ${known.userId}
    `),
  ).toEqual([])
})

it('the customer of a guest pledge that was not confirmed is deleted within the hour', async () => {
  const open = await openSeason(org)
  const started = await begin(app, open)
  saveAtStripe(started)
  expect(customerOf(started.id)).toBeDefined()
  app.clock.advance({ hours: 1, minutes: 1 })
  await runDueJobs(app.deps)
  expect(customerOf(started.id)).toBeUndefined()
})
