import Stripe from 'stripe'
import { AMOUNT_TOO_LARGE } from '#domain/billing/charge-status.ts'
import { cents } from '#domain/money.ts'
import {
  type Cards,
  type ChargeOutcome,
  ChargeRefused,
  type ChargeRequest,
  type DecidedOutcome,
  type RefundOutcome,
  RefundRefused,
  type StartRequest,
  type Try,
} from './cards.ts'
import { cardMissing, madeAtOf, outcomeOfIntent, outcomeOfRefusal } from './cards-stripe-declines.ts'
import {
  answeredSoon,
  detailsOf,
  idOf,
  instant,
  isMissing,
  SOON,
  STRIPE_TYPES,
  unlessMissing,
} from './cards-stripe-fields.ts'
import { statementSuffix } from './statement-suffix.ts'

/** Metadata of a refund, by which it is found again. */
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

const createStripeRefunds = (stripe: Stripe): Pick<Cards, 'refund' | 'findRefund'> => ({
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
const CARDS_STRIPE_REFUNDS_MAX_LOOKED_THROUGH = 500

export const refundsOf = (stripe: Stripe, paymentReference: string): Promise<Stripe.Refund[]> =>
  stripe.refunds
    .list({ payment_intent: paymentReference, limit: 100 })
    .autoPagingToArray({ limit: CARDS_STRIPE_REFUNDS_MAX_LOOKED_THROUGH })
    // A payment that Stripe does not know (of another account) has none.
    .catch((error: unknown) => {
      if (isMissing(error)) return []
      throw error
    })

/** Metadata of a payment, by which its attempt is found again. */
export const ATTEMPT = 'attemptId'
/** A bound on looking through one user's payments. */
const MAX_LOOKED_THROUGH = 1000

type Given = {
  stripe: Stripe
  publishableKey: string
  /** The user's customer that holds this card. */
  customerOf: (userId: string, paymentMethodId: string | null) => Promise<string | null>
  /** All of the user's customers: a payment may belong to any of them. */
  customersOf: (userId: string) => Promise<string[]>
  /** Creates the customer if there is none yet. */
  withCustomer: <T>(userId: string, work: (customer: string) => Promise<T>) => Promise<T>
}
type Payments = Omit<
  Cards,
  | 'provider'
  | 'moneyMode'
  | 'startSetup'
  | 'savedCard'
  | 'savedBankAccount'
  | 'lateReturns'
  | 'forgetCustomer'
  | 'accounts'
  | 'transfers'
  | 'events'
  | 'balance'
  | 'movements'
>

/** Charges, found again and confirmed in person; and refunds. */
export function createStripePayments(given: Given): Payments {
  const { stripe, publishableKey, customerOf, customersOf, withCustomer } = given
  /** The payment of an attempt. If there are two, the one that collected money counts. */
  async function find({ idempotencyKey, userId, reference }: Try): Promise<Stripe.PaymentIntent | null> {
    // Its customer may have been deleted at Stripe since, and replaced.
    const known = reference ? await unlessMissing(stripe.paymentIntents.retrieve(reference)) : null
    if (known) return known
    const made: Stripe.PaymentIntent[] = []
    for (const customer of await customersOf(userId)) made.push(...(await listed(stripe, { customer })))
    const ours = made.filter(({ metadata }) => metadata[ATTEMPT] === idempotencyKey)
    return ours.find(({ status }) => status === 'succeeded') ?? ours[0] ?? null
  }

  async function findPaid({ chargeId, userId }: { chargeId: string; userId: string }) {
    for (const customer of await customersOf(userId)) {
      const made = await listed(stripe, { customer, expand: ['data.latest_charge'] }, SOON)
      const paid = made.find((one) => one.metadata.chargeId === chargeId && mayCollect(one))
      if (!paid) continue
      const facts = { reference: paid.id, amount: cents(paid.amount) }
      if (paid.status !== 'succeeded') return { ...facts, outcome: 'processing' } as const
      return { ...facts, outcome: 'succeeded', ...madeAtOf(paid) } as const
    }
    return null
  }

  /** For a saved card, the customer that holds it; for a card typed for this payment, the user's own. */
  const holderOf = async (request: StartRequest, own: string): Promise<string> =>
    request.paymentMethodId === null
      ? own
      : ((await customerOf(request.userId, request.paymentMethodId)) ?? own)

  return {
    ...createStripeRefunds(stripe),
    charge: async (request) => {
      const customer = await customerOf(request.userId, request.paymentMethodId)
      if (!customer) return cardMissing()
      try {
        const intent = await stripe.paymentIntents.create(
          { ...paramsOf(request, customer), off_session: true, confirm: true },
          { idempotencyKey: request.idempotencyKey },
        )
        return await decided(stripe, intent)
      } catch (error) {
        if (error instanceof Stripe.errors.StripeIdempotencyError)
          return sameAsBefore(request, await find(request), error)
        return outcomeOfError(error)
      }
    },
    findCharge: async (lost) => {
      const intent = await find(lost)
      return intent ? decided(stripe, intent) : null
    },
    findPaid: (charge) => answeredSoon(() => findPaid(charge)),
    // Without `setup_future_usage`, the card is not kept for other charges.
    startConfirmation: async (request) => {
      const { idempotencyKey } = request
      const { client_secret: clientSecret, id: reference } = await answeredSoon(() =>
        withCustomer(request.userId, async (own) =>
          stripe.paymentIntents
            .create(paramsOf(request, await holderOf(request, own)), { ...SOON, idempotencyKey })
            .catch(async (error: unknown) => {
              if (!(error instanceof Stripe.errors.StripeIdempotencyError)) throw error
              return sameForm(request, await find(request), error)
            }),
        ),
      )
      if (!clientSecret) throw new Error('a payment to confirm without a secret')
      return { clientSecret, publishableKey, reference }
    },
    confirmationOutcome: async (started) => {
      const intent = await find(started)
      if (intent?.status === 'succeeded') return { outcome: 'succeeded', reference: intent.id }
      return intent?.status === 'canceled' ? unconfirmed(intent.id) : null
    },
    cardOfPayment: async (reference) => {
      const { payment_method: card } = await stripe.paymentIntents.retrieve(reference, {
        expand: ['payment_method'],
      })
      return card === null || typeof card === 'string' ? null : detailsOf(card)
    },
    timeOfPayment: async (reference) => {
      const { latest_charge: charge } = await stripe.paymentIntents.retrieve(reference, {
        expand: ['latest_charge'],
      })
      return charge === null || typeof charge === 'string' ? null : instant(charge.created)
    },
    endConfirmation: async (started) => {
      const intent = await find(started)
      if (!intent) return unconfirmed(null)
      const ended = await closed(stripe, intent)
      if (ended.status === 'canceled') return unconfirmed(ended.id)
      const outcome = await decided(stripe, ended)
      if (outcome.outcome === 'processing') throw new Error('Stripe has not decided this payment yet')
      return outcome
    },
  }
}

/** A customer that is no longer at Stripe has none. */
const listed = (
  stripe: Stripe,
  which: Stripe.PaymentIntentListParams,
  options: Stripe.RequestOptions = {},
): Promise<Stripe.PaymentIntent[]> =>
  stripe.paymentIntents
    .list({ ...which, limit: 100 }, options)
    .autoPagingToArray({ limit: MAX_LOOKED_THROUGH })
    .catch((error: unknown) => {
      if (isMissing(error)) return []
      throw error
    })

function mayCollect({ status, latest_charge: charge }: Stripe.PaymentIntent): boolean {
  const isRefunded = charge !== null && typeof charge !== 'string' && charge.refunded
  return status === 'processing' || (status === 'succeeded' && !isRefunded)
}

function paramsOf(request: StartRequest, customer: string) {
  const { kind = 'card' } = request
  const suffix = statementSuffix(request.teamName)
  return {
    amount: request.amount,
    currency: 'usd',
    customer,
    ...(request.paymentMethodId === null ? {} : { payment_method: request.paymentMethodId }),
    allowed_payment_method_types: [STRIPE_TYPES[kind]],
    description: request.description,
    // Only a card's line has the provider's own name before the suffix.
    ...(suffix === null || kind !== 'card' ? {} : { statement_descriptor_suffix: suffix }),
    // Paid out to the organization later, campaign by campaign.
    transfer_group: request.campaignId,
    metadata: { ...request.metadata, [ATTEMPT]: request.idempotencyKey },
  } satisfies Stripe.PaymentIntentCreateParams
}

const unconfirmed = (reference: string | null): DecidedOutcome => ({
  outcome: 'requires_action',
  reference,
  code: 'authentication_required',
})

/** A repeated key returns the first answer, although the payment may have been decided since. */
async function decided(stripe: Stripe, intent: Stripe.PaymentIntent): Promise<ChargeOutcome> {
  const first = outcomeOfIntent(intent)
  if (first && first.outcome !== 'processing') return first
  const outcome = outcomeOfIntent(await stripe.paymentIntents.retrieve(intent.id))
  if (outcome) return outcome
  throw new Error('Stripe has not decided this payment yet')
}

/**
 * The text sent with an attempt may have changed since (a team was renamed), and where its row was lost so may the card: what
 * was paid under the key is paid, and what was declined on another card is tried again. The amount never changes.
 */
function sameAsBefore(
  { amount, paymentMethodId }: ChargeRequest,
  intent: Stripe.PaymentIntent | null,
  refusal: Error,
): ChargeOutcome {
  if (!intent) throw refusal
  if (intent.amount !== amount) throw new Error('an idempotency key was used again for another charge')
  const outcome = outcomeOfIntent(intent)
  if (!outcome) throw new Error('Stripe has not decided this payment yet')
  const card = idOf(intent.payment_method ?? intent.last_payment_error?.payment_method)
  return outcome.outcome === 'declined' && card !== paymentMethodId ? { ...outcome, isHard: false } : outcome
}

/** The same for a form: a payment with this key and amount is the one that was started, whatever the team's name was then. */
function sameForm(
  { amount }: StartRequest,
  intent: Stripe.PaymentIntent | null,
  refusal: Error,
): Stripe.PaymentIntent {
  if (intent?.amount === amount) return intent
  throw refusal
}

/** A decline is an answer. Any other error (network, rate limit) is none, and the attempt is repeated. */
function outcomeOfError(error: unknown): ChargeOutcome {
  if (error instanceof Stripe.errors.StripeCardError)
    return outcomeOfRefusal(error as Parameters<typeof outcomeOfRefusal>[0], error.payment_intent?.id ?? null)
  const isCardGone =
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    (error.param === 'payment_method' || (error.param === 'customer' && error.code === 'resource_missing'))
  if (isCardGone) return cardMissing()
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
  if (error.code === 'amount_too_large')
    return { outcome: 'declined', reference: null, code: AMOUNT_TOO_LARGE, isHard: true }
  throw new ChargeRefused(error.message, { cause: error })
}

/** Cancels it, unless it ended a moment before. */
async function closed(stripe: Stripe, intent: Stripe.PaymentIntent): Promise<Stripe.PaymentIntent> {
  if (intent.status === 'succeeded' || intent.status === 'canceled') return intent
  try {
    return await stripe.paymentIntents.cancel(intent.id)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    return stripe.paymentIntents.retrieve(intent.id)
  }
}
