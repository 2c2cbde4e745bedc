import { z } from 'zod'
import { CAMPAIGN_STATUSES } from '../campaigns/campaign-state.ts'
import { CAUSE_IDS } from '../campaigns/causes.ts'
import { dollars } from '../money.ts'
import { Ambassador } from './ambassador.ts'
import { CancellationConfirmation } from './cancellation.ts'
import { Comment } from './comment.ts'
import { Event } from './event.ts'
import { Amount, amount, Day, day, Instant, id, name, optionalText, text } from './fields.ts'
import { Organization } from './organization.ts'
import { ManagedPledge, PublicPledge } from './pledge.ts'
import { ResultEntry, SecondPeople } from './result.ts'
import { Reward } from './reward.ts'
import { Statistic, statisticForms } from './statistic.ts'
import { ThanksCounts } from './thanks.ts'
import { Vocabulary } from './vocabulary.ts'

export const TEMPLATES = ['football', 'baseball', 'soccer', 'basketball', 'custom'] as const
export const CAMPAIGN_TYPES = ['athletic', 'academic', 'community'] as const

/** What all supporters should raise together, so it may exceed what one may pledge. Goals are compared, never added up. */
const LARGEST_GOAL = dollars('100000000.00')
const goal = (message: string) =>
  amount(message, {
    max: LARGEST_GOAL,
    tooLarge: 'Goal must be at most $100,000,000',
    unreadable: 'Enter the goal in dollars, such as 12500',
  }).refine((value) => value >= 100, message)

const helpsText = z.string().max(5000, 'Use at most 5000 characters')
const helps = z
  .union([helpsText, z.object({ description: helpsText })])
  .nullish()
  .transform((value) => (typeof value === 'string' ? value : value?.description)?.trim() || null)

export const END_BEFORE_START = 'End date must be on or after the start date'

export const CampaignForm = z
  .object({
    name: name(200, 'Campaign name is required'),
    aboutThisCampaign: text(5000, 'Campaign description is required'),
    howThisCampaignHelps: helps,
    goal: goal('Goal amount must be greater than 0'),
    startDate: day('Start date is required'),
    endDate: day('End date is required'),
    campaignType: z.enum(CAMPAIGN_TYPES, { error: 'Campaign type is required' }),
    organizationId: z.uuid('Organization is required'),
    template: z.enum(TEMPLATES, { error: 'Template is required' }),
    /** The kind of cause, with its drawn picture, and its words: proposed from the rest if left out. */
    cause: z.enum(CAUSE_IDS).optional(),
    vocabulary: Vocabulary.optional(),
    /** The first ones; created with the campaign, or not at all. */
    statistics: statisticForms.default([]),
  })
  .refine(({ startDate, endDate }) => endDate >= startDate, {
    path: ['endDate'],
    message: END_BEFORE_START,
    // Reported together with other problems, once there are two days to compare.
    when: ({ issues }) =>
      !issues.some(({ path = [] }) => [undefined, 'startDate', 'endDate'].includes(path[0] as string)),
  })
export type CampaignForm = z.output<typeof CampaignForm>

/** What a draft has besides its own fields, as of one moment: each changes when one of its rows does. */
export const DraftParts = z.object({ statistics: z.string(), rewards: z.string(), events: z.string() })
export type DraftParts = z.infer<typeof DraftParts>

