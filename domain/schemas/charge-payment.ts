import { z } from 'zod'
import { SandboxBankAccountForm } from './bank-account.ts'
import { SandboxCardForm } from './card.ts'
import { Amount, Instant, id } from './fields.ts'
import { CHARGE_STATES } from './settlement.ts'

/** The authorization to debit a bank account once, by its version; without one the payment is by card (R60). */
const mandateVersion = z.string().min(1).max(40).optional()

/** POST /api/pledge-links/{token}/payments: which of the pledge's charges or invoices is paid (R44). */
export const PaymentRequest = z.union(
  [z.object({ chargeId: id, mandateVersion }), z.object({ invoiceId: id, mandateVersion })],
  { error: 'Choose the charge or invoice to pay' },
)

/** What the card provider's form in a browser needs to take one card, or to debit one bank account, once. */
export const ChargePayment = z.object({
  chargeId: id,
  provider: z.enum(['sandbox', 'stripe']),
  clientSecret: z.string(),
  publishableKey: z.string().nullable(),
  amount: Amount,
})
export type ChargePayment = z.infer<typeof ChargePayment>

/** How the charge stands after it. */
export const PaymentAnswer = z.object({
  chargeId: id,
  state: z.enum(CHARGE_STATES),
  amount: Amount,
  /** Of a debit on its way: by when its bank answers (R60). */
  answersBy: Instant.nullable().optional(),
})
export type PaymentAnswer = z.infer<typeof PaymentAnswer>

/** Test mode: a published test card, typed to pay once. */
export const SandboxPayment = SandboxCardForm

/** Test mode: a published test account, typed to be debited once. */
export const SandboxDebit = SandboxBankAccountForm
