import { z } from 'zod'
import { Instant, id } from './fields.ts'

/** An owner asked for a draft to be reviewed (R24); answered once it is a draft no more. */
export const ReviewRequest = z.object({ id, askedAt: Instant, answeredAt: Instant.nullable() })
export type ReviewRequest = z.infer<typeof ReviewRequest>

/** As representatives see those that wait. */
export const WaitingReview = z.object({
  id,
  campaignId: id,
  campaignName: z.string(),
  organizationName: z.string(),
  timeZone: z.string(),
  askedAt: Instant,
})
export type WaitingReview = z.infer<typeof WaitingReview>
