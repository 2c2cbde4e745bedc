import type { Cents } from '#domain/money.ts'
import type { Accounts } from './accounts.ts'
import type { Transfers } from './transfers.ts'

/**
 * An event of the card provider says only that an object changed. We then look up the object's current state, so that late,
 * repeated and unordered events all lead to the same result.
 */
const EVENT_SUBJECTS = [
  'payment',
  'refunds',
  'dispute',
  'setup',
  'card',
  'transfer',
  'mandate',
  'account',
] as const
export type EventSubject = (typeof EVENT_SUBJECTS)[number]

export type CardEvent = {
  id: string
  type: string
  /** Null: irrelevant to us. */
  about: { subject: EventSubject; reference: string } | null
}

/** A page of what happened in a time; `next` continues the page before. */
export type Asked = { from: Date; until: Date; next: string | null }
/** Events that happened, no matter whether they were delivered. */
export type PastEvents = {
  /** Only the relevant ones; not in any order. */
  events: RelevantEvent[]
  /** Where the next page begins; null after the last one. */
  next: string | null
}
export type RelevantEvent = Omit<CardEvent, 'about'> & { about: NonNullable<CardEvent['about']> }

export type PaymentFacts = {
  /** The card provider's id of it. */
  reference: string
  /** The attempt it was made for, by its key; null for one that we did not make. */
  idempotencyKey: string | null
  /** Our charge and its pledge, as they were sent with it. */
  chargeId: string | null
  pledgeId: string | null
  amount: Cents
  /** What it was paid with. */
  paymentMethodId: string | null
  /** All of it was refunded at the card provider. */
  isRefunded: boolean
  /** Null: not decided yet. */
  outcome: ChargeOutcome | null
}

export type RefundFacts = {
  reference: string
  /** Our own refund's id; null for one made in the card provider's dashboard. */
  idempotencyKey: string | null
  amount: Cents
  outcome: RefundOutcome['outcome']
  createdAt: Date
}

export type DisputeFacts = {
  reference: string
  /** The payment that is disputed. */
  paymentReference: string
  amount: Cents
  reason: string
  /** `inquiry`: the bank only asks, and has not taken the money. */
  state: 'inquiry' | 'open' | 'won' | 'lost'
  /** An inquiry that its bank closed without a dispute. */
  isClosed: boolean
  /** Of a lost one: what the bank keeps, if it gave a part back. */
  keptAmount?: Cents
  /** By when the bank waits for an answer; null when it waits for none: there is one, it decided, or none can be sent. */
  evidenceDueAt: Date | null
  /** When it was opened, and when the bank last took the money, where the card provider says so. */
  openedAt?: Date
  takenAt?: Date
}

type SetupFacts = {
  userId: string
  /** Null: not saved. */
  paymentMethodId: string | null
  kind: SavedKind
  /** Why it was last declined; null if it was not. */
  refusal: { code: string; fingerprint: string | null } | null
}

export type CardEvents = {
  /** Accepts only a recent signature over exactly these bytes. @throws {UnbelievableEvent} */
  read(given: { body: Buffer; signature: string; receivedAt: Date }): CardEvent
  /** How long the card provider keeps events. */
  keptDays: number
  past(asked: Asked): Promise<PastEvents>
  payment(reference: string): Promise<PaymentFacts | null>
  /** All refunds of a payment. */
  refunds(paymentReference: string): Promise<RefundFacts[]>
  /** @throws {UnknownState} */
  dispute(reference: string): Promise<DisputeFacts | null>
  /** All disputes of a payment, oldest first. */
  disputesOf(paymentReference: string): Promise<DisputeFacts[]>
  setup(reference: string): Promise<SetupFacts | null>
  /** A card's current data: banks renew cards automatically. */
  card(paymentMethodId: string): Promise<CardDetails | null>
  /** The bank account whose authorization is no longer valid; null while it is. */
  endedMandate(reference: string): Promise<string | null>
  /** Closes the form that a card is saved with, so that no one can go on guessing numbers. */
  closeSetup(reference: string): Promise<void>
}

/** The card provider reports a state that this version does not know. */
export class UnknownState extends Error {}

/** Not signed by the card provider, or too old. */
export class UnbelievableEvent extends Error {}

export type CardDetails = {
  paymentMethodId: string
  brand: string
  last4: string
  expMonth: number
  expYear: number
  fingerprint: string | null
}

/** What its owner saved for later charges. */
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
/** `processing`: a debit, which its bank answers within days. */
export type ChargeOutcome = DecidedOutcome | { outcome: 'processing'; reference: string }

/** `madeAt` as above. */
export type PaidBefore = { reference: string; amount: Cents } & (
  | { outcome: 'succeeded'; madeAt?: Date }
  | { outcome: 'processing'; madeAt?: undefined }
)

