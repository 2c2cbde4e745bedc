/** The most that a pledge can owe: its agreed maximum, and what is suggested as one (R8). Pure. */

import {
  add,
  type Cents,
  dollars,
  LARGEST_AMOUNT,
  maximum,
  minimum,
  percentOf,
  timesQuantity,
  ZERO,
} from '../money.ts'
import { larger, ONE, partOf, type Quantity, roundedUp, twice } from '../quantity.ts'
import { countsUnits } from '../season/statistic-types.ts'
import { estimateLine, estimatePledge, type PledgeLine, present, type StatisticTerms } from './pledge.ts'

const SMALLEST_SUGGESTED_CAP = dollars('200.00')

/** One match can go as well as this many average ones. */
export const BEST_MATCH = 3

/** The most units that a line can come to; null where its statistic has no figure for the season. */
export function maximumUnits({ part, ...terms }: StatisticTerms): Quantity | null {
  const figure = [
    terms.expectedMax,
    terms.expectedTarget && twice(terms.expectedTarget),
    terms.lastYearResult && twice(terms.lastYearResult),
  ].find(present)
  if (!figure || !part || part.all === 0) return figure ?? null
  if (part.kind === 'rest' && part.matches === 0) return null
  const matches = part.kind === 'match' ? Math.min(BEST_MATCH, part.all) : part.matches
  return larger(ONE, roundedUp(partOf(figure, matches, part.all)))
}

/** Smart Cap: the larger of $200 and 1.5 times the estimated total, never above what a cap may be. */
export const suggestedCap = (estimate: Cents): Cents =>
  minimum(LARGEST_AMOUNT, maximum(SMALLEST_SUGGESTED_CAP, percentOf(estimate, 150)))

/**
 * The most that can be owed: the supporter's own cap, or the sum of what each line can reach. If a line has only its
 * estimate to go by, at least the suggested cap.
 */
export function agreedMaximum(lines: readonly PledgeLine[], cap: Cents | null): Cents {
  if (cap !== null) return cap
  let total = ZERO
  let fellBack = false
  for (const line of lines) {
    const { rate, terms } = line
    const units = maximumUnits(terms)
    if (!countsUnits(terms.type)) total = add(total, rate)
    else if (units !== null) total = add(total, timesQuantity(rate, units))
    else {
      total = add(total, estimateLine(line))
      fellBack = true
    }
  }
  return fellBack ? maximum(total, suggestedCap(estimatePledge(lines))) : total
}
