import { z } from 'zod'
import { CAMPAIGN_STATUSES } from '../campaigns/campaign-state.ts'
import { Instant, id, text } from './fields.ts'
import { ORGANIZATION_TYPES } from './organization.ts'

/**
 * What an owner asked of the representatives: to review a draft, answered by its activation or by a message about what to
 * change; or, in a campaign that is no longer a draft, the question.
 */
export const ReviewRequest = z.object({
  id,
  /** Null: a review of a draft. */
  question: z.string().nullable(),
  askedBy: z.string(),
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
  question: z.string().nullable(),
  askedAt: Instant,
})
export type WaitingReview = z.infer<typeof WaitingReview>

/** Who asks for a campaign, as a representative judges them. */
export const Applicant = z.object({
  organization: z.object({
    id,
    name: z.string(),
    organizationType: z.enum(ORGANIZATION_TYPES),
    city: z.string(),
    state: z.string(),
    website: z.string().nullable(),
    ein: z.string().nullable(),
    /** A representative checked its 501(c)(3) status. */
    is501c3: z.boolean(),
    createdAt: Instant,
  }),
  owners: z.array(z.object({ name: z.string(), email: z.string() })),
  /** The organization's others that were ever public, newest first: the first few, and how many there are. */
  earlier: z.array(z.object({ id, name: z.string(), status: z.enum(CAMPAIGN_STATUSES) })),
  earlierCount: z.number(),
})
export type Applicant = z.infer<typeof Applicant>

export const MAX_QUESTION = 500
/** Of what is asked before the first answer, together. */
export const MAX_QUESTIONS = 2000

/** What only a representative can do in a campaign that is no longer a draft. */
export const QuestionForm = z.object({ question: text(MAX_QUESTION, 'Write what you ask for') })
export type QuestionForm = z.output<typeof QuestionForm>

export const MAX_REVIEW_ANSWER = 2000

/** A draft is returned to its owner with what to change before it can be activated, or a question is answered. */
export const ReviewAnswer = z.object({
  message: text(MAX_REVIEW_ANSWER, 'Write what the owner should change'),
})
export type ReviewAnswer = z.output<typeof ReviewAnswer>
