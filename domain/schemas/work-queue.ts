import { z } from 'zod'
import { CAMPAIGN_STATUSES } from '#domain/campaigns/campaign-state.ts'
import { STAGES, STEPS } from '#domain/people/work-queue.ts'
import { Amount, Instant, id } from './fields.ts'

/** `open`: everything that is not closed. */
export const WORK_QUEUE_STAGES = ['open', 'all', ...STAGES] as const
export const WORK_QUEUE_SORTS = [
  'end',
  'name',
  'forecast',
  'pledged',
  'lastResult',
  'unconfirmed',
  'failed',
] as const

/** Of which campaigns: all, those assigned to the reader, or those if there are any. */
const show = z
  .enum(['all', 'mine', 'mine_if_any'], { error: 'Choose all, mine or mine_if_any' })
  .default('all')
export type WorkQueueShow = z.output<typeof show>

/** What of the work queue is asked for. Pages are counted from one: people share addresses that contain them. */
export const WorkQueueQuery = z.object({
  show,
  search: z.string().trim().max(200, 'Use at most 200 characters').optional(),
  stage: z.enum(WORK_QUEUE_STAGES, { error: 'Not a stage' }).default('open'),
  sort: z.enum(WORK_QUEUE_SORTS, { error: 'Not an order' }).default('end'),
  order: z.enum(['asc', 'desc'], { error: 'Choose asc or desc' }).default('asc'),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})
export type WorkQueueQuery = z.output<typeof WorkQueueQuery>

export const WorkQueueCampaign = z.object({
  id,
  name: z.string(),
  organizationName: z.string(),
  status: z.enum(CAMPAIGN_STATUSES),
  stage: z.enum(STAGES),
  timeZone: z.string(),
  endsAt: Instant,
  goal: Amount,
  /** What is pledged, which is what is likely (R11). */
  forecast: Amount,
  earned: Amount,
  /** Between what the season will likely come to (R61); null where no forecast is kept: before and after it. */
  likely: z.object({ low: Amount, high: Amount }).nullable(),
  supportersCount: z.number(),
  /** When a result that still counts was last entered. */
  lastResultAt: Instant.nullable(),
  /** Entries and voids that wait for a second person. */
  unconfirmedResults: z.number(),
  ambassadors: z.number(),
  ambassadorsJoined: z.number(),
  ambassadorsWithPledge: z.number(),
  failedCharges: z.number(),
  failedAmount: Amount,
  /** Since when nothing is billed or paid out, because its books do not balance. Null: they do. */
  billingHeldAt: Instant.nullable(),
  /** The representative that it is assigned to; null: nobody. */
  representative: z.object({ id, name: z.string() }).nullable(),
})
export type WorkQueueCampaign = z.infer<typeof WorkQueueCampaign>

export const WorkQueuePage = z.object({
  campaigns: z.array(WorkQueueCampaign),
  /** Of the stage and search that were asked for. */
  count: z.number(),
  /** Of each stage, for the same search. */
  stages: z.record(z.enum(STAGES), z.number()),
  /** Which campaigns these are, and how many there are of both for the same search; closed ones are not counted. */
  shown: z.enum(['all', 'mine']),
  assigned: z.object({ all: z.number(), mine: z.number() }),
})
export type WorkQueuePage = z.infer<typeof WorkQueuePage>

/** What of the next steps is asked for. */
export const StepsQuery = z.object({
  show,
  kind: z.enum(STEPS, { error: 'Not a kind of step' }).optional(),
  /** One step for each match to confirm, or one for each campaign. */
  confirmations: z.enum(['match', 'campaign'], { error: 'Choose match or campaign' }).default('match'),
  /** Whether steps about no campaign are listed: earlier readers of this list count on one. */
  withoutCampaign: z.enum(['omit', 'list'], { error: 'Choose omit or list' }).default('omit'),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  limit: z.coerce.number().int().min(1).max(200).default(100),
})
export type StepsQuery = z.output<typeof StepsQuery>

/** A plain next step, and what it is about. */
export const WorkQueueStep = z.object({
  kind: z.enum(STEPS),
  /**
   * Null for what is about no campaign: a person who is to become a representative, or where an organization without
   * campaigns is paid. Only with `withoutCampaign=list`.
   */
  campaignId: id.nullable(),
  campaignName: z.string().nullable(),
  organizationId: id.nullable(),
  organizationName: z.string().nullable(),
  timeZone: z.string(),
  count: z.number(),
  /** Dollars at stake, where it is about money. */
  amount: Amount.nullable(),
  /** The match, the statistics or the person that it is about; null: several. */
  subject: z.string().nullable(),
  /** Whose match that is: so that the step can lead to it. */
  eventId: id.nullable(),
  /** By when, or since when. */
  at: Instant.nullable(),
  /** Of a correction: what was earned after the final lock, to be billed or waived. Missing: nothing. */
  undecided: Amount.optional(),
  /** The supporter's own pledge that it is about. */
  pledgeId: id.nullish(),
  /** From when the reader, a new representative, may do it; until then another one must. Missing: now. */
  notBefore: Instant.optional(),
})
export type WorkQueueStep = z.infer<typeof WorkQueueStep>

/** What comes next in a campaign that the reader supports or runs. */
export const NextEvent = z.object({
  campaignId: id,
  campaignName: z.string(),
  eventId: id,
  name: z.string(),
  location: z.string().nullable(),
  startTime: Instant,
  hasTime: z.boolean(),
  timeZone: z.string(),
})
export type NextEvent = z.infer<typeof NextEvent>

export const WorkQueueSteps = z.object({
  steps: z.array(WorkQueueStep),
  /** Of the kind that was asked for, on all pages. */
  count: z.number(),
  /** How many there are of each kind, whichever was asked for. */
  kinds: z.partialRecord(z.enum(STEPS), z.number()).optional(),
  /** Of the reader's own campaigns and pledges, the soonest first. */
  nextEvents: z.array(NextEvent).optional(),
})
export type WorkQueueSteps = z.infer<typeof WorkQueueSteps>

/** How much open work there is of each kind: zero for those who may not see it. */
export const OpenWork = z.object({
  /** Drafts whose owners asked for a review. */
  reviews: z.number(),
  /** Entries and voids that the reader may confirm. */
  results: z.number(),
  /** Messages that someone reported; for representatives, emails of thanks to read, too. */
  comments: z.number(),
  failedCharges: z.number(),
  /** Checks and cash that are not in the bank yet. */
  toDeposit: z.number(),
  /** To approve, to send, or to confirm. */
  payouts: z.number(),
  disputes: z.number(),
  undelivered: z.number(),
  /**
   * Pledges to check, exceptions to decide, what the reader may sign off, and whom they may confirm as
   * representatives; left out where there are none.
   */
  heldPledges: z.number().optional(),
  exceptions: z.number().optional(),
  signOffs: z.number().optional(),
  representatives: z.number().optional(),
})
export type OpenWork = z.infer<typeof OpenWork>
