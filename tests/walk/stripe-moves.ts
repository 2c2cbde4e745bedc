/** What the card service and the banks do by themselves, and what of it is heard: late, twice, in any order. */
import { vi } from 'vitest'
import { sql } from '#server/db/database.ts'
import { expectStatus } from '#tests/app.ts'
import { StripeRefusal } from '#tests/stripe/books.ts'
import type { SignedEvent, StripeStandIn } from '#tests/stripe/stand-in.ts'
import type { Move, Weighed } from './moves.ts'
import { chance, pick, runJobs, type Walker } from './world.ts'

type Taken = { reference: string; amountCents: number }

/** A payment that was taken and not given back whole, and what is left of it. */
async function aPayment(walker: Walker): Promise<Taken | undefined> {
  const rows = await walker.app.deps.db.query<Taken>(sql`
    select a.provider_reference as reference, c.amount_cents
      from charges c join charge_attempts a on a.charge_id = c.id and a.outcome = 'succeeded'
     where c.refunded_cents + c.disputed_cents + c.lost_cents < c.amount_cents order by a.started_at, a.id`)
  return rows.length === 0 ? undefined : pick(walker, rows)
}

/** Somebody at the card service's own desk; what it refuses there is no business of ours. */
async function atTheDesk(
  stripe: StripeStandIn,
  work: (books: StripeStandIn['books']) => string,
): Promise<string> {
  try {
    return work(stripe.books)
  } catch (error) {
    if (error instanceof StripeRefusal) return `the desk refused: ${error.message}`
    throw error
  }
}

const refundAtTheDesk: Move = async (walker) => {
  const { stripe, roll } = walker
  const payment = await aPayment(walker)
  if (!payment || !stripe) return null
  // Whatever was reserved here for a refund of ours: the desk knows nothing of it.
  const amount = 1 + roll(payment.amountCents)
  return atTheDesk(stripe, (books) => {
    books.makeRefund({ payment_intent: payment.reference, amount: String(amount) })
    return `${amount} cents given back at the desk`
  })
}

const failRefund: Move = async (walker) => {
  const { stripe } = walker
  const made = [...(stripe?.books.refunds.values() ?? [])].filter(({ status }) => status === 'succeeded')
  if (!stripe || made.length === 0) return null
  stripe.books.failRefund(pick(walker, made).id)
  return 'a bank sends a refund back'
}

const dispute: Move = async (walker) => {
  const { stripe } = walker
  if (!stripe) return null
  const open = [...stripe.books.disputes.values()].filter(({ status }) => status !== 'won')
  if (open.length > 0 && chance(walker, 60)) {
    const { id, status } = pick(walker, open)
    const next = status.startsWith('warning')
      ? 'needs_response'
      : pick(walker, ['won', 'lost', 'under_review'])
    if (status === 'lost' && next !== 'won') return null
    stripe.books.moveDispute(id, next)
    return `a dispute: ${status} to ${next}`
  }
  const payment = await aPayment(walker)
  if (!payment) return null
  const isDisputed = [...stripe.books.disputes.values()].some(
    (one) => one.payment_intent === payment.reference,
  )
  if (isDisputed) return null
  stripe.books.openDispute(payment.reference, pick(walker, ['needs_response', 'warning_needs_response']))
  return 'a bank disputes a charge'
}

/** A transfer that has left, taken back whole or in part at the desk. */
const reverseTransfer: Move = async ({ stripe, ...walker }) => {
  const left = [...(stripe?.books.transfers.values() ?? [])].filter(({ reversed }) => !reversed)
  if (!stripe || left.length === 0) return null
  const { id, amount, amount_reversed: before } = pick(walker, left)
  const part = chance(walker, 50) ? amount - before : 1 + walker.roll(amount - before)
  stripe.books.reverseTransfer(id, part)
  return `${part} cents of a transfer taken back at the desk`
}

/** Some of what is untold, in any order, some of it twice; the rest comes later. */
const hear: Move = async (walker) => {
  const { stripe, untold } = walker
  if (!stripe) return null
  untold.push(...stripe.events())
  const now = untold.filter(() => chance(walker, 70))
  walker.untold = untold.filter((event) => !now.includes(event) || chance(walker, 15))
  await deliver(walker, stripe, shuffled(walker, now))
  return `heard ${now.length} events`
}

/** All that is left. */
export async function hearEverything(walker: Walker): Promise<void> {
  const { stripe, untold } = walker
  if (!stripe) return
  walker.untold = []
  await deliver(walker, stripe, [...untold, ...stripe.events()])
}

/** Signed when it is sent: a signature is believed for minutes. */
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

/** They are handled behind the answer: each is done, or waits for another try. */
const untilHandled = ({ app }: Walker): Promise<void> =>
  vi.waitFor(
    async () => {
      const claimed = await app.deps.db.query(sql`
        select id from card_events where handled_at is null
           and (tries = 0 or next_try_at = received_at + interval '5 minutes')`)
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
  return `the next answers of the card service are lost, ${await runJobs(walker)}`
}

export const STRIPE_MOVES: Weighed = [
  { move: hear, weight: 14 },
  { move: dispute, weight: 6 },
  { move: refundAtTheDesk, weight: 4 },
  { move: failRefund, weight: 2 },
  { move: reverseTransfer, weight: 4 },
  { move: loseAnswers, weight: 2 },
]
