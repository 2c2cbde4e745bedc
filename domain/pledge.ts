/** The figures of a pledge before, during and after the season (R6 to R9, R13). Pure. */

import {
  add,
  type Cents,
  dollars,
  LARGEST_AMOUNT,
  maximum,
  minimum,
  percentOf,
  sum,
  timesQuantity,
  ZERO,
} from './money.ts'
import { larger, NONE, type Quantity, twice } from './quantity.ts'
import {
  countsUnits,
  isGift,
  STATISTIC_RULES,
  type StatisticRule,
  type StatisticType,
} from './statistic-types.ts'

/** What a statistic promises at the moment of pledging. Null quantities are unknown. */
export type StatisticTerms = {
  type: StatisticType
  expectedMin: Quantity | null
  expectedMax: Quantity | null
  expectedTarget: Quantity | null
  lastYearResult: Quantity | null
  /** Units confirmed so far; an achievement is 1.00 once achieved. */
  confirmed: Quantity
}

export type PledgeLine = { rate: Cents; terms: StatisticTerms }

export const LARGEST_RATE = dollars('10000.00')
const SMALLEST_SUGGESTED_CAP = dollars('200.00')

const present = (quantity: Quantity | null): quantity is Quantity => quantity !== null && quantity > 0

/** What counts units: rate × last year's result when above 0, otherwise the rate; other types the rate (R7). */
export function estimateLine({ rate, terms }: PledgeLine): Cents {
  if (countsUnits(terms.type) && present(terms.lastYearResult))
    return timesQuantity(rate, terms.lastYearResult)
  return rate
}

/** The pledge-card page estimates rate × target (R49); the pledge stores the estimate above (R7). */
export function estimateAtTarget({ rate, terms }: PledgeLine): Cents {
  if (countsUnits(terms.type) && present(terms.expectedTarget))
    return timesQuantity(rate, terms.expectedTarget)
  return rate
}

export const estimatePledge = (lines: readonly PledgeLine[]): Cents => sum(lines.map(estimateLine))

/** Smart Cap: the larger of $200 and 1.5 times the estimated total (R8), never above what a cap may be (R15). */
export const suggestedCap = (estimate: Cents): Cents =>
  minimum(LARGEST_AMOUNT, maximum(SMALLEST_SUGGESTED_CAP, percentOf(estimate, 150)))

/**
 * The most that can be owed (R8): the supporter's own cap, or the sum of what each line can reach. If a line has only its
 * estimate to go by, at least the suggested cap.
 */
export function agreedMaximum(lines: readonly PledgeLine[], cap: Cents | null): Cents {
  if (cap !== null) return cap
  let total = ZERO
  let fellBack = false
  for (const line of lines) {
    const { rate, terms } = line
    if (!countsUnits(terms.type)) total = add(total, rate)
    else if (present(terms.expectedMax)) total = add(total, timesQuantity(rate, terms.expectedMax))
    else if (present(terms.expectedTarget))
      total = add(total, timesQuantity(rate, twice(terms.expectedTarget)))
    else if (present(terms.lastYearResult))
      total = add(total, timesQuantity(rate, twice(terms.lastYearResult)))
    else {
      total = add(total, estimateLine(line))
      fellBack = true
    }
  }
  return fellBack ? maximum(total, suggestedCap(estimatePledge(lines))) : total
}

/** Accrued on one line, before the maximum: rate × confirmed units; a one-time gift accrues when pledged (R6). */
export const accruedOnLine = ({ rate, terms }: PledgeLine): Cents =>
  isGift(terms.type) ? rate : timesQuantity(rate, terms.confirmed)

/** R9, while the season runs: the larger of estimate and accrued, at most the agreed maximum. */
export const expectedAmount = (estimate: Cents, accrued: Cents, most: Cents): Cents =>
  minimum(most, maximum(estimate, accrued))

export type Quote = {
  estimate: Cents
  alreadyEarned: Cents
  low: Cents
  likely: Cents
  most: Cents
  suggestedCap: Cents
}

/** The figures of the panel and the review step: low, likely and most, none above the maximum (R8). */
export function quotePledge(lines: readonly PledgeLine[], cap: Cents | null): Quote {
  const estimate = estimatePledge(lines)
  const most = agreedMaximum(lines, cap)
  const alreadyEarned = minimum(most, sum(lines.map(accruedOnLine)))
  const low = sum(
    lines.map((line) =>
      countsUnits(line.terms.type)
        ? timesQuantity(line.rate, larger(line.terms.expectedMin ?? NONE, line.terms.confirmed))
        : accruedOnLine(line),
    ),
  )
  return {
    estimate,
    alreadyEarned,
    low: minimum(most, low),
    likely: expectedAmount(estimate, alreadyEarned, most),
    most,
    suggestedCap: suggestedCap(estimate),
  }
}

export type PledgeType = StatisticRule['pledgeType'] | 'mixed'

/** The pledge type named in copy (R13). */
export function pledgeType(types: readonly StatisticType[]): PledgeType {
  const names = new Set(types.map((type) => STATISTIC_RULES[type].pledgeType))
  const [only] = names
  return only !== undefined && names.size === 1 ? only : 'mixed'
}

/** A rate more than ten times the largest preset is asked about once more (R8). */
export const isUnusualRate = (rate: Cents, presets: readonly Cents[]): boolean => {
  const largest = presets.reduce(maximum, ZERO)
  return largest > 0 && rate > percentOf(largest, 1000)
}
