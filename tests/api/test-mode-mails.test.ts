/** R39: mails about money say that it is not real in test mode, and only then. */
import { afterEach, expect, it, vi } from 'vitest'
import { runDueJobs } from '#server/jobs.ts'
import { sql } from '#server/platform/db/database.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  BAY,
  bill,
  correctGoals,
  invoicesOf,
  lock,
  openSeason,
  payment,
  play,
  pledge,
  type Season,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { approveAndSend, preparePayout, setDestination } from '#tests/payouts.ts'
import { type StripeStandIn, startStripe } from '#tests/stripe/stand-in.ts'

let app: TestApp
let stripe: StripeStandIn
let org: TestOrganization
let season: Season
let eventId: string
afterEach(async () => {
  await app.close()
  await stripe.close()
})

async function open(moneyMode: 'live' | 'sandbox'): Promise<void> {
  stripe = await startStripe(() => app?.clock.now() ?? new Date('2026-09-10T16:00:00Z'))
  app = await createTestApp({ now: '2026-09-10T16:00:00Z', stripe })
  app.deps.cards = { ...app.deps.cards, moneyMode }
  org = await setUpOrganization(app)
  await setDestination(org)
  season = await openSeason(org)
}
/** $40.00 by card and $20.00 by check, for ten goals. */
async function collect(): Promise<void> {
  eventId = await play(org, season, { ...BAY, goals: 10 })
  await pledge(org, season, { lines: { goals: '4.00' }, method: 'auto_bill_end' })
  await pledge(org, season, { lines: { goals: '2.00' }, method: 'check' })
  await bill(org, season, 'final')
  const [invoice] = await invoicesOf(org, season)
  const form = { ...payment({ id: invoice?.id ?? '' }, '20.00', app), reference: '1042' }
  const path = `${season.path}/payments`
  expectStatus(await org.representative.post(path, form), 201)
}
async function correctTo(goals: number, more: Record<string, unknown> = {}): Promise<void> {
  await correctGoals(org, season, eventId, goals)
  await lock(org, season, 'final', more)
  await runDueJobs(app.deps)
}
async function refundAtStripe(): Promise<void> {
  const [intent = ''] = stripe.books.payments.keys()
  stripe.events()
  stripe.books.makeRefund({ payment_intent: intent, amount: '100' })
  for (const { payload, signature } of stripe.events()) {
    const headers = { 'stripe-signature': signature }
    expectStatus(await app.visitor.post('/api/webhooks/stripe', payload, headers), 200)
  }
  const waiting = () => app.deps.db.query(sql`select type from card_events where handled_at is null`)
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), { timeout: 10_000, interval: 20 })
}
async function payOutAndTakeBack(): Promise<void> {
  const payout = await preparePayout(org, season, '10.00')
  await approveAndSend(org, payout)
  const path = `/api/payouts/${payout.id}/return`
  expectStatus(await org.second.post(path, { reason: 'Moved' }), 201)
}

it.each([
  ['sandbox', 'says so', true],
  ['live', 'does not', false],
] as const)('in %s mode each mail about a refund, set-off or payout %s', async (moneyMode, _, isSaid) => {
  await open(moneyMode)
  await collect()
  await correctTo(7)
  await correctTo(9, { billIncreases: true })
  await refundAtStripe()
  await payOutAndTakeBack()
  const mails = await app.deps.db.query<{ subject: string; isSaid: boolean }>(sql`
    select subject, text_body like '%Test mode%' as is_said from mails where kind in ('refund', 'payout') order by id`)
  const subjects = mails.map(({ subject }) => subject).join('\n')
  for (const about of ['We refunded', 'We owe you', 'deducted', 'outside', 'on its way', 'was returned'])
    expect(subjects).toContain(about)
  expect(mails.filter((mail) => mail.isSaid !== isSaid)).toEqual([])
})