export const CampaignUpdate = z
  .object({
    /** A new one contains no link, either: refuseNewName. */
    name: text(200, 'Campaign name is required'),
    aboutThisCampaign: text(5000, 'Campaign description is required'),
    howThisCampaignHelps: helps,
    goal: goal('Goal must be greater than 0'),
    startDate: day('Start date is required'),
    endDate: day('End date is required'),
    status: z.enum(CAMPAIGN_STATUSES, { error: 'Choose one of the five statuses' }),
    /** Weekly progress settlements are locked by the schedule, unless a person is to lock them. */
    settleAutomatically: z.boolean(),
    campaignType: z.enum(CAMPAIGN_TYPES),
    template: z.enum(TEMPLATES),
    cause: z.enum(CAUSE_IDS),
    vocabulary: Vocabulary,
    imageUrl: optionalText(500),
    /** With the status cancelled: the amounts that were confirmed. */
    cancellation: CancellationConfirmation,
    /** With the status of a draft becoming active: a note to its owners, in the mail that announces it. */
    reviewMessage: optionalText(2000),
    /** With it, too: the review request that waits, as it was seen; null: none. Refused if that has changed. */
    waitingReviewId: z.uuid('Not a review request').nullable(),
    /** With it, too: the draft's parts as they were seen. Refused if one has changed. */
    draftParts: DraftParts,
  })
  .partial()
export type CampaignUpdate = z.output<typeof CampaignUpdate>

/** PUT /api/campaigns/{id}/scoreboard: show the code large, or take it down. */
export const ScoreboardForm = z.object({ showsCode: z.boolean() })
export type ScoreboardForm = z.output<typeof ScoreboardForm>

/** Pledged, earned and collected are kept apart, never summed. */
export const Campaign = z.object({
  id,
  name: z.string(),
  status: z.enum(CAMPAIGN_STATUSES),
  goal: Amount,
  totalPledged: Amount,
  totalEarned: Amount,
  totalCollected: Amount,
  supportersCount: z.number(),
  averagePledge: Amount,
  aboutThisCampaign: z.string(),
  howThisCampaignHelps: z.object({ description: z.string() }).nullable(),
  startDate: Day,
  endDate: Day,
  endsAt: Instant,
  timeZone: z.string(),
  imageUrl: z.string().nullable(),
  template: z.enum(TEMPLATES),
  cause: z.enum(CAUSE_IDS),
  /** The cause as people call it: "Lacrosse". */
  causeLabel: z.string(),
  vocabulary: Vocabulary,
  campaignType: z.enum(CAMPAIGN_TYPES),
  organizationId: id,
  /** Null when it accepts pledges; otherwise why not, in words. */
  pledgesClosedReason: z.string().nullable(),
  moneyMode: z.enum(['live', 'sandbox']),
  /** The scoreboard shows its code large until then; null: no one asked for it. */
  codeShownUntil: Instant.nullable().optional(),
  version: z.number(),
})
export type Campaign = z.infer<typeof Campaign>

export const CampaignListItem = z.object({ campaigns: Campaign, organizations: Organization })
export type CampaignListItem = z.infer<typeof CampaignListItem>

export const CampaignDetail = z.object({
  /** Changes whenever anything here does: open pages compare it with their own. */
  revision: z.string(),
  campaigns: Campaign,
  organizations: Organization,
  statistics: z.array(Statistic),
  events: z.array(Event),
  comments: z.array(Comment),
  commentsCount: z.number(),
  pledges: z.array(PublicPledge),
  pledgesCount: z.number(),
  /** Those who have joined: without any, there are no ambassadors and no leaderboard to ask for. */
  ambassadorsCount: z.number(),
  /** First name and initial of supporters who wanted it, checked by a representative, by name; missing: none. */
  thanks: z.array(z.string()).optional(),
  rewards: z.array(Reward),
  results: z.array(
    ResultEntry.pick({
      id: true,
      statisticId: true,
      eventId: true,
      quantity: true,
      kind: true,
      state: true,
      occursAt: true,
    }),
  ),
})
export type CampaignDetail = z.infer<typeof CampaignDetail>

/** Where the page of a campaign that is over leads: to its organization's next one, else to others of its kind. */
export const NextCampaign = z.object({
  next: z.object({ id, name: z.string() }).nullable(),
  /** Whether another campaign of its kind takes pledges. */
  hasSimilar: z.boolean(),
})
export type NextCampaign = z.infer<typeof NextCampaign>

