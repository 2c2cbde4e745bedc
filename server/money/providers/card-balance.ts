import type { Cents } from '#domain/money.ts'
import type { Asked } from './card-events.ts'

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

/** What the card provider's own account says about payments (R67). */
export type CardBalance = {
  moved(asked: Asked): Promise<{ payments: MovedPayment[]; next: string | null }>
  /** Null for a payment that is not ours. */
  of(reference: string): Promise<PaymentBalance | null>
}
