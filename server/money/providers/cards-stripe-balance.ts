import type Stripe from 'stripe'
import { add, cents, subtract, sum, ZERO } from '#domain/money.ts'
import type { CardBalance, MovedPayment, PaymentBalance } from './card-balance.ts'
import { between, idOf, instant, unlessMissing } from './cards-stripe-fields.ts'
import { ATTEMPT } from './cards-stripe-payments.ts'
import { outcomeOfRefund, refundsOf } from './cards-stripe-refunds.ts'

/** The most that Stripe lists on one page. */
const PAGE = 100
const MAX_DISPUTES = 500

/** Stripe's balance transactions, and what a payment, its refunds and its disputes moved in all (R67). */
export const createStripeBalance = (stripe: Stripe): CardBalance => ({
  moved: async ({ from, until, next }) => {
    const page = await stripe.balanceTransactions.list({
      created: between(from, until),
      limit: PAGE,
      expand: ['data.source'],
      ...(next === null ? {} : { starting_after: next }),
    })
    const last = page.data.at(-1)
    return {
      payments: page.data.flatMap((moved) => paymentOf(moved) ?? []),
      next: last && page.has_more ? last.id : null,
    }
  },
  of: async (reference) => {
    const intent = await unlessMissing(stripe.paymentIntents.retrieve(reference))
    if (!intent?.metadata[ATTEMPT]) return null
    const refunds = (await refundsOf(stripe, reference)).filter(
      (refund) => outcomeOfRefund(refund).outcome === 'succeeded',
    )
    const disputes = await stripe.disputes
      .list({ payment_intent: reference, limit: PAGE })
      .autoPagingToArray({ limit: MAX_DISPUTES })
    return balanceOf(
      intent,
      refunds,
      disputes.flatMap((dispute) => dispute.balance_transactions),
    )
  },
})

/** Of a charge, a refund or a dispute; null for all else, such as a transfer or another program's charge. */
function paymentOf({ amount, source }: Stripe.BalanceTransaction): MovedPayment | null {
  if (source === null || typeof source === 'string') return null
  if (source.object === 'charge') {
    const reference = idOf(source.payment_intent)
    if (reference === null || !source.metadata[ATTEMPT]) return null
    const isAll = source.amount_refunded === 0 && !source.disputed && amount === source.amount_captured
    return { reference, amount: isAll ? cents(amount) : null }
  }
  if (source.object !== 'refund' && source.object !== 'dispute') return null
  const reference = idOf(source.payment_intent)
  return reference === null ? null : { reference, amount: null }
}

function balanceOf(
  intent: Stripe.PaymentIntent,
  refunds: readonly Stripe.Refund[],
  disputed: readonly Stripe.BalanceTransaction[],
): PaymentBalance {
  const paid = intent.status === 'succeeded' ? cents(intent.amount_received) : ZERO
  const refunded = sum(refunds.map(({ amount }) => cents(amount)))
  const moved = [intent, ...refunds, ...disputed].map(({ created }) => created)
  return {
    amount: add(subtract(paid, refunded), sum(disputed.map(({ amount }) => cents(amount)))),
    lastMovedAt: instant(Math.max(...moved)),
  }
}
