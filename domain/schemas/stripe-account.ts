import { z } from 'zod'
import { Instant } from './fields.ts'

/** An organization's account at Stripe, for its owners, its treasurers and the representatives. */
export const StripeAccount = z.object({
  /** It pays out to the bank. */
  isReady: z.boolean(),
  /** What Stripe still needs, in plain words; empty: nothing, or it is checking what was entered. */
  needs: z.array(z.string()),
  /** By when, to keep payouts going; null: no day is set. */
  dueBy: Instant.nullable(),
  /** Null until the owner entered one. */
  bank: z.object({ name: z.string(), last4: z.string() }).nullable(),
  /** The bank account was changed: payouts go there from then on. Null: nothing waits for that. */
  opensAt: Instant.nullable(),
  isTest: z.boolean(),
  /** This account is the payout destination, or waits to be approved as that; null: payouts go another way, or nowhere yet. */
  use: z.enum(['current', 'proposed']).nullable(),
})
export type StripeAccount = z.infer<typeof StripeAccount>

/** Of an owner who starts or continues: what Stripe's form needs. Null for a representative, who enters nothing there. */
export const StartedStripeAccount = z.object({
  account: StripeAccount,
  form: z.object({ clientSecret: z.string(), publishableKey: z.string().nullable() }).nullable(),
})
export type StartedStripeAccount = z.infer<typeof StartedStripeAccount>

/** The form in test mode. */
export const SandboxAccountForm = z.object({
  accountNumber: z
    .string('Enter the account number')
    .trim()
    .regex(/^\d{4,17}$/, 'Enter the account number: 4 to 17 digits'),
  /** The document that some test accounts ask for. */
  hasDocument: z.boolean('Choose yes or no').default(false),
})
export type SandboxAccountForm = z.output<typeof SandboxAccountForm>
