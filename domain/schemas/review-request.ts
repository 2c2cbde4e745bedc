import { z } from 'zod'
import { Instant, id, text } from './fields.ts'

/** An owner asked for a draft to be reviewed; answered by its activation, or by a message about what to change. */
export const ReviewRequest = z.object({
  id,
  askedAt: Instant,
  answeredAt: Instant.nullable(),
  /** What the representative wrote back. */
  answer: z.string().nullable(),
})
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

export const MAX_REVIEW_ANSWER = 2000

/** The draft is returned to its owner: what to change before it can be activated. */
export const ReviewAnswer = z.object({
  message: text(MAX_REVIEW_ANSWER, 'Write what the owner should change'),
})
export type ReviewAnswer = z.output<typeof ReviewAnswer>