export type ChargeRequest = {
  /** The attempt's id: repeated with it, the card provider returns the same answer and moves nothing. */
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
/** A payment that the cardholder finishes in a browser. Without a card: one that is typed there, and used once. */
export type StartRequest = Omit<ChargeRequest, 'paymentMethodId'> & { paymentMethodId: string | null }
/** An attempt is found again by its payment's id, if we know it, and by its key among this user's payments. */
export type Try = { idempotencyKey: string; userId: string; reference?: string | null }

/** The card provider refuses this refund: more has been refunded there than we know of. */
export class RefundRefused extends Error {}

/** The card provider does not take this charge, and the card has nothing to do with it. Its message is for representatives. */
export class ChargeRefused extends Error {}

/**
 * `failed`: the card provider could not refund it, so it is owed another way. `disputed`: a bank decides a dispute of the
 * payment, and may give the money back by it.
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
 * money has an idempotency key: repeated with the same key it returns the same answer and moves nothing.
 * Never called inside a database transaction. If a call throws, there is no answer: the attempt is repeated later.
 */
export type Cards = {
  provider: 'sandbox' | 'stripe'
  moneyMode: 'sandbox' | 'live'
  startSetup(customer: {
    userId: string
    kind?: SavedKind
  }): Promise<{ id: string; clientSecret: string; publishableKey: string | null }>
  /** The card behind an id sent by a browser, if this user really saved it; null otherwise. */
  savedCard(card: { userId: string; paymentMethodId: string }): Promise<CardDetails | null>
  /** The same for a bank account. */
  savedBankAccount(account: { userId: string; paymentMethodId: string }): Promise<BankAccountDetails | null>
  charge(charge: ChargeRequest): Promise<ChargeOutcome>
  /** The outcome of a charge whose answer was lost too long ago to repeat it. */
  findCharge(lost: Try): Promise<ChargeOutcome | null>
  /**
   * A payment of this charge that collected money, or still may, whichever attempt made it. Not one that was refunded: that
   * money went back.
   */
  findPaid(charge: { chargeId: string; userId: string }): Promise<PaidBefore | null>
  /** The bank wants the cardholder to confirm: an attempt finished in the cardholder's browser, with its own key. */
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
  /** The outcome of a refund of the payment `reference` whose answer was lost too long ago to repeat it. */
  findRefund(refund: { idempotencyKey: string; reference: string }): Promise<RefundOutcome | null>
  /** Deletes what the card provider keeps about a person, with their saved cards. Safe to repeat. */
  forgetCustomer(userId: string): Promise<void>
  /** Organizations' own accounts, which `transfers` pays. */
  accounts: Accounts
  transfers: Transfers
  /** Debits that banks took back after the money had arrived, if no event reports it; null if events do. */
  lateReturns: ((references: readonly string[]) => Promise<DisputeFacts[]>) | null
  /** The card provider's events; null if it has none. */
  events: CardEvents | null
  /** What its own account says, to compare the books with; null if it has no account. */
  balance: CardBalance | null
  /** What moved on that account, each movement under its own id; null if it has no account. */
  movements: CardMovements | null
}

export type CardMovements = {
  page(read: ReadSoFar): Promise<MovementsPage>
  /** The key that what a movement is about was made under: its payment, or its transfer. Null: not ours. */
  keyOf(moved: Pick<CardMovement, 'kind' | 'source'>): Promise<string | null>
}

/** `cursor`: where the page before ended. At first there is none, and nothing before `since` is read. */
export type ReadSoFar = { cursor: string } | { since: Date }

/**
 * Movements that follow the cursor; one may be on two pages. `isMore`: others follow at once.
 * @throws if the card provider does not answer.
 */
export type MovementsPage = { movements: CardMovement[]; cursor: string; isMore: boolean }

export type CardMovement = {
  /** The card provider's id of the movement. */
  reference: string
  /** `payment`: also its refund or dispute. `fee`: the account's own, where a fee is no part of anything else. */
  kind: 'payment' | 'transfer' | 'fee' | 'payout' | 'unknown'
  /** The card provider's id of the payment, transfer or payout. */
  source: string | null
  /** Our own id that it was made under, where the movement says so: of the attempt, or of the organization's payout. */
  key: string | null
  /** What it added to the account, before the fee; below zero, it took that. */
  amount: Cents
  /** What the card provider kept of it; below zero, a fee that was given back. */
  fee: Cents
  movedAt: Date
  /** Of a payout: the day that the bank has it. */
  onDay: string | null
  /** What the card provider calls it. */
  name: string
}

/** A payment of ours whose money moved. */
export type MovedPayment = {
  reference: string
  /** All that it moved so far, where the movement itself says so; null if that has to be looked up. */
  amount: Cents | null
}

export type PaymentBalance = {
  /** What is left of it on the account, without fees: collected, less refunds, less what disputes took. */
  amount: Cents
  lastMovedAt: Date
}

/** What the card provider's own account says about payments. */
export type CardBalance = {
  moved(asked: Asked): Promise<{ payments: MovedPayment[]; next: string | null }>
  /** Null for a payment that is not ours. */
  of(reference: string): Promise<PaymentBalance | null>
}
