/** Why a charge failed and what happens next, in words a supporter and a treasurer understand. */
import type { CHARGE_STATES } from '../schemas/settlement.ts'

/** The card was saved with another card provider, or for another kind of money, so it is never charged here. */
export const CARD_OF_OTHER_PROVIDER = 'card_other_side'

/** Its owner, or the bank, has ended the authorization to debit the account. */
export const MANDATE_ENDED = 'mandate_ended'

/** Returned for insufficient funds, and the first debit is too long ago to send it again. */
export const DEBIT_TOO_LATE = 'debit_too_late'

/** Someone canceled the payment at the card provider: it is not made again automatically. */
export const PAYMENT_CANCELED = 'payment_canceled'

/** Its cardholder called an earlier payment fraud, and the bank is deciding, or has agreed. */
export const CARD_DISPUTED = 'card_disputed'

/** More than the card provider takes in one payment. */
export const AMOUNT_TOO_LARGE = 'amount_too_large'

/** The card provider did not take the request, for a day, and for no reason of the card's. */
export const PROVIDER_REFUSED = 'provider_refused'

const REASONS: Record<string, string> = {
  insufficient_funds: 'The card did not have enough funds',
  card_declined: 'The bank declined the charge',
  generic_decline: 'The bank declined the charge',
  expired_card: 'The card has expired',
  authentication_required: 'The bank asks the cardholder to confirm it',
  card_limit: 'The card has reached a limit set by its bank',
  bank_unreachable: 'The bank could not be reached',
  card_details: 'The card’s details are out of date',
  card_not_supported: 'The card cannot be used for this kind of payment',
  card_stopped: 'The cardholder asked the bank to stop such payments',
  payment_method_missing: 'The card is no longer saved',
  account_insufficient_funds: 'The bank account did not have enough funds',
  account_closed: 'The bank account is closed',
  account_not_found: 'The bank does not know this account',
  debit_unauthorized: 'The bank reports that the debit was not authorized',
  account_refused: 'The bank returned the debit',
  [AMOUNT_TOO_LARGE]: 'The amount is more than a single card payment can be',
  [PROVIDER_REFUSED]: 'Our card provider did not accept the charge',
  [PAYMENT_CANCELED]: 'The payment was cancelled at the card provider',
  [MANDATE_ENDED]: 'The authorization to debit the bank account has ended',
  [CARD_DISPUTED]:
    'An earlier payment with this card was reported to its bank as fraud, so it was not charged',
  [DEBIT_TOO_LATE]: 'The first debit was too long ago to debit the bank account again',
  [CARD_OF_OTHER_PROVIDER]:
    'The card was saved with a card provider that is no longer used; it was not charged',
}

export const reasonOf = (code: string | null): string | null =>
  code === null ? null : (REASONS[code] ?? 'The bank declined the charge')

type ChargeState = (typeof CHARGE_STATES)[number]

/** A charge's state, the same on screens and in files. */
export const CHARGE_STATE_WORDS: Record<ChargeState, string> = {
  scheduled: 'Scheduled',
  processing: 'Processing',
  succeeded: 'Succeeded',
  requires_action: 'Waiting for the bank',
  failed: 'Failed, trying again',
  past_due: 'Needs another card',
  voided: 'Cancelled',
}

const NEXT_STEPS: Record<ChargeState, string | null> = {
  scheduled: 'Charged on its date',
  processing: 'The bank is working on it: a debit of a bank account takes up to four business days',
  succeeded: null,
  requires_action: 'The supporter confirms it with their bank',
  failed: 'Another automatic attempt',
  past_due: 'The supporter pays with another card',
  voided: null,
}

/** For a collected charge that the cardholder’s bank disputes. */
export const DISPUTED_NEXT_STEP = 'The bank is deciding a dispute'

/** For an invoice that is being paid by card from a link. */
export const CARD_PAYMENT_STEP =
  'The supporter is paying it by card: don’t post a check until that goes through or fails'

export const nextStepOf = (state: ChargeState): string | null => NEXT_STEPS[state]

/** Why nothing happens for now, regardless of its date. */
export const WAITS = ['paused', 'on_hold'] as const

export type Wait = (typeof WAITS)[number]

export const WAIT_WORDS: Record<Wait, string> = {
  paused: 'On hold until the campaign is active again',
  on_hold: 'On hold until the campaign’s books balance again',
}
