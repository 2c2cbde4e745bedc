/** R81: whoever keeps the webhooks of a month has its totals, also where the receiver fails at random. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Cents, parseCents, subtract, sum, ZERO } from '#domain/money.ts'
import type { NewWebhookSecret, WebhookDelivery } from '#domain/schemas/webhook.ts'
import { deliverWebhooks } from '#server/accounts/webhook-endpoints/index.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import {
  BAY,
  bill,
  chargesOf,
  correctGoals,
  invoicesOf,
  lock,
  payment,
  play,
  pledge,
  runToChargeDate,
  type Season,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { approveAndSend, preparePayout, setDestination } from '#tests/payouts.ts'
import type { StripeStandIn } from '#tests/stripe/stand-in.ts'
import { deliver } from '#tests/stripe-season.ts'
import { OK, openWebhookReceiver, type WebhookBody, type WebhookReceiver } from '#tests/webhook-receiver.ts'

let app: TestApp
let stripe: StripeStandIn
let seasons: [TestOrganization, Season][]
let receiver: WebhookReceiver
let endpoint: NewWebhookSecret
let representative: Caller

const hear = () => deliver(app, stripe.events())

async function receive([org, season]: [TestOrganization, Season], amount: string): Promise<string> {
  const invoice = (await invoicesOf(org, season)).find(({ open }) => open === amount)
  const form = payment(invoice ?? { id: '' }, amount, app)
  return expectStatus(await org.representative.post<{ id: string }>(`${season.path}/payments`, form), 201).id
}

/** Charges, checks, a correction that refunds, a bounce, a refund, a dispute that is lost and one that is won, a payout and its return. */
async function liveThrough(one: [TestOrganization, Season]): Promise<void> {
  const [org, season] = one
  await pledge(org, season, { lines: { goals: '3.33' }, method: 'auto_bill_end' })
  await pledge(org, season, { lines: { gift: '40.00' } })
  await pledge(org, season, { lines: { gift: '60.01' } })
  await pledge(org, season, { lines: { gift: '77.77' } })
  for (const gift of ['250.00', '25.00']) await pledge(org, season, { lines: { gift }, method: 'check' })
  const eventId = await play(org, season, { ...BAY, goals: 7 })
  await bill(org, season, 'final')
  await hear()
  await receive(one, '250.00')
  const bounced = await receive(one, '25.00')
  await setDestination(org)
  const payout = await preparePayout(org, season, '50.01')
  await approveAndSend(org, payout)
  const on = app.clock.now().toISOString().slice(0, 10)
  const path = `${season.path}/payments/${bounced}/reversal`
  expectStatus(await org.representative.post(path, { why: 'bounced', on }), 201)
  const back = { reason: 'Moved', amount: '20.00' }
  expectStatus(await org.second.post(`/api/payouts/${payout.id}/return`, back), 201)
  const refunded = (await chargesOf(org, season)).find(({ amount }) => amount === '60.01')
  const refund = { amount: '10.00', reason: 'Sorry' }
  expectStatus(await org.representative.post(`/api/charges/${refunded?.id}/refunds`, refund), 201)
  await correctGoals(org, season, eventId, 5)
  await lock(org, season, 'final')
  await runToChargeDate(org)
  for (const [cents, status] of [
    [4_000, 'won'],
    [7_777, 'lost'],
  ] as const) {
    const open = ({ id, amount }: { id: string; amount: number }) =>
      amount === cents && ![...stripe.books.disputes.values()].some((known) => known.payment_intent === id)
    const disputed = [...stripe.books.payments.values()].find(open)
    const { id } = stripe.books.openDispute(disputed?.id ?? '')
    await hear()
    stripe.books.moveDispute(id, status)
    await hear()
  }
}

beforeAll(async () => {
  receiver = await openWebhookReceiver()
  const first = await givenSeason({ stripe: true, env: { CHECK_CLEARING_DAYS: '0' } })
  ;({ app, stripe } = first)
  const second = await givenSeason({ app })
  representative = first.org.representative
  const form = { url: receiver.url }
  endpoint = expectStatus(await representative.post('/api/webhook-endpoints', form), 201)
  seasons = [
    [first.org, first.season],
    [second.org, second.season],
  ]
  for (const one of seasons) await liveThrough(one)
}, 180_000)
afterAll(async () => {
  await receiver.close()
  await closeWithBooksInOrder(app)
})

/** The same numbers in every run, from 0 to 1. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

const cents = (amount: string | undefined): Cents => parseCents(amount ?? '') ?? ZERO
const sumOf = (bodies: readonly WebhookBody[], type: string, figure = 'amount'): Cents =>
  sum(bodies.filter((one) => one.type === type).map(({ data }) => cents(data[figure])))

/** What a bookkeeping program makes of the webhooks about one organization. */
const rebuilt = (bodies: readonly WebhookBody[]) => ({
  collected: subtract(sumOf(bodies, 'payment.received'), sumOf(bodies, 'payment.refunded')),
  commission: subtract(
    sumOf(bodies, 'payment.received', 'commission'),
    sumOf(bodies, 'payment.refunded', 'commission'),
  ),
  paidOut: subtract(sumOf(bodies, 'payout.sent'), sumOf(bodies, 'payout.returned')),
})

const booked = async (campaignId: string) =>
  (
    await app.deps.db.query(sql`
      select collected_cents as collected, commission_cents as commission, paid_out_cents as paid_out
      from campaign_books where campaign_id = ${campaignId}`)
  )[0]

it('the webhooks of a month rebuild what was collected, kept and paid out', async () => {
  const random = seeded(7)
  receiver.answer = () => {
    const chance = random()
    if (chance < 0.2) return 'close'
    if (chance < 0.35) return { status: 503, headers: { 'retry-after': '90' } }
    return chance < 0.5 ? { status: 500 } : OK
  }
  for (let hour = 0; hour < 23; hour += 1) {
    await deliverWebhooks(app.deps)
    app.clock.advance({ minutes: 60 })
  }
  const path = `/api/webhook-endpoints/${endpoint.id}/deliveries?limit=200`
  const deliveries = expectStatus(await representative.get<WebhookDelivery[]>(path), 200)
  expect(deliveries.filter(({ state }) => state !== 'delivered')).toEqual([])
  expect(receiver.received.length).toBeGreaterThan(deliveries.length)
  const bodies = receiver.accepted(endpoint.secret)
  expect(bodies).toHaveLength(deliveries.length)
  const ofMoney = bodies.filter(({ type }) => type.startsWith('payment.'))
  const kinds = new Set(ofMoney.map(({ data }) => data.kind))
  expect([...kinds].sort()).toEqual(['charge', 'dispute', 'dispute_won', 'payment', 'refund', 'reversal'])
  for (const [{ organizationId }, { id }] of seasons) {
    const own = bodies.filter(({ data }) => data.organizationId === organizationId)
    expect(rebuilt(own)).toEqual(await booked(id))
    expect(rebuilt(own).paidOut).toBe(3_001)
  }
})
