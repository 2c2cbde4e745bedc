import { z } from 'zod'
import { STATISTIC_TYPES } from '../statistic-types.ts'
import { Amount, Instant, id } from './fields.ts'

/** 10th percentile, median and 90th percentile of what the season will come to (R61). */
const quantityRange = { low: z.number(), likely: z.number(), high: z.number() }
export const AmountRange = z.object({ low: Amount, likely: Amount, high: Amount })
export type AmountRange = z.infer<typeof AmountRange>

export const StatisticForecast = z.object({
  statisticId: id,
  name: z.string(),
  unitName: z.string().nullable(),
  type: z.enum(STATISTIC_TYPES),
  confirmedQuantity: z.number(),
  /** Null where nothing is known yet, and for achievements and gifts. */
  range: z.object(quantityRange).nullable(),
  /** Of an achievement: between 0 and 1; null where nobody said how likely it is. */
  chance: z.number().nullable(),
  /** The range as it was after the matches played, from none on; at most 25 points. */
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
  /** Statistics of which nothing is claimed: the amount has them at what is confirmed. */
  leftOut: z.array(id),
  /** Of a season that is over: what was forecast at its quarters, beside what came. */
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
