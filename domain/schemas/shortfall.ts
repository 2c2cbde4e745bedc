import { z } from 'zod'
import { Amount, Day, id, text } from './fields.ts'

const MoneyMode = z.enum(['live', 'sandbox'])

export const WriteOffForm = z.object({ reason: text(500, 'Enter why it is written off') })
export type WriteOffForm = z.output<typeof WriteOffForm>

/** Refunds of checks that then bounced and were not paid again yet, by invoice. No names (R26). */
export const Shortfall = z.object({
  invoiceId: id,
  invoiceNumber: z.string(),
  campaignId: id,
  campaignName: z.string(),
  pledgeId: id,
  amount: Amount,
  /** The day on which the first of its checks bounced. */
  since: Day,
  ageDays: z.number(),
  moneyMode: MoneyMode,
  /** Why the caller cannot write it off; null: they can. */
  cannotWriteOffReason: z.string().nullable(),
})
export type Shortfall = z.infer<typeof Shortfall>

export const ShortfallsQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
})
export type ShortfallsQuery = z.output<typeof ShortfallsQuery>
