/**
 * The one figure that everything expected uses (R61): how many units a statistic will likely come to by the end of the season,
 * and which of them a line counts. Pure. Billing never reads it.
 */

import { isCounted, type Scope } from '../pledges/scope.ts'
import { larger, minus, NONE, ONE, partOf, plus, type Quantity } from '../quantity.ts'
import { countsUnits, type StatisticType } from '../season/statistic-types.ts'

type Said = { lastYearResult: Quantity | null; expectedTarget: Quantity | null }

/**
 * Units that add up. Nothing confirmed yet: last year's result, else the target, else `median`, what the forecast alone says,
 * else one unit, as the estimate of a pledge. With results: the forecast's. Nothing left to play: what is confirmed. Never below that.
 */
export function likelyUnits(
  { lastYearResult, expectedTarget }: Said,
  now: { confirmed: Quantity; hasResults: boolean; isOver: boolean; median: Quantity | null },
): Quantity {
  const { confirmed, hasResults, isOver, median } = now
  if (isOver) return larger(confirmed, NONE)
  const said = [lastYearResult, expectedTarget].find((one) => one !== null && one > 0)
  const likely = hasResults ? median : (said ?? median)
  return larger(confirmed, likely ?? ONE)
}

/** For whoever entered no chance, an achievement is as likely as not. */
export const EVEN = 0.5

/** Counts in full where it is at least even. `chance`: between 0 and 1. */
export const likelyAchievement = (chance: number | null): Quantity => ((chance ?? EVEN) >= EVEN ? ONE : NONE)

/**
 * What a line for a part of the season counts: units confirmed for it, and `parts` of `all` equal parts of what
 * the statistic adds to its `confirmed` units from now on.
 */
export type LinePart = { counted: Quantity; confirmed: Quantity; parts: number; all: number }

/** The units that a line for a part of the season counts if its statistic comes to `total`. */
export const unitsOfPart = ({ counted, confirmed, parts, all }: LinePart, total: Quantity): Quantity =>
  plus(counted, partOf(larger(NONE, minus(total, confirmed)), parts, all))

/**
 * Which part of what is still to come a line counts: by the matches on the schedule that have no result yet. Without
 * such matches, and for an achievement: all of it while the line is open.
 */
export function partToCome(
  open: readonly { id: string; at: number }[],
  { type, scope }: { type: StatisticType; scope: Scope },
): Pick<LinePart, 'parts' | 'all'> {
  if (!countsUnits(type) || open.length === 0)
    return { parts: scope.until === null && scope.eventId === null ? 1 : 0, all: 1 }
  const counted = open.filter(({ id, at }) => isCounted(scope, { eventId: id, since: at }))
  return { parts: counted.length, all: open.length }
}
