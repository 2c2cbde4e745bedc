import { z } from 'zod'
import { Amount, amount, Instant, id, name, optionalText, text } from './fields.ts'

export const REWARD_TYPES = [
  'top_supporter',
  'milestone_maker',
  'elite_circle',
  'early_bird',
  'sponsorship',
] as const
const WINNERS = 'Max winners must be at least 1'
const SPONSORSHIPS = 'At least 1 sponsorship must be available'
const atMost = 'Use at most 10,000'

const threshold = amount('Threshold must be 0 or greater').refine(
  (value) => value >= 0,
  'Threshold must be 0 or greater',
)

/** How many of a type a campaign may have. */
export const REWARD_LIMITS = {
  top_supporter: 1,
  milestone_maker: null,
  elite_circle: 1,
  early_bird: 1,
  sponsorship: 3,
} as const

export const RewardForm = z
  .object({
    title: name(200, 'Reward title is required'),
    description: text(2000, 'Reward description is required'),
    type: z.enum(REWARD_TYPES, { error: 'Reward type is required' }),
    threshold: threshold.nullish().transform((value) => value ?? null),
    maxWinners: z
      .int(WINNERS)
      .min(1, WINNERS)
      .max(10_000, atMost)
      .nullish()
      .transform((value) => value ?? null),
    statisticId: id.nullish().transform((value) => value ?? null),
    prizeDetails: optionalText(2000),
    qualificationCriteria: optionalText(2000),
    prizeTypes: z.array(name(100)).max(20, 'Name at most 20 kinds of prize').default([]),
    enableTieredRewards: z.boolean().default(false),
    tieredRewards: z
      .array(z.object({ threshold, prize: name(200, 'Prize is required') }))
      .max(20, 'Add at most 20 tiers')
      .default([]),
    hasAdditionalReward: z.boolean().default(false),
    additionalReward: optionalText(500),
    sponsorshipsAvailable: z.int(SPONSORSHIPS).min(1, SPONSORSHIPS).max(10_000, atMost).default(1),
  })
  .refine((reward) => reward.type !== 'milestone_maker' || reward.statisticId !== null, {
    path: ['statisticId'],
    message: 'Choose the statistic that this reward counts',
  })
export type RewardForm = z.output<typeof RewardForm>

export const Reward = z.object({
  id,
  campaignId: id,
  title: z.string(),
  description: z.string(),
  type: z.enum(REWARD_TYPES),
  threshold: Amount.nullable(),
  maxWinners: z.number().nullable(),
  statisticId: id.nullable(),
  prizeDetails: z.string().nullable(),
  qualificationCriteria: z.string().nullable(),
  prizeTypes: z.array(z.string()),
  enableTieredRewards: z.boolean(),
  tieredRewards: z.array(z.object({ threshold: Amount, prize: z.string() })),
  hasAdditionalReward: z.boolean(),
  additionalReward: z.string().nullable(),
  sponsorshipsAvailable: z.number(),
  version: z.number(),
})
export type Reward = z.infer<typeof Reward>

/** The state of a reward, for those who manage it: who wins by its rule, and why. */
export const RewardProgress = z.object({
  rewardId: id,
  explanation: z.string(),
  /** The final settlement is locked: what is shown no longer changes, nor can rewards be. Until then it shows today's state. */
  isFinal: z.boolean(),
  qualified: z.number().meta({ description: 'How many reach the threshold, winners or not' }),
  places: z.number().nullable().meta({ description: 'How many can win; null for all who qualify' }),
  /** On all pages, without those who were only handed a prize. */
  winnersCount: z.number(),
  winners: z
    .array(
      z.object({
        pledgeId: id,
        place: z.number(),
        pledgedAt: Instant,
        /** What decided: the amount, or the rate of a milestone; null where only the time counts. */
        figure: Amount.nullable(),
        prize: z.string().nullable(),
        isAnonymous: z.boolean(),
        /** Once it is final: for a representative, and for an owner unless the pledge is anonymous. */
        contact: z.object({ name: z.string(), email: z.string(), phone: z.string().nullable() }).nullable(),
        handedOutAt: Instant.nullable(),
        /** Not a winner by the rule: a prize was handed out, and stays listed. */
        isHandedOutOnly: z.literal(true).optional(),
      }),
    )
    .meta({ description: 'A hundred on a page' }),
})
export type RewardProgress = z.infer<typeof RewardProgress>

/** Of one reward or of all, a hundred winners of each on a page. */
export const RewardProgressQuery = z.object({
  rewardId: z.uuid('Not an id').optional(),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
})
export type RewardProgressQuery = z.output<typeof RewardProgressQuery>

export const HandoutForm = z.object({ pledgeId: id })
