import type Stripe from 'stripe'
import { DEBIT_RETURNS, type DebitReturnCode } from '#domain/billing/bank-debit.ts'
import { PAYMENT_CANCELED } from '#domain/billing/charge-status.ts'
import type { ChargeOutcome } from './cards.ts'
import { instant, STRIPE_TYPES } from './cards-stripe-fields.ts'

/** Why a card was refused, in the product's own codes (domain/billing/charge-status.ts has the words), and whether that is final. */
type Decline = { code: string; isHard: boolean }

const soft = (code: string): Decline => ({ code, isHard: false })
const hard = (code: string): Decline => ({ code, isHard: true })

/** Stripe's decline codes and error codes. Any other code is a decline that may be retried. */
const DECLINES: Record<string, Decline> = {
  insufficient_funds: soft('insufficient_funds'),
  ...all(soft('card_limit'), 'card_velocity_exceeded', 'withdrawal_count_limit_exceeded'),
  ...all(soft('bank_unreachable'), 'issuer_not_available', 'processing_error', 'try_again_later'),
  ...all(soft('bank_unreachable'), 'reenter_transaction', 'approve_with_id'),
  expired_card: hard('expired_card'),
  ...all(hard('card_details'), 'incorrect_number', 'invalid_number', 'invalid_account', 'incorrect_cvc'),
  ...all(hard('card_details'), 'invalid_cvc', 'invalid_expiry_month', 'invalid_expiry_year'),
  ...all(hard('card_details'), 'incorrect_zip', 'incorrect_address', 'new_account_information_available'),
  ...all(hard('card_not_supported'), 'card_not_supported', 'currency_not_supported', 'service_not_allowed'),
  ...all(hard('card_not_supported'), 'transaction_not_allowed', 'not_permitted', 'testmode_decline'),
  ...all(hard('card_stopped'), 'stop_payment_order', 'revocation_of_authorization'),
  ...all(hard('card_stopped'), 'revocation_of_all_authorizations'),
  // The person using the card does not learn that it was reported stolen.
  ...all(hard('generic_decline'), 'lost_card', 'stolen_card', 'pickup_card', 'restricted_card', 'fraudulent'),
  ...all(hard('generic_decline'), 'merchant_blacklist', 'security_violation'),
}
/** Why a bank returned a debit, in Stripe's codes of a payment and of a dispute. */
const RETURNS: Record<string, DebitReturnCode> = {
  insufficient_funds: 'account_insufficient_funds',
  account_closed: 'account_closed',
  bank_account_unusable: 'account_closed',
  no_account: 'account_not_found',
  invalid_account_number: 'account_not_found',
  incorrect_account_details: 'account_not_found',
  incorrect_account_holder_details: 'account_not_found',
  debit_not_authorized: 'debit_unauthorized',
  customer_initiated: 'debit_unauthorized',
  bank_ownership_changed: 'account_refused',
  bank_account_restricted: 'account_refused',
}

const WANTS_CARDHOLDER = new Set(['authentication_required', 'authentication_not_handled'])
/** The network's advice code, which says more than the decline code. */
const FINAL_ADVICE = new Set(['do_not_try_again', 'confirm_card_data'])

function all(decline: Decline, ...codes: string[]): Record<string, Decline> {
  return Object.fromEntries(codes.map((code) => [code, decline]))
}

type StripeRefusal = Pick<
  Stripe.PaymentIntent.LastPaymentError,
  'code' | 'decline_code' | 'advice_code' | 'payment_method'
>

export function outcomeOfRefusal(refusal: StripeRefusal, reference: string | null): ChargeOutcome {
  if (refusal.payment_method?.type === STRIPE_TYPES.bank_account)
    return returned(refusal.code ?? '', reference)
  const { code = '', decline_code: reason = '', advice_code: advice = '' } = refusal
  if (WANTS_CARDHOLDER.has(code) || WANTS_CARDHOLDER.has(reason))
    return { outcome: 'requires_action', reference, code: 'authentication_required' }
  const known = DECLINES[reason] ?? DECLINES[code] ?? soft('generic_decline')
  return {
    outcome: 'declined',
    reference,
    code: known.code,
    isHard: known.isHard || FINAL_ADVICE.has(advice),
  }
}

function returned(reason: string, reference: string | null): ChargeOutcome {
  const code = RETURNS[reason] ?? 'account_refused'
  return { outcome: 'declined', reference, code, isHard: !DEBIT_RETURNS[code].again }
}

/** The card no longer belongs to the customer: deleted, or removed from the account. */
export const cardMissing = (): ChargeOutcome => ({
  outcome: 'declined',
  reference: null,
  code: 'payment_method_missing',
  isHard: true,
})

/** A saved card is charged as soon as its payment is created. A debit is paid by its bank days later, and Stripe does not say when. */
export const madeAtOf = ({
  created,
  payment_method_types: types,
}: Stripe.PaymentIntent): { madeAt?: Date } =>
  types.includes(STRIPE_TYPES.bank_account) ? {} : { madeAt: instant(created) }

/** A payment's outcome; null while it is undecided. */
export function outcomeOfIntent(intent: Stripe.PaymentIntent): ChargeOutcome | null {
  const { id: reference, status, last_payment_error: refusal } = intent
  if (status === 'succeeded') return { outcome: 'succeeded', reference, ...madeAtOf(intent) }
  if (status === 'processing') return { outcome: 'processing', reference }
  if (status === 'requires_action')
    return { outcome: 'requires_action', reference, code: 'authentication_required' }
  // Whatever was declined before has been reported on its own.
  if (status === 'canceled') return { outcome: 'declined', reference, code: PAYMENT_CANCELED, isHard: true }
  return status === 'requires_payment_method' && refusal ? outcomeOfRefusal(refusal, reference) : null
}
