import { z } from 'zod'
import { SandboxCardForm } from './card.ts'
import { Amount, id } from './fields.ts'
import { CHARGE_STATES } from './settlement.ts'

/** POST /api/pledge-links/{token}/payments: which of the pledge's charges or invoices is paid (R44). */
export const PaymentRequest = z.union([z.object({ chargeId: id }), z.object({ invoiceId: id })], {
  error: 'Choose the charge or invoice to pay',
})

/** What the card provider's form in a browser needs to take one card, once. */
export const ChargePayment = z.object({
  chargeId: id,
  provider: z.enum(['sandbox', 'stripe']),
  clientSecret: z.string(),
  publishableKey: z.string().nullable(),
  amount: Amount,
})
export type ChargePayment = z.infer<typeof ChargePayment>

/** The charge's state afterward. */
export const PaymentAnswer = z.object({ chargeId: id, state: z.enum(CHARGE_STATES), amount: Amount })
export type PaymentAnswer = z.infer<typeof PaymentAnswer>

/** Test mode: a published test card, typed to pay once. */
export const SandboxPayment = SandboxCardForm
