import Stripe from 'stripe'
import { type Cards, type RefundOutcome, RefundRefused } from './cards.ts'
import { instant, isMissing } from './cards-stripe-fields.ts'

/** Metadata of a refund, by which it is found again (R34). */
export const REFUND = 'refundId'

/** Nothing is refunded: the money was already refunded another way, or is disputed. */
const REFUSALS: Record<string, 'failed' | 'disputed'> = {
  charge_already_refunded: 'failed',
  charge_disputed: 'disputed',
  refund_disputed_payment: 'disputed',
}
/** A pending refund that a dispute stopped. */
const STOPPED = 'charge_for_pending_refund_disputed'

/** A pending refund counts as refunded; if it fails later, an event says so. */
export const outcomeOfRefund = (refund: Stripe.Refund): RefundOutcome => {
  const { id, status, failure_reason: why, created } = refund
  const isMade = status !== 'failed' && status !== 'canceled'
  const outcome = isMade ? 'succeeded' : why === STOPPED ? 'disputed' : 'failed'
  return { outcome, reference: id, madeAt: instant(created) }
}

export const createStripeRefunds = (stripe: Stripe): Pick<Cards, 'refund' | 'findRefund'> => ({
  refund: async ({ idempotencyKey, reference, amount }) => {
    const refund = { payment_intent: reference, amount, metadata: { [REFUND]: idempotencyKey } }
    try {
      return outcomeOfRefund(await stripe.refunds.create(refund, { idempotencyKey }))
    } catch (error) {
      const isRefused = error instanceof Stripe.errors.StripeInvalidRequestError
      const outcome = isRefused ? REFUSALS[error.code ?? ''] : undefined
      if (outcome) return { outcome, reference: null }
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
    // A payment that Stripe does not know (of another account) has none.
    .catch((error: unknown) => {
      if (isMissing(error)) return []
      throw error
    })
