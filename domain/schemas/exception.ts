import { z } from 'zod'
import { EXCEPTION_KINDS, EXCEPTION_SUBJECTS } from '../exception.ts'
import { Amount, Instant, id, text } from './fields.ts'

/** Something rare that happened to money and waits for a person (R34). No supporter's name (R26). */
export const Exception = z.object({
  id,
  kind: z.enum(EXCEPTION_KINDS),
  campaignId: id,
  campaignName: z.string(),
  organizationName: z.string(),
  pledgeId: id,
  subject: z.enum(EXCEPTION_SUBJECTS),
  /** At the card provider. */
  reference: z.string(),
  amount: Amount,
  moneyMode: z.enum(['live', 'sandbox']),
  happened: z.string(),
  openedAt: Instant,
  /** Why no adjustment can be prepared now, or by the caller; null: it can. */
  cannotAdjustReason: z.string().nullable(),
})
export type Exception = z.infer<typeof Exception>

/** A balanced posting that closes an exception, once another representative approves it (R29). */
export const AdjustmentForm = z.object({
  credit: z.enum(['cash', 'write_offs'], { error: 'Choose what happens with the money' }),
  reason: text(500, 'Enter why, and what it can be checked with'),
})
export type AdjustmentForm = z.output<typeof AdjustmentForm>
