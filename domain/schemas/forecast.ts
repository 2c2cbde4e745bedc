import { z } from 'zod'
import { PAYMENT_METHODS } from '../billing/instruments.ts'
import { LINE_CHANGES } from '../pledges/line-changes.ts'
import { LARGEST_RATE } from '../pledges/pledge.ts'
import { STATISTIC_TYPES } from '../season/statistic-types.ts'
import { Amount, amount, Instant, id } from './fields.ts'

/** 10th and 90th percentile of what the season will come to, widened to hold `likely`, which everything expected uses. */
const quantityRange = { low: z.number(), likely: z.number(), high: z.number() }
export const AmountRange = z.object({ low: Amount, likely: Amount, high: Amount })
export type AmountRange = z.infer<typeof AmountRange>

const StatisticForecast = z.object({
  statisticId: id,
  name: z.string(),
  unitName: z.string().nullable(),
  type: z.enum(STATISTIC_TYPES),
  confirmedQuantity: z.number(),
  /** Null where nothing is known yet, and for achievements and gifts. */
  range: z.object(quantityRange).nullable(),
  /** Of an achievement: between 0 and 1; null where no one said how likely it is. */
  chance: z.number().nullable(),
  /** The range as it was after the matches played, starting with none; at most 25 points. */
  history: z.array(
    z.object({
      played: z.number(),
      at: Instant.nullable(),
      eventId: id.nullable(),
      confirmedQuantity: z.number(),
      ...quantityRange,
    }),
  ),
})

export const CampaignForecast = z.object({
  campaignId: id,
  /** Nothing is left to be played: ranges are what was confirmed. */
  isOver: z.boolean(),
  matches: z.object({ played: z.number(), left: z.number().nullable(), cancelled: z.number().nullable() }),
  statistics: z.array(StatisticForecast),
  /** All pledges together, each through its own lines and maximum. Never a sum of ranges. */
  amount: AmountRange,
  earned: Amount,
  /** Of a season that is over: what was forecast at its quarters, beside the final figure. */
  quarters: z.array(
    z.object({
      statisticId: id,
      quarter: z.enum(['start', 'quarter', 'half', 'three_quarters']),
      played: z.number(),
      ...quantityRange,
      final: z.number(),
      held: z.boolean(),
    }),
  ),
})
export type CampaignForecast = z.infer<typeof CampaignForecast>

/** What the newest match changed in what one pledge will likely come to. Never used to bill, cap or settle. */
export const PledgeForecast = z.object({
  pledgeId: id,
  /** Null where nothing is known, and for a pledge that nothing can change anymore. */
  forecast: z
    .object({
      now: AmountRange,
      /** Before the newest match; null where there is none, or nothing was known then. */
      before: AmountRange.nullable(),
      match: z.object({ eventId: id.nullable(), name: z.string().nullable(), at: Instant }).nullable(),
      most: Amount,
      /** The change in a plain sentence. */
      words: z.string(),
    })
    .nullable(),
})
export type PledgeForecast = z.infer<typeof PledgeForecast>

/** The same as it would be once a line is raised, stopped or added: everything, or nothing, is given. */
export const PlannedChange = z.object({
  kind: z.enum(LINE_CHANGES).optional(),
  statisticId: id.optional(),
  pledgeAmount: amount('Enter an amount above 0', { max: LARGEST_RATE }).optional(),
  /** The maximum that the preview of the change shows. */
  most: amount('Enter the maximum that was shown').optional(),
})
export type PlannedChange = z.output<typeof PlannedChange>

/** What a campaign will likely collect, and when. Not billed by, and apart from pledged, earned and collected. */
export const ExpectedCollection = z.object({
  campaignId: id,
  goal: Amount,
  earned: Amount,
  collected: Amount,
  /** All pledges together: what will be billed by the end. */
  amount: AmountRange,
  /** How far `likely` falls short of the goal; 0.00 where it does not. */
  shortfall: Amount,
  /** By how pledges are paid. Their ranges move together and are not to be added. */
  methods: z.array(
    z.object({
      paymentMethod: z.enum(PAYMENT_METHODS),
      pledges: z.number(),
      amount: AmountRange,
      /** Of what was billed this way in all campaigns, the share that was paid, in hundredths of a percent. Null: too few bills. */
      collectionRate: z.number().nullable(),
      /** `likely` at that share; null without it. */
      likelyCollected: Amount.nullable(),
      /** From when it is charged, or its invoice is sent: the next progress settlement, or the end of the campaign. */
      billedFrom: Instant,
      /** By card: from when cards are charged, a notice period later. */
      chargedFrom: Instant.nullable(),
    }),
  ),
})
export type ExpectedCollection = z.infer<typeof ExpectedCollection>
