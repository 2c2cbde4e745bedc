import { z } from 'zod'
import { Amount, id } from './fields.ts'

/** What the card provider's form in a browser needs to let the cardholder confirm one charge with the bank (R35). */
export const ChargeConfirmation = z.object({
  chargeId: id,
  provider: z.enum(['sandbox', 'stripe']),
  clientSecret: z.string(),
  publishableKey: z.string().nullable(),
  stripePaymentMethodId: z.string(),
  amount: Amount,
})
export type ChargeConfirmation = z.infer<typeof ChargeConfirmation>

/** Test mode: one button stands for the bank's page. */
export const SandboxApproval = z.object({ clientSecret: z.string().min(1).max(200) })
