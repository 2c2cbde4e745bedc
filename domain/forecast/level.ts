/**
 * What the rest of a season adds to one statistic (R61). Pure. All figures here are steps per match (one goal; a hundredth
 * where a statistic is counted in hundredths), as plain numbers: nothing here is money, and nothing here is billed.
 *
 * A hierarchical model with fitted hyperparameters (empirical Bayes; Gelman et al., Bayesian Data Analysis, chapter 5):
 * last year's level, pulled toward the middle (Efron and Morris 1975), may have drifted; this season's results update
 * it; the matches left vary around it. Several drifts and spreads are tried, each weighted by how likely the season's
 * results are under it, so that a season unlike last year, or one that varies more or less than chance alone,
 * soon decides for itself.
 */
import { chancesOfRest } from './chances.ts'
import { countsOfRest } from './counts.ts'
import type { Distribution } from './distributions.ts'
import { certain, mixture } from './distributions.ts'
import { ONCE_ODDS_FALL, ONCE_ODDS_LAST_YEAR, ONCE_ODDS_UNKNOWN } from './fitted.ts'

export type Known = {
  /** One entry for each match played, in order. */
  results: readonly number[]
  /** Matches still to be played; at least 1. */
  left: number
  /** Matches that were on the schedule and will not be played. */
  cancelled: number
  /** Last season's total and its matches; null if unknown. */
  last: { total: number; matches: number } | null
  /** Target or expected range for the whole schedule, per match of it; null if there is none. */
  target: number | null
}

/** Below this share of the whole, an explanation is left out. */
const NEGLIGIBLE = 0.001

/** The distribution of what the matches left will add; null while there is nothing at all to go by. */
export function restOfSeason(known: Known): Distribution | null {
  const { results, left, last, target } = known
  if (left <= 0) return certain(0)
  if (results.length === 0 && !last && target === null) return null
  const once = chanceOfOnce(known)
  return mixture([
    ...(once > NEGLIGIBLE ? [{ weight: once, of: chancesOfRest(known) }] : []),
    ...(once < 1 - NEGLIGIBLE ? [{ weight: 1 - once, of: countsOfRest(known) }] : []),
  ])
}

/**
 * How likely it is that the statistic happens at most once a match (a win, a clean sheet). Judged by its figures and not
 * by its name: impossible after a match with 2, likelier with each match of 0 or 1 where counts would have had more.
 */
function chanceOfOnce({ results, last, target }: Known): number {
  const levels = [target ?? 0, last ? last.total / last.matches : 0]
  if (results.some((one) => one !== 0 && one !== 1) || levels.some((level) => level > 1)) return 0
  const total = results.reduce((sum, one) => sum + one, last?.total ?? 0)
  const average = Math.max(0.02, total / Math.max(1, results.length + (last?.matches ?? 0)))
  const before = last ? ONCE_ODDS_LAST_YEAR : ONCE_ODDS_UNKNOWN
  const high = Math.max(0, Math.max(...levels) - 0.5)
  // A Poisson count of this average is at most 1 with probability (1 + average) × e^−average.
  const odds =
    before * Math.exp(-high * ONCE_ODDS_FALL) * Math.exp(results.length * (average - Math.log(1 + average)))
  return Number.isFinite(odds) ? odds / (1 + odds) : 1
}
