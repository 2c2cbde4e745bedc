import type { Cents } from '#domain/money.ts'
import type { CardDetails, ChargeOutcome, RefundOutcome, SavedKind } from './cards.ts'

/**
 * An event of the card provider says only that an object changed. We then look up the object's current state, so that late,
 * repeated and unordered events all lead to the same result.
 */
const EVENT_SUBJECTS = ['payment', 'refunds', 'dispute', 'setup', 'card', 'transfer', 'mandate'] as const
export type EventSubject = (typeof EVENT_SUBJECTS)[number]

export type CardEvent = {
  id: string
  type: string
  /** Null: irrelevant to us. */
  about: { subject: EventSubject; reference: string } | null
}

/** A page of what happened in a time; `next` continues the page before. */
export type Asked = { from: Date; until: Date; next: string | null }
/** Events that happened, no matter whether they were delivered (R67). */
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

/** The card provider reports a state that this version does not know (R67). */
export class UnknownState extends Error {}

/** Not signed by the card provider, or too old. */
export class UnbelievableEvent extends Error {}
