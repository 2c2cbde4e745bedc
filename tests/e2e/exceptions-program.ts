/**
 * A whole program in which every kind of exception just happened, each to a campaign of its own, and two
 * representatives who can sign in and have done nothing yet.
 */
import { randomUUID } from 'node:crypto'
import type { Payout } from '#domain/schemas/payout.ts'
import type { Charge } from '#domain/schemas/settlement.ts'
import { REPRESENTATIVE } from '#domain/schemas/user.ts'
import { runDueJobs } from '#server/jobs.ts'
import { readCardMovements } from '#server/money/card-movements/read.ts'
import { compareBalances } from '#server/money/payouts/owed.ts'
import { sendPayouts } from '#server/money/payouts/transfers.ts'
import { sql } from '#server/platform/db/database.ts'
import { serve } from '#server/platform/lifecycle/serve.ts'
import { addPages } from '#server/program.ts'
import { expectStatus, openTestApp } from '#tests/app.ts'
import { act } from '#tests/exceptions.ts'
import {
  BAY,
  bill,
  CARDS,
  chargesOf,
  correctGoals,
  lock,
  openSeason,
  play,
  pledge,
  type Season,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { deposit, postPayment, recordRefund, refundsOwed, todayOf } from '#tests/manual-refunds.ts'
import {
  approvePayout,
  confirmArrival,
  preparePayout,
  STRIPE_DESTINATION,
  sendPayout,
  setDestination,
} from '#tests/payouts.ts'
import { createThrowAwayDatabase } from '#tests/stories/throw-away-database.ts'
import { StripeRefusal } from '#tests/stripe/books.ts'
import { startStripe } from '#tests/stripe/stand-in.ts'
import { eventsInHand, sendEvent } from '#tests/stripe-season.ts'
import { UNLIMITED } from './unlimited.ts'

const start = new Date('2026-09-10T16:00:00Z')
const appUrl = process.env.APP_URL ?? ''
const database = await createThrowAwayDatabase({})
let now = () => start
const stripe = await startStripe(() => now())
const app = await openTestApp(database.url, {
  now: start,
  stripe,
  env: { ...UNLIMITED, ...stripe.env, APP_URL: appUrl, CHECK_CLEARING_DAYS: '0' },
})
now = () => app.clock.now()
await addPages(app.program)
const org = await setUpOrganization(app)
const { representative } = org

async function hear(events = stripe.events()): Promise<void> {
  for (const event of events) expectStatus(await sendEvent(app, event), 200)
  while ((await eventsInHand(app.deps.db)) > 0);
}
const newestPayment = () => [...stripe.books.payments.keys()].at(-1) ?? ''
const refundAtStripe = async (payment: string, amount: string): Promise<string> => {
  const { id } = stripe.books.makeRefund({ payment_intent: payment, amount })
  await hear()
  return id
}
type Charged = { season: Season; payment: string; charge: Charge; eventId: string }

/** $20.00 by card for ten goals, in a campaign of its own. */
async function charged(by: TestOrganization = org): Promise<Charged> {
  const season = await openSeason(by)
  await pledge(by, season, { lines: { goals: '2.00' }, method: 'auto_bill_end' })
  const eventId = await play(by, season, { ...BAY, goals: 10 })
  await bill(by, season, 'final')
  await hear()
  const [charge] = await chargesOf(by, season)
  if (!charge) throw new Error('nothing was charged')
  return { season, payment: newestPayment(), charge, eventId }
}

async function correctTo(goals: number, { season, eventId }: Charged, by = org): Promise<void> {
  await correctGoals(by, season, eventId, goals)
  await lock(by, season, 'final')
}

/** The bank returns a refund of $5.00. */
async function failedRefund(): Promise<Charged> {
  const one = await charged()
  stripe.books.failRefund(await refundAtStripe(one.payment, '500'))
  await hear()
  return one
}

async function refundAboveCharge(): Promise<void> {
  const { season, payment } = await failedRefund()
  await act(representative, 'refund_failed', 'refund_by_hand')
  const [owed] = await refundsOwed(org)
  expectStatus(await recordRefund(org, season, { kind: 'refund', sourceId: owed?.id }), 201)
  await refundAtStripe(payment, '2000')
}

async function unexplainedPayment(): Promise<void> {
  const { charge } = await charged()
  const { id: customer } = stripe.books.makeCustomer({})
  const metadata = { pledgeId: charge.pledgeId, chargeId: charge.id, attemptId: randomUUID() }
  const payment = stripe.books.makePayment({ amount: 4000, customer, metadata })
  stripe.books.confirmPayment(payment.client_secret, { number: CARDS.good, expMonth: 12, expYear: 2030 })
  await hear()
}

/** We hear of the dispute only when the refund is refused. */
async function stoppedRefund(): Promise<void> {
  const { payment, charge } = await charged()
  stripe.books.openDispute(payment)
  const late = stripe.events()
  const form = { amount: '2.00', reason: 'Sorry' }
  expectStatus(await representative.post(`/api/charges/${charge.id}/refunds`, form), 201)
  await runDueJobs(app.deps)
  await hear(late)
}

async function disputeNotOwed(): Promise<void> {
  const one = await charged()
  const { id } = stripe.books.openDispute(one.payment)
  await hear()
  await correctTo(7, one)
  stripe.books.moveDispute(id, 'won')
  await hear()
}

async function disputeAboveCharge(): Promise<void> {
  const { payment } = await charged()
  await refundAtStripe(payment, '300')
  const { id } = stripe.books.openDispute(payment)
  await hear()
  stripe.books.moveDispute(id, 'lost')
  await hear()
}

async function bouncedAfterRefund(): Promise<void> {
  const season = await openSeason(org)
  await pledge(org, season, { lines: { goals: '2.00' }, method: 'check' })
  await play(org, season, { ...BAY, goals: 10 })
  await bill(org, season, 'final')
  const { id } = await postPayment(org, season, '25.00')
  await deposit(org, id, '25.00')
  expectStatus(await recordRefund(org, season, { sourceId: id }), 201)
  const form = { why: 'bounced', on: todayOf(app) }
  expectStatus(await representative.post(`${season.path}/payments/${id}/reversal`, form), 201)
}

/** All of the organization's share of $20.00. */
async function approvedPayout(season: Season, by = org): Promise<Payout> {
  return expectStatus(await approvePayout(by, await preparePayout(by, season, '15.00'), {}), 201)
}

async function refusedPayout(): Promise<void> {
  const { season } = await charged()
  stripe.books.balanceIsLow = true
  await approvedPayout(season)
  await runDueJobs(app.deps)
  stripe.books.balanceIsLow = false
}

/** Stripe never says whether it made the transfer; asked whether there is one, it says no. */
async function unansweredPayout(): Promise<void> {
  const { season } = await charged()
  await approvedPayout(season)
  stripe.books.makeTransfer = () => {
    throw new StripeRefusal(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' })
  }
  for (let hour = 0; hour <= 21; hour += 1) {
    await sendPayouts(app.deps).catch(() => undefined)
    app.clock.advance({ hours: 1 })
  }
}

/** An organization has one payout at a time that is not sent. */
async function payoutAboveOwed(): Promise<void> {
  const other = await setUpOrganization(app, 'Cove Readers')
  await setDestination(other)
  const one = await charged(other)
  await approvedPayout(one.season, other)
  await correctTo(5, one, other)
  await runDueJobs(app.deps)
}

async function overpaidOrganization(): Promise<void> {
  const other = await setUpOrganization(app, 'Bayside Readers')
  await setDestination(other)
  const one = await charged(other)
  const payout = await approvedPayout(one.season, other)
  expectStatus(await sendPayout(other, payout, { reference: '20417', paidOn: todayOf(app) }), 201)
  expectStatus(await confirmArrival(other, payout), 201)
  await correctTo(5, one, other)
  await runDueJobs(app.deps)
  await hear()
  await compareBalances(app.deps)
}

async function unknownMovements(): Promise<void> {
  stripe.books.moveBalance('issuing_transaction', -700)
  stripe.books.moveBalance('adjustment', 250)
  await readCardMovements(app.deps)
}

await refundAboveCharge()
await failedRefund()
await unexplainedPayment()
await stoppedRefund()
await disputeNotOwed()
await disputeAboveCharge()
await bouncedAfterRefund()
await overpaidOrganization()
await payoutAboveOwed()
await setDestination(org, STRIPE_DESTINATION)
await refusedPayout()
await unansweredPayout()
await unknownMovements()

for (const firstName of ['Morgan', 'Riley']) {
  const email = `${firstName.toLowerCase()}@demo.test`
  const password = 'demo-password'
  const userId = await app.deps.identity.createAccount?.({ email, password, firstName, lastName: 'Osei' })
  await app.deps.db.query(sql`
    insert into user_roles (user_id, role, granted_at)
    values (${userId}, ${REPRESENTATIVE}, ${app.clock.now()})
  `)
}
const listening = await serve({
  host: 'localhost',
  port: Number(new URL(appUrl).port),
  trustedProxyHops: 0,
  fetch: app.app.fetch as never,
})
// What an organization was paid too much closes by itself, when this job looks.
const job = setInterval(() => compareBalances(app.deps), 500)
process.once('SIGTERM', async () => {
  clearInterval(job)
  await listening.stop(1000)
  await app.close()
  await stripe.close()
  await database.drop()
  process.exit(0)
})
