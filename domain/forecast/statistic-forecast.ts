/**
 * What a statistic will come to by the end of the season, as a range that holds the final figure 8 times in 10. Pure,
 * and apart from every figure that is pledged, earned or collected: nothing is billed, capped or settled by it.
 *
 * How it is made is in forecast/level.ts, what it assumes in forecast/fitted.ts, how good it is in docs/forecast.md, and
 * the command that measures it is `npm run backtest`.
 */

import type { StatisticTerms } from '#domain/pledges/pledge.ts'
import {
  HUNDREDTH,
  inSteps,
  LARGEST,
  larger,
  NONE,
  ONE,
  plus,
  type Quantity,
  quantity,
} from '#domain/quantity.ts'
import { countsUnits, isAchievement } from '#domain/season/statistic-types.ts'
import { type Distribution, mixture } from './distributions.ts'
import { LENGTHS, USUAL_MATCHES } from './fitted.ts'
import { restOfSeason } from './level.ts'
import { likelyAchievement, likelyUnits } from './likely.ts'
import { likelyRange } from './range.ts'

/** What was said of a statistic before the season. Null is unknown. */
export type ForecastTerms = Omit<StatisticTerms, 'confirmed'> & {
  /** How many matches last year's result comes from; null: as many as this season's schedule has. */
  lastYearMatches: number | null
  /** For an achievement: how likely the coach says it is, between 0 and 1. Null: no one has said, and it is taken as even. */
  chance: number | null
}

/** Matches by what became of them; those that were cancelled count nowhere else. */
export type Schedule = { left: number; cancelled: number }

type SoFar = {
  /** What each match played has of the statistic, confirmed, in order; 0 where it has none. */
  results: readonly Quantity[]
  /** Confirmed without a match; a correction may be negative. */
  beside: Quantity
  /** An achievement that was confirmed as not achieved: it is no longer open. */
  isDecided?: boolean
  /** Anything is confirmed for it, be it 0; by default, whether a match was played or anything is counted beside. */
  hasResults?: boolean
}

export type QuantityRange = { low: Quantity; likely: Quantity; high: Quantity }

/** `likely` is what everything expected uses, and lies within its range. */
export type StatisticForecast = {
  confirmed: Quantity
  likely: Quantity
} /** Units: `rest` is what the remaining matches add, in steps of `step`. */ & (
  | { kind: 'units'; range: QuantityRange; rest: Distribution; step: Quantity }
  /** Units, and nothing at all to go by: no last year, no target, no match. */
  | { kind: 'unknown' }
  /** An achievement: 1 or 0 once it is decided, before that the probability that an owner entered, or null. */
  | { kind: 'achievement'; chance: number | null }
  /** A gift, owed regardless of what is played. */
  | { kind: 'gift' }
)

/** `schedule` null: how many matches there will be is not known. */
export function forecastStatistic(
  terms: ForecastTerms,
  schedule: Schedule | null,
  soFar: SoFar,
): StatisticForecast {
  const confirmed = soFar.results.reduce(plus, soFar.beside)
  if (isAchievement(terms.type)) return achievement(terms, soFar, confirmed)
  if (!countsUnits(terms.type)) return { kind: 'gift', confirmed, likely: confirmed }
  const step = stepOf(terms, soFar.results)
  const rest = restOf(terms, schedule, soFar, step)
  const range = rest && likelyRange(rest)
  const after = (steps: number) => totalAfter(confirmed, steps, step)
  const likely = likelyUnits(terms, {
    confirmed,
    hasResults: soFar.hasResults ?? (soFar.results.length > 0 || soFar.beside !== 0),
    isOver: schedule?.left === 0,
    median: range && after(range.likely),
  })
  if (!rest || !range) return { kind: 'unknown', confirmed, likely }
  const low = after(range.low)
  const high = after(range.high)
  return { kind: 'units', confirmed, likely, range: rangeWith({ low, high }, likely), rest, step }
}

/** The range, widened to hold what is likely: the figure that everything expected uses. */
export const rangeWith = (
  { low, high }: Pick<QuantityRange, 'low' | 'high'>,
  likely: Quantity,
): QuantityRange => ({ low: likely < low ? likely : low, likely, high: larger(high, likely) })

/** The season's total after this many more steps, within the bounds of a quantity. */
export const totalAfter = (confirmed: Quantity, steps: number, step: Quantity): Quantity =>
  quantity(Math.max(confirmed, Math.min(LARGEST, confirmed + steps * step)))

function achievement(
  { chance }: ForecastTerms,
  { isDecided = false }: SoFar,
  confirmed: Quantity,
): StatisticForecast {
  if (confirmed >= ONE) return { kind: 'achievement', confirmed, likely: confirmed, chance: 1 }
  if (isDecided) return { kind: 'achievement', confirmed, likely: NONE, chance: 0 }
  return { kind: 'achievement', confirmed, likely: likelyAchievement(chance), chance }
}

/** One where everything known is a whole number of units; otherwise a hundredth, to which thirds are rounded. */
function stepOf({ lastYearResult, expectedTarget }: ForecastTerms, results: readonly Quantity[]): Quantity {
  const known = [lastYearResult ?? NONE, expectedTarget ?? NONE, ...results]
  return known.every((one) => one % ONE === 0) ? ONE : HUNDREDTH
}

function restOf(
  terms: ForecastTerms,
  schedule: Schedule | null,
  { results }: SoFar,
  step: Quantity,
): Distribution | null {
  const played = results.length
  const steps = results.map((one) => inSteps(one, step))
  const given = (left: number, matches: number) =>
    restOfSeason({
      results: steps,
      left,
      cancelled: matches - played - left,
      last: lastYear(terms, matches, step),
      target: targetOf(terms, matches, step),
    })
  if (schedule) return given(schedule.left, played + schedule.left + schedule.cancelled)
  const usual = terms.lastYearMatches ?? USUAL_MATCHES
  const parts = LENGTHS.flatMap(({ share, weight }) => {
    const matches = Math.max(played + 1, Math.ceil(usual * share))
    const of = given(matches - played, matches)
    return of ? [{ weight, of }] : []
  })
  return parts.length > 0 ? mixture(parts) : null
}

/** Without last year's matches, 0 counts as not set. */
function lastYear(
  { lastYearResult, lastYearMatches }: ForecastTerms,
  matches: number,
  step: Quantity,
): { total: number; matches: number } | null {
  if (lastYearResult === null || lastYearResult < 0) return null
  const total = inSteps(lastYearResult, step)
  if (lastYearMatches !== null) {
    return lastYearMatches > 0 ? { total, matches: lastYearMatches } : null
  }
  return total > 0 && matches > 0 ? { total, matches } : null
}

/** The target, otherwise the middle of the expected range, for each match of the whole schedule. */
function targetOf(
  { expectedTarget, expectedMin, expectedMax }: ForecastTerms,
  matches: number,
  step: Quantity,
) {
  if (matches <= 0) return null
  if (expectedTarget !== null && expectedTarget > 0) return expectedTarget / step / matches
  if (expectedMin === null || expectedMax === null || expectedMax <= 0) return null
  return (expectedMin + expectedMax) / 2 / step / matches
}
