import { z } from 'zod'
import { formatUsd } from '../money.ts'
import { LARGEST_RATE } from '../pledges/pledge.ts'
import { STATISTIC_TYPES } from '../season/statistic-types.ts'
import { amount, id, name, optionalCount, optionalName, optionalText, optionalWhole, text } from './fields.ts'

export const DEFAULT_ICON = 'faTrophy'

export const StatisticForm = z.object({
  name: name(100, 'Statistic name is required'),
  description: optionalText(500),
  type: z.enum(STATISTIC_TYPES, { error: 'Please select a statistic type' }),
  icon: text(40, 'Please select an icon').regex(/^fa[A-Z][A-Za-z0-9]*$/, 'Please select an icon'),
  unitName: optionalName(40),
  expectedMin: optionalCount('Expected minimum must be 0 or greater'),
  expectedMax: optionalCount('Expected maximum must be 0 or greater'),
  expectedTarget: optionalCount('Expected target must be 0 or greater'),
  lastYearResult: optionalCount('Last year result must be 0 or greater'),
  /** How many matches that result comes from, so that the forecast reads it as a rate. */
  lastYearMatches: optionalWhole('Enter a whole number from 1 to 1,000', { min: 1, max: 1_000 }),
  /** Of an achievement: how likely those who manage the campaign say it is. Nothing else is claimed. */
  chancePercent: optionalWhole('Enter a percentage from 1 to 99', { min: 1, max: 99 }),
  pledgeAmountOptions: z
    .array(
      // No one may pledge more than that: an amount to choose must be one that can be chosen.
      amount('Pledge amount must be greater than 0', {
        max: LARGEST_RATE,
        tooLarge: `Pledge amount can be at most ${formatUsd(LARGEST_RATE)}`,
      }).refine((value) => value > 0, 'Pledge amount must be greater than 0'),
      { error: 'Please enter exactly 3 pledge amounts' },
    )
    .length(3, 'Please enter exactly 3 pledge amounts'),
  allowCustomAmounts: z.boolean().default(true),
  isActive: z.boolean().default(true),
  sortOrder: z.int().min(0).max(10_000).optional(),
})
export type StatisticForm = z.output<typeof StatisticForm>

/** A first set is no larger than a page can show well; others are added one at a time. */
export const statisticForms = z.array(StatisticForm).max(20, 'Add at most 20 statistics at once')
export const StatisticsForm = z.object({
  statistics: statisticForms.min(1, 'Choose at least one statistic'),
  /** Leaves out those whose name and type an open statistic of the campaign has: also from a second tab. */
  skipExisting: z.boolean('Choose true or false').default(false),
})

/** One that exists: a new name contains no link, either, but an old one may stay (refuseNewName). */
export const EditedStatistic = StatisticForm.extend({
  name: text(100, 'Statistic name is required'),
  unitName: optionalText(40),
})

/** A PUT replaces the fields it names and leaves the others. Defaults must not count as named. */
export const StatisticUpdate = z
  .object({ ...EditedStatistic.shape, allowCustomAmounts: z.boolean(), isActive: z.boolean() })
  .partial()

export const Statistic = z.object({
  id,
  campaignId: id,
  name: z.string(),
  description: z.string().nullable(),
  type: z.enum(STATISTIC_TYPES),
  icon: z.string(),
  /** The singular of what is counted, "goal": a rate names its unit. */
  unitName: z.string().nullable(),
  expectedMin: z.number().nullable(),
  expectedMax: z.number().nullable(),
  expectedTarget: z.number().nullable(),
  lastYearResult: z.number().nullable(),
  lastYearMatches: z.number().nullable(),
  /** Percent. */
  chancePercent: z.number().nullable(),
  pledgeAmountOptions: z.array(z.number()),
  allowCustomAmounts: z.boolean(),
  isActive: z.boolean(),
  sortOrder: z.number(),
  /** Confirmed so far; what is entered and waits for a second person is separate. */
  confirmedQuantity: z.number(),
  unconfirmedQuantity: z.number(),
  /** per_achievement only. */
  achievement: z.enum(['open', 'achieved', 'not_achieved']).nullable(),
  version: z.number(),
})
export type Statistic = z.infer<typeof Statistic>

/** Pledges with an open line on a statistic. */
export const StatisticPledges = z.object({ pledges: z.number() })
export type StatisticPledges = z.infer<typeof StatisticPledges>
