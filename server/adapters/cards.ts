import type { Cents } from '#domain/money.ts'

export type CardDetails = {
  paymentMethodId: string
  brand: string
  last4: string
  expMonth: number
  expYear: number
  fingerprint: string | null
}

export type ChargeOutcome =
  | { outcome: 'succeeded'; reference: string }
  /** `isHard`: trying the same card again cannot help (R35). */
  | { outcome: 'declined'; reference: string; code: string; isHard: boolean }
  | { outcome: 'requires_action'; reference: string; code: string }

/**
 * The card side. Saves a card now for charging months later, charges it, gives money back. Every call that moves
 * money carries an idempotency key: repeated with the same key it answers the same and moves nothing (R34).
 * Never called inside a database transaction.
 */
export type Cards = {
  provider: 'sandbox' | 'stripe'
  moneyMode: 'sandbox' | 'live'
  startSetup(customer: {
    userId: string
  }): Promise<{ id: string; clientSecret: string; publishableKey: string | null }>
  /** The card behind an id sent by a browser, if this user really saved it; null otherwise (R16). */
  savedCard(card: { userId: string; paymentMethodId: string }): Promise<CardDetails | null>
  charge(charge: {
    idempotencyKey: string
    amount: Cents
    userId: string
    paymentMethodId: string
    description: string
    metadata: Record<string, string>
  }): Promise<ChargeOutcome>
  /** What became of a charge, for when its answer was lost too long ago to repeat it (R34). */
  findCharge(charge: { idempotencyKey: string }): Promise<ChargeOutcome | null>
  refund(refund: { idempotencyKey: string; reference: string; amount: Cents }): Promise<{ reference: string }>
}
