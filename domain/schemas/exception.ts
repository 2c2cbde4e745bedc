import { z } from 'zod'
import { ACTS, EXCEPTION_KINDS, EXCEPTION_SUBJECTS, WAYS } from '../billing/exception.ts'
import { Amount, Instant, id, text } from './fields.ts'

/** Something rare that happened to money and waits for a person. No supporter's name. */
export const Exception = z.object({
  id,
  kind: z.enum(EXCEPTION_KINDS),
  /** Null, like the names, for what belongs to no campaign: a movement on the account at the card provider. */
  campaignId: id.nullable(),
  campaignName: z.string().nullable(),
  organizationName: z.string().nullable(),
  /** Null for what belongs to no single pledge, like a payout. */
  pledgeId: id.nullable(),
  subject: z.enum(EXCEPTION_SUBJECTS),
  /** Null: a payment that the books do not have. */
  subjectId: id.nullable(),
  /** At the card provider; null if it has none. */
  reference: z.string().nullable(),
  amount: Amount,
  moneyMode: z.enum(['live', 'sandbox']),
  happened: z.string(),
  /** What the card provider answered, in its words; null if it said nothing. */
  answer: z.string().nullable(),
  openedAt: Instant,
  /** Why the caller can do nothing about it now; null: they can. */
  cannotResolveReason: z.string().nullable(),
})
export type Exception = z.infer<typeof Exception>

/** A balanced posting that closes an exception, once another representative approves it. */
export const AdjustmentForm = z.object({
  way: z.enum(WAYS, { error: 'Choose what happens with the money' }),
  reason: text(500, 'Enter why, and what it can be checked with'),
})
export type AdjustmentForm = z.output<typeof AdjustmentForm>

/** What one representative does about it at once. */
export const ActForm = z.object({ act: z.enum(ACTS, { error: 'Choose what to do' }) })
export type ActForm = z.output<typeof ActForm>

export const Resolution = z.object({ resolution: z.string() })
export type Resolution = z.infer<typeof Resolution>
