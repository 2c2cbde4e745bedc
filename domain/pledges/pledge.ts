/** The figures of a pledge before, during and after the season (R6, R7, R9, R13). Pure. */

import {
  type Cents,
  cents,
  dollars,
  maximum,
  minimum,
  percentOf,
  sum,
  timesQuantity,
  ZERO,
} from '../money.ts'
import { larger, partOf, type Quantity } from '../quantity.ts'
import {
  countsUnits,
  isGift,
  STATISTIC_RULES,
  type StatisticRule,
  type StatisticType,
} from '../season/statistic-types.ts'

/** What a statistic promises at the moment of pledging. Null quantities are unknown. */
export type StatisticTerms = {
  type: StatisticType
  expectedMin: Quantity | null
  expectedMax: Quantity | null
  expectedTarget: Quantity | null
  lastYearResult: Quantity | null
  /** Units confirmed so far, of those that the line counts; an achievement is 1.00 once achieved. */
  confirmed: Quantity
  /** Which part of the season the line counts; by default all of it. */
  part?: SeasonPart | null
}

/** How many of all matches on the schedule: those still to start, or one match. */
export type SeasonPart = { kind: 'rest'; matches: number; all: number } | { kind: 'match'; all: number }

/** One of the matches of this season, or of last season if more were played then: games may be entered one by one. */
export const oneMatchOf = (all: number, lastYearMatches: number | null): SeasonPart => ({
  kind: 'match',
  all: Math.max(all, lastYearMatches ?? 0),
})

export type PledgeLine = { rate: Cents; terms: StatisticTerms }

/** `likely`: units that the line will likely count by the end of the season. Nothing is billed or capped by it. */
export type LikelyTerms = StatisticTerms & { likely: Quantity }
export type LikelyLine = { rate: Cents; terms: LikelyTerms }

export const LARGEST_RATE = dollars('10000.00')

export const present = (quantity: Quantity | null): quantity is Quantity => quantity !== null && quantity > 0

/**
 * What counts units: rate × last year's result when above 0, otherwise the rate; other types the rate. A line that
 * counts a part of the season: that part of last year's result, by the matches on the schedule.
 */
export function estimateLine({ rate, terms }: PledgeLine): Cents {
  if (!countsUnits(terms.type)) return rate
  if (!present(terms.lastYearResult)) return rate
  if (!terms.part) return timesQuantity(rate, terms.lastYearResult)
  const units = shareOf(terms.lastYearResult, terms.part)
  return units > 0 ? maximum(ONE_CENT, timesQuantity(rate, units)) : rate
}

const ONE_CENT = cents(1)

/** Without a schedule, what is left of a season is taken to be all of it. */
function shareOf(figure: Quantity, part: SeasonPart): Quantity {
  if (part.all === 0) return figure
  return partOf(figure, part.kind === 'match' ? 1 : part.matches, part.all)
}

/** The pledge-card page estimates rate × target; the pledge stores the estimate above. */
export function estimateAtTarget({ rate, terms }: PledgeLine): Cents {
  if (countsUnits(terms.type) && present(terms.expectedTarget))
    return timesQuantity(rate, terms.expectedTarget)
  return rate
}

export const estimatePledge = (lines: readonly PledgeLine[]): Cents => sum(lines.map(estimateLine))

/** Accrued on one line, before the maximum: rate × confirmed units; a one-time gift accrues when pledged. */
export const accruedOnLine = ({ rate, terms }: PledgeLine): Cents =>
  isGift(terms.type) ? rate : timesQuantity(rate, terms.confirmed)

/** Expected of one line while the season runs, before the maximum: rate × what it will likely count. */
const expectedOnLine = ({ rate, terms }: LikelyLine): Cents =>
  isGift(terms.type) ? rate : timesQuantity(rate, larger(terms.likely, terms.confirmed))

/** R9, while the season runs: at most the agreed maximum, and never below what is earned. */
export const expectedAmount = (lines: readonly LikelyLine[], most: Cents): Cents =>
  minimum(most, sum(lines.map(expectedOnLine)))

type PledgeType = StatisticRule['pledgeType'] | 'mixed'

/** The pledge type named in copy. */
export function pledgeType(types: readonly StatisticType[]): PledgeType {
  const names = new Set(types.map((type) => STATISTIC_RULES[type].pledgeType))
  const [only] = names
  return only !== undefined && names.size === 1 ? only : 'mixed'
}

/** A rate more than ten times the largest preset is asked about once more. */
export const isUnusualRate = (rate: Cents, presets: readonly Cents[]): boolean => {
  const largest = presets.reduce(maximum, ZERO)
  return largest > 0 && rate > percentOf(largest, 1000)
}
