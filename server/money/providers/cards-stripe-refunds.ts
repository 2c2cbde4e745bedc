import Stripe from 'stripe'
import { type Cards, type RefundOutcome, RefundRefused } from './cards.ts'

/** Metadata of a refund, by which it is found again (R34). */
export const REFUND = 'refundId'

/** The money was already refunded another way, or is disputed: nothing is refunded here. */
const CANNOT_GIVE_BACK = new Set(['charge_already_refunded', 'charge_disputed', 'refund_disputed_payment'])

/** A pending refund counts as refunded; if it fails later, an event says so. */
export const outcomeOfRefund = ({ id, status }: Stripe.Refund): RefundOutcome => ({
  outcome: status === 'failed' || status === 'canceled' ? 'failed' : 'succeeded',
  reference: id,
})

export const createStripeRefunds = (stripe: Stripe): Pick<Cards, 'refund' | 'findRefund'> => ({
  refund: async ({ idempotencyKey, reference, amount }) => {
    const refund = { payment_intent: reference, amount, metadata: { [REFUND]: idempotencyKey } }
    try {
      return outcomeOfRefund(await stripe.refunds.create(refund, { idempotencyKey }))
    } catch (error) {
      const isRefused = error instanceof Stripe.errors.StripeInvalidRequestError
      if (isRefused && CANNOT_GIVE_BACK.has(error.code ?? '')) return { outcome: 'failed', reference: null }
      if (isRefused) throw new RefundRefused(error.message, { cause: error })
      throw error
    }
  },
  findRefund: async ({ idempotencyKey, reference }) => {
    const made = await refundsOf(stripe, reference)
    const ours = made.find(({ metadata }) => metadata?.[REFUND] === idempotencyKey)
    return ours ? outcomeOfRefund(ours) : null
  },
})

/** A bound on looking through the refunds of one payment. */
const MAX_LOOKED_THROUGH = 500

export const refundsOf = (stripe: Stripe, paymentReference: string): Promise<Stripe.Refund[]> =>
  stripe.refunds
    .list({ payment_intent: paymentReference, limit: 100 })
    .autoPagingToArray({ limit: MAX_LOOKED_THROUGH })
