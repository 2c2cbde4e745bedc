import { z } from 'zod'
import { DISPUTE_STATES } from '../billing/dispute.ts'
import { Amount, Instant, id } from './fields.ts'

/** A charge that its cardholder's bank disputes. */
export const Dispute = z.object({
  id,
  pledgeId: id,
  chargeId: id,
  amount: Amount,
  reason: z.string(),
  state: z.enum(DISPUTE_STATES),
  evidenceDueAt: Instant.nullable(),
  openedAt: Instant,
  closedAt: Instant.nullable(),
})
export type Dispute = z.infer<typeof Dispute>

/** The same among those of all campaigns. */
export const AnyDispute = Dispute.extend({
  campaignId: id,
  campaignName: z.string(),
  /** The campaign's, in which its deadline is written. */
  timeZone: z.string(),
})
export type AnyDispute = z.infer<typeof AnyDispute>