/** Which campaign the demo shows off; null where the site has no demo. */
export const DemoCampaign = z.object({ id: id.nullable() })
export type DemoCampaign = z.infer<typeof DemoCampaign>

export const CampaignSummary = z.object({
  campaigns: z.number(),
  totalPledged: Amount,
  supporters: z.number(),
  campaignTypes: z.number(),
  templates: z.array(z.enum(TEMPLATES)),
})
export type CampaignSummary = z.infer<typeof CampaignSummary>

/** `created`: newest first, for programs that poll. */
export const SORTS = ['pledged', 'supporters', 'progress', 'endDate', 'name', 'goal', 'created'] as const
export const CampaignListQuery = z.object({
  search: z
    .string()
    .max(200, 'Use at most 200 characters: a few words are enough')
    .refine(
      (text) => !text.includes('\0'),
      'Remove the invisible character: search for words as they are written',
    )
    .optional(),
  status: z.enum(['all', ...CAMPAIGN_STATUSES]).optional(),
  type: z.enum(['all', ...TEMPLATES]).optional(),
  sort: z.enum(SORTS).default('pledged'),
  order: z.enum(['asc', 'desc']).default('desc'),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(500).optional(),
})
export type CampaignListQuery = z.output<typeof CampaignListQuery>

export const Permissions = z.object({
  isPledgerraiserRepresentative: z.boolean(),
  canManageStatistics: z.boolean(),
  canManageRewards: z.boolean(),
  canManageAmbassadors: z.boolean(),
  canEditCampaign: z.boolean(),
  canManageEvents: z.boolean(),
  canEnterResults: z.boolean(),
  canConfirmResults: z.boolean(),
  canReadMoney: z.boolean(),
  canSettle: z.boolean(),
})
export type Permissions = z.infer<typeof Permissions>

/** How many pledges of a campaign there are of each state. Held and cancelled ones are in no list and no sum. */
export const PledgesByState = z.object({
  past_due: z.number(),
  active: z.number(),
  settled: z.number(),
  cancelled: z.number(),
  held: z.number(),
})
export type PledgesByState = z.infer<typeof PledgesByState>

export const Management = z.object({
  campaign: Campaign,
  /** Of a draft, for those who may edit it: to be sent with its activation. */
  draftParts: DraftParts.nullish(),
  organization: Organization,
  permissions: Permissions,
  /** For representatives: since when nothing is billed or paid out, because its books do not balance. */
  billingHeldAt: Instant.nullish(),
  /** For those who manage it: of what is settled, what is deliberately waived. Missing: nothing. */
  waived: Amount.optional(),
  /** The final settlement is locked: what is confirmed from then on waits until a person bills or waives it. */
  isFinalLocked: z.boolean(),
  /** For those who manage it: what was earned since, and is neither billed nor waived yet. Missing: nothing. */
  undecided: Amount.optional(),
  statistics: z.array(Statistic),
  statisticsCount: z.number(),
  rewards: z.array(Reward),
  rewardsCount: z.number(),
  /** Why none can be added, changed or deleted anymore. Missing: they can. */
  rewardsClosedReason: z.string().optional(),
  ambassadors: z.array(Ambassador),
  ambassadorsCount: z.number(),
  pledges: z.array(ManagedPledge),
  pledgesCount: z.number(),
  /** For those who manage the campaign. */
  pledgesByState: PledgesByState.nullable(),
  /** For representatives; missing: no one wants to be thanked by name. */
  thanks: ThanksCounts.optional(),
  events: z.array(Event),
  eventsCount: z.number(),
  results: z.array(ResultEntry),
  resultsCount: z.number(),
  resultsToConfirm: z.number(),
  secondPeople: SecondPeople,
  /** Pairs of events of one day that someone said are different matches. */
  differentMatches: z.array(z.tuple([z.string(), z.string()])),
})
export type Management = z.infer<typeof Management>
