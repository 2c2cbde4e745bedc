import { z } from 'zod'
import { PAYMENT_METHODS } from '../billing/instruments.ts'
import { Amount, Instant, id, optionalText } from './fields.ts'

/** A pledge that counts nowhere until a representative has decided about it. */
export const HeldPledge = z.object({
  id,
  campaignId: id,
  campaignName: z.string(),
  organizationName: z.string(),
  timeZone: z.string(),
  supporterName: z.string(),
  supporterEmail: z.string(),
  /** When their account was created. */
  supporterSince: Instant,
  paymentMethod: z.enum(PAYMENT_METHODS),
  /** The most that it can come to. */
  agreedMaximum: Amount,
  /** What it would add to the campaign's total now. */
  expected: Amount,
  /** The same supporter's other open pledges by check and cash: how many, and the most they can come to. */
  others: z.object({ count: z.number(), agreedMaximum: Amount }),
  /** What they have paid so far, in any campaign. */
  paid: Amount,
  note: z.string().nullable(),
  createdAt: Instant,
  /** Why it cannot be released now; null where it can. */
  cannotReleaseReason: z.string().nullable(),
})
export type HeldPledge = z.infer<typeof HeldPledge>

/** POST /api/held-pledges/searches: a page of them, newest first. */
export const HeldPledgeSearch = z.object({
  limit: z.number().int().min(1).max(100).default(20),
  /** The last pledge of the page before. */
  cursor: z.uuid('Not a cursor').nullable().default(null),
})
export type HeldPledgeSearch = z.output<typeof HeldPledgeSearch>

/** `next`: the cursor of the page after this one; null at the end. */
export const HeldPledgePage = z.object({
  items: z.array(HeldPledge),
  count: z.number(),
  next: z.string().nullable(),
})
export type HeldPledgePage = z.infer<typeof HeldPledgePage>

/** PUT /api/held-pledges/{id}. */
export const HeldPledgeDecision = z.object({
  decision: z.enum(['release', 'decline'], 'Choose release or decline'),
  /** For the supporter, with a decline. */
  message: optionalText(500),
})
export type HeldPledgeDecision = z.output<typeof HeldPledgeDecision>
