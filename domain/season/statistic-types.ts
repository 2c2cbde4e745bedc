/**
 * The types of a statistic. Everything that depends on the type is a column of this table, so that a new type does not compile
 * until every decision about it has been made.
 */
import { type Cents, formatUsd } from '../money.ts'

export const STATISTIC_TYPES = ['per_increment', 'per_achievement', 'one_time'] as const
export type StatisticType = (typeof STATISTIC_TYPES)[number]

export type StatisticRule = {
  /** What its results are: units that add up, a single yes, or none, because it is owed from the start. */
  results: 'units' | 'yes' | 'none'
  /** The name of a pledge whose lines are all of this type. */
  pledgeType: 'per-performance' | 'achievement-based' | 'one-time'
  /** How supporters see the type. */
  label: string
  /** How those who run the campaign see it: in the table of statistics, and where they choose it. */
  kind: string
  choice: string
  /** The promise as the supporter agrees to it. */
  consent: (line: { name: string; rate: Cents; unitName: string | null }) => string
  /** The promise in plain words; `unit` is lower case, in the singular, and `achieved` the campaign's own. */
  promise: (unit: string, achieved: string) => string
  /** The same on a printed flyer. */
  offer: (unit: string) => string
  /** What follows a rate: `$2.00 per goal`, `$2.00 once`. */
  per: (unit: string) => string
  /** The same in the table of what was agreed, without the unit. */
  each: string
}

export const STATISTIC_RULES: Record<StatisticType, StatisticRule> = {
  per_increment: {
    results: 'units',
    pledgeType: 'per-performance',
    label: 'Per Achievement',
    kind: 'Increment',
    choice: 'Increment: an amount for each one',
    consent: ({ name, rate, unitName }) => `${formatUsd(rate)} per ${unitName ?? 'unit'} (${name})`,
    promise: (unit) => `You pay for every ${unit}`,
    offer: (unit) => `an amount for every ${unit}`,
    per: (unit) => `per ${unit}`,
    each: 'each',
  },
  per_achievement: {
    results: 'yes',
    pledgeType: 'achievement-based',
    label: 'Goal-Based',
    kind: 'Achievement',
    choice: 'Achievement: an amount if they do it',
    consent: ({ name, rate }) => `${formatUsd(rate)} if achieved (${name})`,
    promise: (_unit, achieved) => achieved,
    offer: () => 'an amount if they achieve it, nothing if they don’t',
    per: () => 'once',
    each: 'if achieved',
  },
  one_time: {
    results: 'none',
    pledgeType: 'one-time',
    label: 'One-Time',
    kind: 'One-Time',
    choice: 'One-time: a gift',
    consent: ({ name, rate }) => `${formatUsd(rate)} once (${name})`,
    promise: () => 'A gift, once',
    offer: () => 'a gift, once',
    per: () => 'once',
    each: 'once',
  },
}

/** Its results are units that add up, match by match. */
export const countsUnits = (type: StatisticType): boolean => STATISTIC_RULES[type].results === 'units'
/** Its result is a single yes. */
export const isAchievement = (type: StatisticType): boolean => STATISTIC_RULES[type].results === 'yes'
/** It is owed from the start, regardless of what is played. */
export const isGift = (type: StatisticType): boolean => STATISTIC_RULES[type].results === 'none'

const typesWith = (isMeant: (type: StatisticType) => boolean): StatisticType[] =>
  STATISTIC_TYPES.filter(isMeant)
/** For statements that choose by type. */
export const COUNTED_TYPES = typesWith(countsUnits)
export const ACHIEVEMENT_TYPES = typesWith(isAchievement)
export const GIFT_TYPES = typesWith(isGift)
