/** What Stripe and the banks do on their own, and its events: late, twice, in any order. */
import { vi } from 'vitest'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus } from '#tests/app.ts'
import { StripeRefusal } from '#tests/stripe/books.ts'
import type { SignedEvent, StripeStandIn } from '#tests/stripe/stand-in.ts'
import type { Move, Weighed } from './move.ts'
import { chance, pick, runJobs, type Walker } from './world.ts'

type Taken = { reference: string; amountCents: number }

/** A payment that was taken and not fully refunded, and what is left of it. */
async function aPayment(walker: Walker): Promise<Taken | undefined> {
  const rows = await walker.app.deps.db.query<Taken>(sql`
    select a.provider_reference as reference, c.amount_cents
      from charges c join charge_attempts a on a.charge_id = c.id and a.outcome = 'succeeded'
     where c.refunded_cents + c.disputed_cents + c.lost_cents < c.amount_cents order by a.started_at, a.id`)
  return rows.length === 0 ? undefined : pick(walker, rows)
}

/** Someone in Stripe's dashboard; what Stripe refuses there is not a failure of the program. */
async function inDashboard(
  stripe: StripeStandIn,
  work: (books: StripeStandIn['books']) => string,
): Promise<string> {
  try {
    return work(stripe.books)
  } catch (error) {
    if (error instanceof StripeRefusal) return `Stripe refused: ${error.message}`
    throw error
  }
}

const refundInDashboard: Move = async (walker) => {
  const { stripe, roll } = walker
  const payment = await aPayment(walker)
  if (!payment || !stripe) return null
  // Stripe knows nothing of what is reserved here for a refund of ours.
  const amount = 1 + roll(payment.amountCents)
  return inDashboard(stripe, (books) => {
    books.makeRefund({ payment_intent: payment.reference, amount: String(amount) })
    return `${amount} cents refunded in the dashboard`
  })
}

const failRefund: Move = async (walker) => {
  const { stripe } = walker
  const made = [...(stripe?.books.refunds.values() ?? [])].filter(({ status }) => status === 'succeeded')
  if (!stripe || made.length === 0) return null
  const { id, payment_intent: payment } = pick(walker, made)
  const open = [...stripe.books.disputes.values()].some(
    (one) =>
      one.payment_intent === payment && ['needs_response', 'under_review', 'lost'].includes(one.status),
  )
  stripe.books.failRefund(id, open ? 'charge_for_pending_refund_disputed' : undefined)
  return open ? 'a dispute stops a refund' : 'a bank returns a refund'
}

/** Disputes of a payment that hold money. */
const others = <Dispute extends { id: string; status: string; payment_intent: string }>(
  disputes: readonly Dispute[],
  exceptId: string,
  payment: string,
) => disputes.filter((one) => one.payment_intent === payment && one.id !== exceptId && one.status !== 'won')

const dispute: Move = async (walker) => {
  const { stripe } = walker
  if (!stripe) return null
  const known = [...stripe.books.disputes.values()]
  if (known.length > 0 && chance(walker, 60)) {
    const { id, status, payment_intent: payment } = pick(walker, known)
    const next = status.startsWith('warning')
      ? 'needs_response'
      : pick(walker, ['won', 'lost', 'under_review'])
    if (status === next || (status === 'won' && others(known, id, payment).length > 0)) return null
    stripe.books.moveDispute(id, next)
    return `a dispute: ${status} to ${next}`
  }
  // Also what was refunded: a bank may dispute it all the same (R66).
  const payments = [...stripe.books.payments.values()].filter(({ status }) => status === 'succeeded')
  if (payments.length === 0) return null
  const { id, amount } = pick(walker, payments)
  if (others(known, '', id).length > 0) return null
  const part = chance(walker, 30) ? 1 + walker.roll(amount) : amount
  stripe.books.openDispute(id, pick(walker, ['needs_response', 'warning_needs_response']), part)
  return `a bank disputes ${part} cents of a charge`
}

/** A sent transfer, reversed whole or in part in the dashboard. */
const reverseTransfer: Move = async ({ stripe, ...walker }) => {
  const left = [...(stripe?.books.transfers.values() ?? [])].filter(({ reversed }) => !reversed)
  if (!stripe || left.length === 0) return null
  const { id, amount, amount_reversed: before } = pick(walker, left)
  const part = chance(walker, 50) ? amount - before : 1 + walker.roll(amount - before)
  stripe.books.reverseTransfer(id, part)
  return `${part} cents of a transfer reversed in the dashboard`
}

/** Some of the undelivered events, in any order, some of them twice; the rest arrives later. */
const deliverSome: Move = async (walker) => {
  const { stripe, undelivered } = walker
  if (!stripe) return null
  undelivered.push(...stripe.events())
  const now = undelivered.filter(() => chance(walker, 70))
  walker.undelivered = undelivered.filter((event) => !now.includes(event) || chance(walker, 15))
  await deliver(walker, stripe, shuffled(walker, now))
  return `${now.length} events delivered`
}

/** All events that are left. */
export async function deliverAll(walker: Walker): Promise<void> {
  const { stripe, undelivered } = walker
  if (!stripe) return
  walker.undelivered = []
  await deliver(walker, stripe, [...undelivered, ...stripe.events()])
}

/** Signed when it is sent: a signature is valid for minutes. */
async function deliver(walker: Walker, stripe: StripeStandIn, events: readonly SignedEvent[]): Promise<void> {
  for (const { payload } of events) {
    const headers = { 'stripe-signature': stripe.sign(payload) }
    expectStatus(await walker.app.visitor.post('/api/webhooks/stripe', payload, headers), 200)
  }
  await untilHandled(walker)
}

const shuffled = <T>(walker: Walker, list: readonly T[]): T[] =>
  list
    .map((one) => ({ one, at: walker.roll(1_000_000) }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)

/** They are handled after the response: each is done, or waits for another attempt. */
const untilHandled = ({ app }: Walker): Promise<void> =>
  vi.waitFor(
    async () => {
      const claimed = await app.deps.db.query(sql`
        select id from card_events where handled_at is null
           and (attempts = 0 or next_attempt_at = received_at + interval '5 minutes')`)
      if (claimed.length > 0) throw new Error('an event is being handled')
    },
    { timeout: 30_000, interval: 5 },
  )

const loseAnswers: Move = async (walker) => {
  const { stripe, app } = walker
  if (!stripe) return null
  walker.dying = null
  stripe.faults.push('lost answer', 'lost answer', 'lost answer')
  app.clock.advance({ days: 3, minutes: 2 })
  return `the next responses of Stripe are lost, ${await runJobs(walker)}`
}

export const STRIPE_MOVES: Weighed = [
  { move: deliverSome, weight: 14 },
  { move: dispute, weight: 10 },
  { move: refundInDashboard, weight: 4 },
  { move: failRefund, weight: 3 },
  { move: reverseTransfer, weight: 4 },
  { move: loseAnswers, weight: 2 },
]
