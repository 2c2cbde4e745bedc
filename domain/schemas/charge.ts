import { z } from 'zod'
import { DISPUTE_STATES } from '../billing/dispute.ts'
import { SandboxCardForm } from './card.ts'
import { Amount, amount, day, email, Instant, id, text } from './fields.ts'
import { CHARGE_STATES, Charge } from './settlement.ts'

/** POST /api/pledge-links/{token}/payments: which of the pledge's charges or invoices is paid. */
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

/** POST /api/charge-lookups: what is on the bank's statement. Answered by email only. */
export const ChargeLookup = z.object({
  email: email(),
  amount: amount('Enter the amount, such as 12.50').refine(
    (value) => value > 0,
    'Enter the amount, such as 12.50',
  ),
  chargedOn: day('Enter the day of the charge'),
  last4: z
    .string('Enter the last four digits of the card or bank account')
    .trim()
    .regex(/^\d{4}$/, 'Enter only the last four digits of the card or bank account'),
})
export type ChargeLookup = z.output<typeof ChargeLookup>

/** What the card provider's form in a browser needs to let the cardholder confirm one charge with the bank. */
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

/** One charge as a representative looks into it: every attempt, what was refunded, and what can be done. */
export const ChargeDetail = z.object({
  charge: Charge,
  campaignId: id,
  campaignName: z.string(),
  organizationName: z.string(),
  timeZone: z.string(),
  /** The card that was charged, or is to be; null: an invoice that is being paid by link. `expires` is null unless it is the saved card. */
  card: z.object({ brand: z.string(), last4: z.string(), expires: z.string().nullable() }).nullable(),
  attempts: z.array(
    z.object({
      id,
      startedAt: Instant,
      finishedAt: Instant.nullable(),
      /** Automatic, confirmed with the bank, or by link with another card. */
      kind: z.enum(['off_session', 'confirmation', 'link']),
      outcome: z.enum(['succeeded', 'declined', 'requires_action']).nullable(),
      reason: z.string().nullable(),
      amount: Amount,
    }),
  ),
  refunds: z.array(
    z.object({
      id,
      amount: Amount,
      kind: z.enum(['correction', 'goodwill']),
      state: z.string(),
      reason: z.string(),
      createdAt: Instant,
      succeededAt: Instant.nullable(),
    }),
  ),
  disputes: z.array(
    z.object({
      id,
      state: z.enum(DISPUTE_STATES),
      amount: Amount,
      reason: z.string(),
      evidenceDueAt: Instant.nullable(),
      openedAt: Instant,
    }),
  ),
  /** Neither refunded nor disputed nor lost. */
  refundable: Amount,
  /** Of a goodwill refund: up to this the caller gives it alone, above it another representative approves. */
  refundableAlone: Amount,
  /** Why nothing can be refunded now, in words; null: it can. */
  cannotRefundReason: z.string().nullable(),
  /** Why the link to pay cannot be sent now; null: it can. */
  cannotRemindReason: z.string().nullable(),
})
export type ChargeDetail = z.infer<typeof ChargeDetail>

/** Refunded on purpose, whole or in part: a goodwill refund, which is never billed again. */
export const RefundForm = z.object({
  amount: amount().refine((value) => value > 0, 'The amount must be greater than 0'),
  reason: text(200, 'Enter a reason: the supporter sees it'),
})
export type RefundForm = z.output<typeof RefundForm>
