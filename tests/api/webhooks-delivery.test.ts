/** R28, R34, R67: events from Stripe are accepted only when signed, and handled once in any order, or listed. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { UnprocessedCardEvent } from '#domain/schemas/card-event.ts'
import { runDueJobs } from '#server/jobs.ts'
import { sql } from '#server/platform/db/database.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import {
  accounts,
  chargesOf,
  countRows,
  pledge,
  type Season,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import type { SignedEvent, StripeStandIn } from '#tests/stripe/stand-in.ts'
import {
  chargeGift,
  deliver,
  disputesOf,
  GIFT,
  loseAnswerToCharge,
  postEvent,
  sendEvent,
  untilHandled,
} from '#tests/stripe-season.ts'

const TOKEN = 'a-token-for-prometheus'
let app: TestApp
let org: TestOrganization
let season: Season
let stripe: StripeStandIn

beforeEach(async () => {
  ;({ app, org, season, stripe } = await givenSeason({ stripe: true, env: { METRICS_TOKEN: TOKEN } }))
})
afterEach(() => closeWithBooksInOrder(app))

describe('a Stripe event', () => {
  const anEvent = async (): Promise<SignedEvent> => {
    await chargeGift({ app, org, season, stripe })
    stripe.books.openDispute([...stripe.books.payments.keys()][0] ?? '')
    return stripe.events()[0] as SignedEvent
  }
  const refused = async (answer: ReturnType<typeof postEvent>) => {
    expect(await answer).toMatchObject({ status: 400, body: { message: 'That event is not signed' } })
    expect(await app.deps.db.query(sql`select id from card_events`)).toEqual([])
  }

  it('is accepted only if Stripe signed exactly these bytes within the last five minutes', async () => {
    const { payload, signature } = await anEvent()
    await refused(postEvent(app, payload))
    await refused(postEvent(app, payload, { 'stripe-signature': 'nonsense' }))
    await refused(
      postEvent(app, payload, { 'stripe-signature': stripe.sign(payload, { secret: 'whsec_other' }) }),
    )
    await refused(postEvent(app, payload.replace('needs_response', 'won'), { 'stripe-signature': signature }))
    await refused(postEvent(app, `${payload} `, { 'stripe-signature': signature }))
    // The same event, parsed and reformatted on its way.
    await refused(
      postEvent(app, JSON.stringify(JSON.parse(payload), null, 1), { 'stripe-signature': signature }),
    )
    const hour = new Date(app.clock.now().getTime() - 3_600_000)
    await refused(postEvent(app, payload, { 'stripe-signature': stripe.sign(payload, { at: hour }) }))
    expectStatus(await postEvent(app, payload, { 'stripe-signature': signature }), 200)
  })

  it('is handled once, however often it is delivered', async () => {
    const event = await anEvent()
    await Promise.all(Array.from({ length: 8 }, () => sendEvent(app, event)))
    await untilHandled(app.deps.db)
    expect(await app.deps.db.query(sql`select id from card_events`)).toEqual([{ id: event.id }])
    expect(await disputesOf({ org, season })).toHaveLength(1)
  })

  it('of an unknown type is accepted and leaves nothing; a huge body is refused', async () => {
    const payload = JSON.stringify({
      id: 'evt_x',
      object: 'event',
      type: 'price.created',
      data: { object: {} },
    })
    const before = await countRows(app.deps.db)
    expectStatus(await postEvent(app, payload, { 'stripe-signature': stripe.sign(payload) }), 200)
    const huge = 'x'.repeat(1_000_001)
    expectStatus(await postEvent(app, huge, { 'stripe-signature': stripe.sign(huge) }), 413)
    for (const odd of ['', '{', 'null', '[]']) {
      const { status } = await postEvent(app, odd, { 'stripe-signature': stripe.sign(odd) })
      expect([400, 200]).toContain(status)
    }
    expect(await countRows(app.deps.db)).toEqual(before)
  })

  it('that no attempt could process is listed for representatives, who have it processed again', async () => {
    const event = await anEvent()
    const { events } = app.deps.cards
    if (!events) throw new Error('these cards have no events')
    const outage = vi.spyOn(events, 'dispute').mockRejectedValue(new Error('out of reach'))
    await sendEvent(app, event)
    const list = async () =>
      expectStatus(await org.representative.get<UnprocessedCardEvent[]>('/api/card-events/unprocessed'), 200)
    for (let hours = 0; (await list()).length === 0 && hours < 120; hours += 4) {
      await runDueJobs(app.deps).catch(() => undefined)
      app.clock.advance({ hours: 4 })
    }
    expect(await list()).toMatchObject([{ id: event.id, type: 'charge.dispute.created', attempts: 26 }])
    expect(await disputesOf({ org, season })).toEqual([])
    outage.mockRestore()
    const retry = `/api/card-events/${event.id}/retry`
    expectStatus(await org.owner.post(retry, {}), 403)
    expectStatus(await org.representative.post(retry, {}), 204)
    const disputes = () => disputesOf({ org, season })
    await vi.waitFor(async () => expect(await disputes()).toHaveLength(1), { timeout: 30_000 })
    expect(await list()).toEqual([])
    expectStatus(await org.representative.post(retry, {}), 404)
  })

  it('of a dispute in a status that this version does not know is listed at once, and processed when it is known', async () => {
    await chargeGift({ app, org, season, stripe })
    const { id } = stripe.books.openDispute([...stripe.books.payments.keys()][0] ?? '')
    stripe.books.dispute(id).status = 'arbitration_under_review'
    const [event] = stripe.events()
    await sendEvent(app, event as SignedEvent)
    const list = async () =>
      expectStatus(await org.representative.get<UnprocessedCardEvent[]>('/api/card-events/unprocessed'), 200)
    const listed = { id: event?.id, type: 'charge.dispute.created', reference: id }
    await vi.waitFor(async () => expect(await list()).toMatchObject([listed]), { timeout: 30_000 })
    const metrics = async () => {
      const answer = await app.app.request('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })
      return answer.text()
    }
    expect(await metrics()).toMatch(/^card_events_unprocessed 1$/m)
    expect(await disputesOf({ org, season })).toEqual([])
    // Stripe's description does not know the status either.
    for (const problem of stripe.problems.splice(0))
      expect(problem).toMatch(/\/status must be equal to one of/)
    stripe.books.dispute(id).status = 'under_review'
    expectStatus(await org.representative.post(`/api/card-events/${event?.id}/retry`, {}), 204)
    const disputes = () => disputesOf({ org, season })
    await vi.waitFor(async () => expect(await disputes()).toMatchObject([{ state: 'open' }]), {
      timeout: 30_000,
    })
    expect(await list()).toEqual([])
    expect(await metrics()).toMatch(/^card_events_unprocessed 0$/m)
  })

  it('is not accepted by a program whose cards are the sandbox’s', async () => {
    const other = await createTestApp()
    expectStatus(await other.visitor.post('/api/webhooks/stripe', '{}'), 404)
    await other.close()
  })
})

describe('Stripe events about one charge', () => {
  /** A charge whose answer was lost, partly refunded in Stripe's dashboard, then disputed and lost. */
  async function eventsOfOneCharge(): Promise<SignedEvent[]> {
    await pledge(org, season, GIFT)
    await loseAnswerToCharge({ app, org, season, stripe })
    const [payment = ''] = [...stripe.books.payments.keys()]
    stripe.books.makeRefund({ payment_intent: payment, amount: '1500' })
    stripe.books.moveDispute(stripe.books.openDispute(payment).id, 'lost')
    return stripe.events()
  }

  it.each([
    ['in order', (events: SignedEvent[]) => events],
    ['backwards', (events: SignedEvent[]) => [...events].reverse()],
    ['each twice', (events: SignedEvent[]) => events.flatMap((event) => [event, event])],
    [
      'incompletely, the last one first',
      (events: SignedEvent[]) => events.slice(-1).concat(events.slice(1, 2)),
    ],
  ])('have the same outcome when delivered %s', async (_, order) => {
    await deliver(app, order(await eventsOfOneCharge()))
    expect((await chargesOf(org, season))[0]).toMatchObject({
      state: 'succeeded',
      refunded: '15.00',
      disputed: '0.00',
      lost: '25.00',
    })
    // Both the refund of $15.00 and all of the charge left the account at Stripe: a person decides about $15.00 (R66).
    expect(await accounts(app.deps.db)).toEqual({
      card_clearing: -1500,
      unexplained: 1500,
      commission: 0,
      organization_payable: 0,
      disputed: 0,
    })
  })

  it('have the same outcome when delivered all at once', async () => {
    await Promise.all((await eventsOfOneCharge()).map((event) => sendEvent(app, event)))
    await untilHandled(app.deps.db)
    app.clock.advance({ minutes: 10 })
    await runDueJobs(app.deps)
    expect((await chargesOf(org, season))[0]).toMatchObject({
      state: 'succeeded',
      refunded: '15.00',
      lost: '25.00',
    })
  })

  it('wait while Stripe does not answer, and are handled later', async () => {
    const events = await eventsOfOneCharge()
    stripe.faults.push(...Array.from({ length: 60 }, () => 500 as const))
    await deliver(app, events)
    stripe.faults.length = 0
    expect(await disputesOf({ org, season })).toEqual([])
    app.clock.advance({ minutes: 6 })
    await runDueJobs(app.deps)
    expect((await chargesOf(org, season))[0]).toMatchObject({
      state: 'succeeded',
      refunded: '15.00',
      lost: '25.00',
    })
  })
})
