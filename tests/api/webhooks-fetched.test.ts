/** R67: events of Stripe that no webhook brought are fetched, and the operator learns of it. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fetchCardEvents } from '#server/money/webhooks/fetching.ts'
import { handleCardEvents } from '#server/money/webhooks/handle.ts'
import { sql } from '#server/platform/db/database.ts'
import { createTestApp, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import { accounts, chargesOf, pledge, type Season, type TestOrganization } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import type { StripeStandIn } from '#tests/stripe/stand-in.ts'
import { COLLECTED, chargeGift, deliver, disputesOf, GIFT, loseAnswerToCharge } from '#tests/stripe-season.ts'

const TOKEN = 'a-token-for-prometheus'
let app: TestApp
let org: TestOrganization
let season: Season
let stripe: StripeStandIn

beforeEach(async () => {
  ;({ app, org, season, stripe } = await givenSeason({ stripe: true, env: { METRICS_TOKEN: TOKEN } }))
})
afterEach(() => closeWithBooksInOrder(app))

const fetchAndHandle = async (given?: { maxPages: number }) => {
  await fetchCardEvents(app.deps, given)
  await handleCardEvents(app.deps)
}
const typesStored = async () => {
  const rows = await app.deps.db.query<{ type: string }>(sql`select type from card_events order by type`)
  return rows.map(({ type }) => type)
}
/** The metric, as type and seconds. */
const fetchedAt = async (): Promise<Record<string, number>> => {
  const response = await app.app.request('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })
  const found = (await response.text()).matchAll(
    /^card_events_fetched_timestamp_seconds\{type="([^"]+)"\} (\S+)$/gm,
  )
  return Object.fromEntries([...found].map(([, type, seconds]) => [type, Number(seconds)]))
}
const listings = () => stripe.asked.filter(({ call }) => call === 'get /v1/events')
const now = () => app.clock.now().getTime() / 1_000

/** Everything so far has been looked through, and was delivered. */
async function deliverAll(): Promise<string> {
  const payment = await chargeGift({ app, org, season, stripe })
  await deliver(
    app,
    stripe.books.events.map((event) => {
      const payload = JSON.stringify(event)
      return { id: event.id, type: event.type, payload, signature: stripe.sign(payload) }
    }),
  )
  app.clock.advance({ hours: 1 })
  await fetchAndHandle()
  stripe.asked.length = 0
  return payment
}

describe('events that no webhook brought', () => {
  it('of a dispute and a refund are fetched and handled like any other, and the metric names their types', async () => {
    const payment = await deliverAll()
    expect(await fetchedAt()).toEqual({})
    stripe.books.makeRefund({ payment_intent: payment, amount: '1500' })
    stripe.books.openDispute(payment, 'needs_response', 2500)
    app.clock.advance({ hours: 1 })
    await fetchAndHandle()
    expect((await chargesOf(org, season))[0]).toMatchObject({ refunded: '15.00', disputed: '25.00' })
    expect(await disputesOf({ org, season })).toMatchObject([{ state: 'open', amount: '25.00' }])
    const at = now()
    expect(await fetchedAt()).toEqual({
      'charge.dispute.created': at,
      'charge.dispute.funds_withdrawn': at,
      'charge.refunded': at,
      'refund.created': at,
    })
    // Neither a later run nor a late delivery handles them again.
    const before = await accounts(app.deps.db)
    app.clock.advance({ hours: 1 })
    await fetchAndHandle()
    await deliver(app, stripe.events())
    expect(await accounts(app.deps.db)).toEqual(before)
    expect((await fetchedAt())['charge.refunded']).toBe(at)
  })

  it('of a payment whose answer was lost are fetched even where the first run is weeks late', async () => {
    await pledge(org, season, GIFT)
    await loseAnswerToCharge({ app, org, season, stripe })
    app.clock.advance({ days: 29 })
    await fetchAndHandle()
    expect(await chargesOf(org, season)).toMatchObject([{ state: 'succeeded' }])
    expect(await accounts(app.deps.db)).toEqual(COLLECTED)
  })

  it('about saved cards are fetched too, in a list of their own: Stripe lists twenty types at once', async () => {
    await deliverAll()
    const [card] = stripe.books.cards.values()
    stripe.books.renewCard(card?.id ?? '', { last4: '9999', exp_year: 2031 })
    app.clock.advance({ hours: 1 })
    await fetchAndHandle()
    expect(await app.deps.db.query(sql`select last4 from cards`)).toEqual([{ last4: '9999' }])
    const asked = listings().map(({ fields }) => fields.types as string[])
    expect(asked).toHaveLength(2)
    for (const types of asked) expect(types.length).toBeLessThanOrEqual(20)
  })

  it('about a card that was declined while being saved are fetched only while that decline counts', async () => {
    await deliverAll()
    const [customer] = stripe.books.customers.values()
    const decline = () => {
      const fields = { customer: customer?.id, metadata: customer?.metadata, usage: 'off_session' }
      const { client_secret: secret } = stripe.books.makeSetup(fields)
      stripe.books.confirmSetup(secret, { number: '4000000000000002', expMonth: 12, expYear: 2030 })
    }
    for (let count = 0; count < 3; count += 1) decline()
    app.clock.advance({ hours: 3 })
    decline()
    app.clock.advance({ minutes: 30 })
    await fetchAndHandle()
    expect(await app.deps.db.query(sql`select code from card_refusals`)).toEqual([
      { code: 'generic_decline' },
    ])
  })

  it('are left to the webhook for fifteen minutes', async () => {
    const payment = await deliverAll()
    stripe.books.openDispute(payment)
    app.clock.advance({ minutes: 14 })
    await fetchAndHandle()
    expect(await disputesOf({ org, season })).toEqual([])
    app.clock.advance({ minutes: 2 })
    await fetchAndHandle()
    expect(await disputesOf({ org, season })).toHaveLength(1)
  })

  it('are fetched again where a restored database no longer knows them', async () => {
    const payment = await deliverAll()
    const before = await app.deps.db.query<{ name: string; value: unknown }>(
      sql`select name, value from settings where name like 'card events looked through%'`,
    )
    stripe.books.openDispute(payment)
    await deliver(app, stripe.events())
    app.clock.advance({ days: 2 })
    await fetchAndHandle()
    expect(await fetchedAt()).toEqual({})
    // Back to two days ago.
    await app.deps.db.query(sql`delete from card_events where subject = 'dispute'`)
    for (const { name, value } of before)
      await app.deps.db.query(
        sql`update settings set value = ${JSON.stringify(value)}::jsonb where name = ${name}`,
      )
    await fetchAndHandle()
    expect(await fetchedAt()).toHaveProperty(['charge.dispute.created'])
  })
})

