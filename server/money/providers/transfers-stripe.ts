import Stripe from 'stripe'
import { cents } from '#domain/money.ts'
import { idOf, instant, unlessMissing } from './cards-stripe-fields.ts'
import { NoTransferAnswer, type ReversalFacts, type TransferOutcome, type Transfers } from './transfers.ts'

const MAX_LOOKED_THROUGH = 500

/** Reasons for representatives; for all others Stripe's own message is shown. */
const REFUSALS: Record<string, string> = {
  balance_insufficient: 'The balance at Stripe is too low',
  account_invalid: 'Stripe does not know the organization’s account',
  resource_missing: 'Stripe does not know the organization’s account',
  insufficient_capabilities_for_transfer: 'The organization’s account cannot take transfers yet',
}

/** Stripe's own message names the key. */
const NOT_ALLOWED = 'The key that this site uses at Stripe may not make transfers'

/** In words that say what to correct, and never name the key. */
function whyNoAnswer(error: unknown): string {
  const { errors } = Stripe
  if (error instanceof errors.StripeAuthenticationError)
    return 'Stripe does not accept the key that this site uses'
  if (error instanceof errors.StripePermissionError)
    return 'The key that this site uses at Stripe may not read transfers'
  if (error instanceof errors.StripeIdempotencyError)
    return 'Stripe knows this payout with another amount or account'
  if (error instanceof errors.StripeRateLimitError) return 'Stripe does not take more requests at the moment'
  return error instanceof errors.StripeConnectionError
    ? 'Stripe cannot be reached'
    : 'Stripe answers with an error of its own'
}
const noAnswer = (error: unknown): never => {
  throw new NoTransferAnswer(whyNoAnswer(error), { cause: error })
}

/** When it was made counts, not when we learn of it. */
const paid = ({ id, created }: Stripe.Transfer): TransferOutcome => ({
  outcome: 'paid',
  reference: id,
  madeAt: instant(created),
})

/** The text sent with a transfer may have changed since (a campaign was renamed); the amount and the account never do. */
function sameAsBefore(
  { amount, destination }: { amount: number; destination: string },
  made: Stripe.Transfer | undefined,
  refusal: Error,
): TransferOutcome {
  if (made?.amount !== amount || idOf(made.destination) !== destination) return noAnswer(refusal)
  return paid(made)
}

/** Separate charges and transfers: a charge need not wait for a school's onboarding. */
export function createStripeTransfers(stripe: Stripe): Transfers {
  /** Each transfer is the only one of its group, which is named for its payout. */
  async function find(idempotencyKey: string): Promise<Stripe.Transfer | undefined> {
    const { data } = await stripe.transfers.list({ transfer_group: idempotencyKey, limit: 1 })
    return data[0]
  }
  return {
    transfer: async ({ idempotencyKey, account, amount, description }) => {
      const transfer = {
        amount,
        currency: 'usd',
        destination: account,
        transfer_group: idempotencyKey,
        description,
      }
      try {
        return paid(await stripe.transfers.create(transfer, { idempotencyKey }))
      } catch (error) {
        if (error instanceof Stripe.errors.StripeIdempotencyError)
          return sameAsBefore(transfer, await find(idempotencyKey).catch(noAnswer), error)
        // This request sent nothing; whether an earlier one did, only `findTransfer` says.
        if (error instanceof Stripe.errors.StripePermissionError)
          return { outcome: 'refused', reason: REFUSALS[error.code ?? ''] ?? NOT_ALLOWED }
        // Anything else is no answer: a busy server, a lost connection.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return noAnswer(error)
        return { outcome: 'refused', reason: REFUSALS[error.code ?? ''] ?? error.message }
      }
    },
    findTransfer: async (idempotencyKey) => {
      const ours = await find(idempotencyKey).catch(noAnswer)
      return ours ? paid(ours) : null
    },
    reversals: async (reference) => {
      const transfer = await unlessMissing(stripe.transfers.retrieve(reference))
      if (!transfer || transfer.amount_reversed === 0) return []
      const made = await stripe.transfers
        .listReversals(reference, { limit: 100 })
        .autoPagingToArray({ limit: MAX_LOOKED_THROUGH })
      return made.reverse().map(toReversal)
    },
  }
}

const toReversal = ({ id, amount, created }: Stripe.TransferReversal): ReversalFacts => ({
  reference: id,
  amount: cents(amount),
  at: instant(created),
})
