import { z } from 'zod'
import { Amount, Instant, id } from './fields.ts'

const Named = z.object({ id, name: z.string() })

export const SIGN_OFF_KINDS = ['goodwill_refund', 'manual_refund', 'adjustment'] as const

/** What one representative prepared and another approves, before which nothing is done. No supporter's name. */
export const SignOff = z.object({
  id,
  kind: z.enum(SIGN_OFF_KINDS),
  /** Null, like the names, for an exception that belongs to no campaign. */
  campaignId: id.nullable(),
  campaignName: z.string().nullable(),
  organizationName: z.string().nullable(),
  pledgeId: id.nullable(),
  /** The charge, the overpaid payment or the refund owed, or the exception. */
  subjectId: id,
  amount: Amount,
  /** What is done once it is approved. */
  what: z.string(),
  reason: z.string().nullable(),
  hasAttachment: z.boolean(),
  moneyMode: z.enum(['live', 'sandbox']),
  state: z.enum(['prepared', 'approved', 'withdrawn']),
  preparedBy: Named,
  preparedAt: Instant,
  approvedBy: Named.nullable(),
  approvedAt: Instant.nullable(),
  /** Null where the caller may approve it; otherwise why not. */
  cannotApproveReason: z.string().nullable(),
})
export type SignOff = z.infer<typeof SignOff>