describe('a run that fetches events', () => {
  it('is bounded: the next one continues where it ended, and the newest follow', async () => {
    const payment = await deliverAll()
    const { id } = stripe.books.openDispute(payment)
    for (let count = 0; count < 250; count += 1) stripe.books.moveDispute(id, 'under_review')
    app.clock.advance({ hours: 1 })
    await fetchAndHandle({ maxPages: 1 })
    const after = () => listings().map(({ fields }) => fields.starting_after)
    expect(after()).toEqual([undefined])
    expect(await typesStored()).not.toContain('charge.dispute.created')
    stripe.books.moveDispute(id, 'won')
    app.clock.advance({ hours: 1 })
    await fetchAndHandle({ maxPages: 2 })
    expect(await typesStored()).toContain('charge.dispute.created')
    expect(await typesStored()).not.toContain('charge.dispute.closed')
    await fetchAndHandle()
    expect(await typesStored()).toContain('charge.dispute.closed')
    expect((await typesStored()).filter((type) => type === 'charge.dispute.updated')).toHaveLength(250)
    expect(await disputesOf({ org, season })).toMatchObject([{ state: 'won' }])
  })

  it('that Stripe does not answer fails, keeps what it has, and continues with the next run', async () => {
    const payment = await deliverAll()
    const { id } = stripe.books.openDispute(payment)
    for (let count = 0; count < 150; count += 1) stripe.books.moveDispute(id, 'under_review')
    app.clock.advance({ hours: 1 })
    await fetchCardEvents(app.deps, { maxPages: 1 })
    stripe.faults.push(500, 500, 500)
    await expect(fetchCardEvents(app.deps)).rejects.toThrow()
    expect((await typesStored()).filter((type) => type === 'charge.dispute.updated')).toHaveLength(100)
    await fetchAndHandle()
    expect(await disputesOf({ org, season })).toMatchObject([{ state: 'open' }])
  })

  it('begins its page again where the event before it is no longer kept', async () => {
    const payment = await deliverAll()
    const { id } = stripe.books.openDispute(payment)
    for (let count = 0; count < 150; count += 1) stripe.books.moveDispute(id, 'under_review')
    app.clock.advance({ hours: 1 })
    await fetchCardEvents(app.deps, { maxPages: 1 })
    app.clock.advance({ days: 31 })
    stripe.books.moveDispute(id, 'lost')
    app.clock.advance({ hours: 1 })
    await fetchAndHandle()
    expect(await disputesOf({ org, season })).toMatchObject([{ state: 'lost' }])
  })

  it('looks again at what happened since a clock that was ahead is set right', async () => {
    const payment = await deliverAll()
    const right = app.clock.now()
    app.clock.advance({ days: 2 })
    await fetchAndHandle()
    app.clock.set(right.toISOString())
    stripe.books.openDispute(payment)
    app.clock.advance({ hours: 1 })
    await fetchAndHandle()
    expect(await disputesOf({ org, season })).toHaveLength(1)
  })

  it('says which events are lost to it, after more days than Stripe keeps them', async () => {
    await deliverAll()
    const doneUntil = new Date(app.clock.now().getTime() - 15 * 60_000)
    app.clock.advance({ days: 40 })
    const logged = vi.spyOn(app.deps.log, 'error')
    await fetchAndHandle()
    const until = new Date(app.clock.now().getTime() - 30 * 86_400_000)
    expect(logged).toHaveBeenCalledExactlyOnceWith(
      { from: doneUntil, until },
      expect.stringContaining('no longer has its events of this time'),
    )
    logged.mockRestore()
  })

  it('finds nothing to fetch with sandbox cards, which have no events', async () => {
    const other = await createTestApp()
    await fetchCardEvents(other.deps)
    expect(await other.deps.db.query(sql`select name from settings where name like 'card events%'`)).toEqual(
      [],
    )
    await other.close()
  })
})
