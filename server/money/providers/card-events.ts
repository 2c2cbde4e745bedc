import type { Cents } from '#domain/money.ts'
import type { CardDetails, ChargeOutcome } from './cards.ts'

/**
 * What the card provider reports on its own: that something happened to a thing of its own. What became of that thing is then
 * asked of the card provider, so that events may come late, twice and in any order, and still leave the same.
 */
export const EVENT_SUBJECTS = ['payment', 'refunds', 'dispute', 'setup', 'card', 'transfer'] as const
export type EventSubject = (typeof EVENT_SUBJECTS)[number]

export type CardEvent = {
  id: string
  type: string
  /** Null: nothing that concerns us. */
  about: { subject: EventSubject; reference: string } | null
}

export type PaymentFacts = {
  /** The attempt that it was made for, by its key; null for one that we did not make. */
  idempotencyKey: string | null
  /** Null: not decided yet. */
  outcome: ChargeOutcome | null
}

export type RefundFacts = {
  reference: string
  /** Our own refund's id; null for one that somebody made at the card provider. */
  idempotencyKey: string | null
  amount: Cents
  outcome: 'succeeded' | 'failed'
  createdAt: Date
}

export type DisputeFacts = {
  reference: string
  /** The payment that is disputed. */
  paymentReference: string
  amount: Cents
  reason: string
  /** `inquiry`: the bank asks, and has taken nothing. */
  state: 'inquiry' | 'open' | 'won' | 'lost'
  /** When evidence is due; null when none can be sent. */
  evidenceDueAt: Date | null
}

export type SetupFacts = {
  userId: string
  /** Null: not saved. */
  paymentMethodId: string | null
  /** Why it was refused the last time; null when it was not. */
  refusal: { code: string; fingerprint: string | null } | null
}

export type CardEvents = {
  /** Believes only what is signed, lately, over just these bytes. @throws {UnbelievableEvent} */
  read(given: { body: Buffer; signature: string; receivedAt: Date }): CardEvent
  payment(reference: string): Promise<PaymentFacts | null>
  /** All refunds of a payment. */
  refunds(paymentReference: string): Promise<RefundFacts[]>
  dispute(reference: string): Promise<DisputeFacts | null>
  setup(reference: string): Promise<SetupFacts | null>
  /** A card as it is now: banks renew them by themselves. */
  card(paymentMethodId: string): Promise<CardDetails | null>
  /** Takes the form away that a card is saved with: nobody goes on guessing with it. */
  closeSetup(reference: string): Promise<void>
}

/** Not from the card provider, or not lately. */
export class UnbelievableEvent extends Error {}
