import type { Cents } from '#domain/money.ts'
import type { CardBalance } from './card-balance.ts'
import type { CardEvents, DisputeFacts } from './card-events.ts'
import type { Transfers } from './transfers.ts'

export type CardDetails = {
  paymentMethodId: string
  brand: string
  last4: string
  expMonth: number
  expYear: number
  fingerprint: string | null
}

/** What its owner saved for later charges (R16, R60). */
export type SavedKind = 'card' | 'bank_account'

export type BankAccountDetails = {
  paymentMethodId: string
  bankName: string
  last4: string
  fingerprint: string | null
  /** The form in which it was saved and its owner gave the authorization. */
  setupId: string
}

/** `reference`: the card provider's id of the payment; null if it was declined before there was one. */
export type DecidedOutcome =
  /** `madeAt`: when a saved card was charged; missing where the card provider does not say. */
  | { outcome: 'succeeded'; reference: string; madeAt?: Date }
  /** `isHard`: trying the same card again cannot help (R35). */
  | { outcome: 'declined'; reference: string | null; code: string; isHard: boolean }
  | { outcome: 'requires_action'; reference: string | null; code: string }
/** `processing`: a debit, which its bank answers within days (R60). */
export type ChargeOutcome = DecidedOutcome | { outcome: 'processing'; reference: string }

/** `madeAt` as above. */
export type PaidBefore = { reference: string; amount: Cents } & (
  | { outcome: 'succeeded'; madeAt?: Date }
  | { outcome: 'processing'; madeAt?: undefined }
)

export type ChargeRequest = {
  /** The attempt's id: repeated with it, the card provider returns the same answer and moves nothing (R34). */
  idempotencyKey: string
  amount: Cents
  userId: string
  paymentMethodId: string
  /** A card if missing. */
  kind?: SavedKind
  campaignId: string
  /** What the supporter should recognize on a bank statement. */
  teamName: string
  description: string
  metadata: Record<string, string>
}
/** A payment that the cardholder finishes in a browser. Without a card: one that is typed there, and used once (R44). */
export type StartRequest = Omit<ChargeRequest, 'paymentMethodId'> & { paymentMethodId: string | null }
/** An attempt is found again by its payment's id, if we know it, and by its key among this user's payments. */
export type Try = { idempotencyKey: string; userId: string; reference?: string | null }

/** The card provider refuses this refund: more has been refunded there than we know of. */
export class RefundRefused extends Error {}

/** The card provider does not take this charge, and the card has nothing to do with it. Its message is for representatives. */
export class ChargeRefused extends Error {}

/**
 * `failed`: the card provider could not refund it, so it is owed another way. `disputed`: a bank decides a dispute of the
 * payment, and may give the money back by it (R66).
 */
export type RefundOutcome = {
  outcome: 'succeeded' | 'failed' | 'disputed'
  reference: string | null
  madeAt?: Date
  /** Why it failed, in the card provider's words. */
  answer?: string
}

type StartedConfirmation = {
  clientSecret: string
  publishableKey: string | null
  /** The card provider's id of the payment, if there is one already. */
  reference: string | null
}

/**
 * The card provider. Saves a card now for charging months later, charges it, refunds money. Every call that moves
 * money has an idempotency key: repeated with the same key it returns the same answer and moves nothing (R34).
 * Never called inside a database transaction. If a call throws, there is no answer: the attempt is repeated later.
 */
export type Cards = {
  provider: 'sandbox' | 'stripe'
  moneyMode: 'sandbox' | 'live'
  startSetup(customer: {
    userId: string
    kind?: SavedKind
  }): Promise<{ id: string; clientSecret: string; publishableKey: string | null }>
  /** The card behind an id sent by a browser, if this user really saved it; null otherwise (R16). */
  savedCard(card: { userId: string; paymentMethodId: string }): Promise<CardDetails | null>
  /** The same for a bank account (R60). */
  savedBankAccount(account: { userId: string; paymentMethodId: string }): Promise<BankAccountDetails | null>
  charge(charge: ChargeRequest): Promise<ChargeOutcome>
  /** The outcome of a charge whose answer was lost too long ago to repeat it (R34). */
  findCharge(lost: Try): Promise<ChargeOutcome | null>
  /**
   * A payment of this charge that collected money, or still may, whichever attempt made it. Not one that was refunded: that
   * money went back.
   */
  findPaid(charge: { chargeId: string; userId: string }): Promise<PaidBefore | null>
  /** The bank wants the cardholder to confirm: an attempt finished in the cardholder's browser, with its own key (R35). */
  startConfirmation(charge: StartRequest): Promise<StartedConfirmation>
  /** Its outcome; null while the cardholder may still finish it. */
  confirmationOutcome(started: Try): Promise<DecidedOutcome | null>
  /** Closes an unfinished one, so that it collects no money later; returns its outcome. */
  endConfirmation(started: Try): Promise<DecidedOutcome>
  /** The card that a payment was made with; null where the card provider does not say. */
  cardOfPayment(reference: string): Promise<CardDetails | null>
  /** When a payment that was finished in a browser was made; null where the card provider does not say. */
  timeOfPayment(reference: string): Promise<Date | null>
  refund(refund: { idempotencyKey: string; reference: string; amount: Cents }): Promise<RefundOutcome>
  /** The outcome of a refund of the payment `reference` whose answer was lost too long ago to repeat it (R34). */
  findRefund(refund: { idempotencyKey: string; reference: string }): Promise<RefundOutcome | null>
  /** Deletes what the card provider keeps about a person, with their saved cards (R45). Safe to repeat. */
  forgetCustomer(userId: string): Promise<void>
  /** Pays organizations' own accounts; null if it cannot. */
  transfers: Transfers | null
  /** Debits that banks took back after the money had arrived, if no event reports it; null if events do (R60). */
  lateReturns: ((references: readonly string[]) => Promise<DisputeFacts[]>) | null
  /** The card provider's events; null if it has none. */
  events: CardEvents | null
  /** What its own account says, to compare the books with; null if it has no account. */
  balance: CardBalance | null
}
