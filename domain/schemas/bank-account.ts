import { z } from 'zod'
import { isRoutingNumber } from '../billing/bank-debit.ts'

/** POST /api/bank-accounts/setups: which authorization its owner agreed to. */
export const BankAccountSetupForm = z.object({ mandateVersion: z.string().min(1).max(40) })

/** POST /api/bank-accounts: an account that was saved in the card provider's own form, by the id that the form answered. */
export const BankAccountForm = z.object({ stripePaymentMethodId: z.string().min(1).max(200) })

export const SavedBankAccount = z.object({
  stripePaymentMethodId: z.string(),
  bankName: z.string(),
  last4: z.string(),
})
export type SavedBankAccount = z.infer<typeof SavedBankAccount>

const digits = z
  .string()
  .max(30)
  .transform((value) => value.replace(/[\s-]/g, ''))

/** Test mode: the published test routing and account numbers only. */
export const SandboxBankAccountForm = z.object({
  clientSecret: z.string().min(1).max(200),
  routingNumber: digits.refine(
    isRoutingNumber,
    'Check the routing number: the 9 digits at the bottom left of a check',
  ),
  accountNumber: digits.refine(
    (value) => /^\d{4,17}$/.test(value),
    'Enter the whole account number: 4 to 17 digits',
  ),
})
