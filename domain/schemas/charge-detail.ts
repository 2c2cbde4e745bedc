import { z } from 'zod'
import { DISPUTE_STATES } from '../dispute.ts'
import { Amount, amount, Instant, id, text } from './fields.ts'
import { Charge } from './settlement.ts'

/** One charge as a representative looks into it: every attempt, what was refunded, and what can be done (R35). */
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
  /** Of a goodwill refund: up to this the caller gives it alone, above it another representative approves (R29). */
  refundableAlone: Amount,
  /** Why nothing can be refunded now, in words; null: it can. */
  cannotRefundReason: z.string().nullable(),
  /** Why the link to pay cannot be sent now; null: it can. */
  cannotRemindReason: z.string().nullable(),
})
export type ChargeDetail = z.infer<typeof ChargeDetail>

/** Refunded on purpose, whole or in part: a goodwill refund, which is never billed again (R32). */
export const RefundForm = z.object({
  amount: amount().refine((value) => value > 0, 'The amount must be greater than 0'),
  reason: text(200, 'Enter a reason: the supporter sees it'),
})
export type RefundForm = z.output<typeof RefundForm>
