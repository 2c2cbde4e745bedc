/**
 * What the rest of a season adds to one statistic. Pure. All figures here are steps per match (one goal; a hundredth
 * where a statistic is counted in hundredths), as plain numbers: nothing here is money, and nothing here is billed.
 *
 * A hierarchical model with fitted hyperparameters (empirical Bayes; Gelman et al., Bayesian Data Analysis, chapter 5):
 * last year's level, pulled toward the middle (Efron and Morris 1975), may have drifted; this season's results update
 * it; the matches left vary around it. Several drifts and spreads are tried, each weighted by how likely the season's
 * results are under it, so that a season unlike last year, or one that varies more or less than chance alone,
 * soon decides for itself.
 */

import jStat from 'jstat'
import {
  betaBinomial,
  certain,
  countDistribution,
  type Distribution,
  type Moments,
  mixture,
} from './distributions.ts'
import {
  DRIFT_OF_CHANCES,
  DRIFTS,
  driftVariance,
  FORM_OF_CHANCES,
  FORMS,
  MIDDLE_CHANCES,
  MIDDLE_COUNT,
  MIDDLE_COUNT_MATCHES,
  MIDDLE_COUNT_REACH,
  MIDDLE_MATCHES,
  ONCE_ODDS_FALL,
  ONCE_ODDS_LAST_YEAR,
  ONCE_ODDS_UNKNOWN,
  SPREAD_DOUBT,
  SPREAD_FREEDOM,
  SPREAD_SHIFT,
  spreadDoubt,
  TARGET_DOUBT,
  TARGET_WEIGHT,
  TARGET_WEIGHT_ALONE,
  usualVariance,
  VAGUE_CHANCE,
  VAGUE_MATCHES,
  VAGUE_MATCHES_OF_CHANCES,
} from './fitted.ts'

/** A belief about the level before the season; `matches`: what it is worth where one match has this variance. */
type CountsBelief = { weight: number; level: number; matches: (variance: number) => number }

/** Below this share of the whole, an explanation is not worth computing. */
const COUNTS_NEGLIGIBLE = 0.002
/** What was known before the season counts like this many matches in sizing it. */
const BEFORE_MATCHES = 4

/**
 * Each belief, with each spread and each form, explains the season so far more or less well, and predicts the rest as a
 * count with mean and variance (see distributions.ts).
 */
function countsOfRest(known: Known): Distribution {
  const total = known.results.reduce((sum, one) => sum + one, 0)
  const believed = beliefsOfCounts(known, total)
  const parts = spreadsAround(sizeOf(known, total), known.results).flatMap((spread) =>
    FORMS.flatMap((form) =>
      believed.map((belief) => {
        const { log, ...rest } = explained(known, belief, spread.variance, form.walk)
        return { log: log + Math.log(spread.weight * form.weight * belief.weight), ...rest }
      }),
    ),
  )
  const top = Math.max(...parts.map(({ log }) => log))
  const weighed = parts.map((part) => ({ ...part, weight: Math.exp(part.log - top) }))
  const all = weighed.reduce((sum, { weight }) => sum + weight, 0)
  return mixture(
    weighed
      .filter(({ weight }) => weight >= COUNTS_NEGLIGIBLE * all)
      .map(({ weight, rest, whole }) => ({ weight, of: countDistribution(rest, whole) })),
  )
}

/**
 * A local level model (Harvey, Forecasting, Structural Time Series Models and the Kalman Filter, 1989): the level walks a
 * little from match to match, each result is the level plus chance. `log`: how likely the results are, up to a constant.
 * `whole`: the same as `rest` without any match cancelled.
 */
function explained(
  { results, left, cancelled }: Known,
  { level, matches }: CountsBelief,
  variance: number,
  walk: number,
): { log: number; rest: Moments; whole: Moments } {
  // Of the whole schedule, so that what the season so far says does not depend on how many matches are left.
  const step = (variance * walk) / (results.length + left + cancelled)
  let [mean, doubt, log] = [level, variance / matches(variance), 0]
  for (const result of results) {
    const spread = doubt + variance
    const surprise = result - mean
    log -= (surprise ** 2 / spread + Math.log(spread)) / 2
    mean += (doubt / spread) * surprise
    doubt = (doubt * variance) / spread + step
  }
  const relative = (matches: number) =>
    variance / matches + doubt + (step * (matches - 1) * (2 * matches - 1)) / (6 * matches)
  // The longer a level walks, the less sure it is. For fewer matches it counts as no surer than for all of them, so that no
  // total becomes likelier to be passed when a match is cancelled (see distributions.ts).
  const inAll = left + cancelled
  const uncertain = Math.max(relative(left), relative(inAll))
  return {
    log,
    rest: { mean: left * mean, variance: left * left * uncertain },
    whole: { mean: inAll * mean, variance: inAll * inAll * relative(inAll) },
  }
}

function beliefsOfCounts(known: Known, total: number): CountsBelief[] {
  const { results, last, target } = known
  const ofTarget: CountsBelief[] =
    target === null || target <= 0
      ? []
      : [
          {
            weight: last ? TARGET_WEIGHT : TARGET_WEIGHT_ALONE,
            level: target,
            matches: (variance) => variance / (TARGET_DOUBT * target) ** 2,
          },
        ]
  const rest = 1 - (ofTarget[0]?.weight ?? 0)
  if (!last) {
    const level = target !== null && target > 0 ? target : (total + 0.5) / Math.max(1, results.length)
    return [...ofTarget, { weight: rest, level, matches: () => VAGUE_MATCHES }]
  }
  const { level, seen } = lastYear(last)
  const drifted = DRIFTS.map(({ scale, weight }) => ({
    weight: weight * rest,
    level,
    matches: (variance: number) => 1 / (1 / seen + (scale * driftVariance(level, variance)) / variance),
  }))
  return [...ofTarget, ...drifted]
}

/**
 * Last year's average, pulled toward the middle of counts of one or two a match as if so many more matches had been seen at
 * it; the further it is from there, the less. `seen`: how many matches it is then worth.
 */
function lastYear({ total, matches }: { total: number; matches: number }): { level: number; seen: number } {
  const level = (total + 0.5) / matches
  const distance = Math.log(MIDDLE_COUNT / level)
  const more = MIDDLE_COUNT_MATCHES * Math.exp(-((distance / MIDDLE_COUNT_REACH) ** 4))
  const seen = matches + more
  return { level: (total + 0.5 + more * MIDDLE_COUNT) / seen, seen }
}

/** What one match has on average, as far as last year, the target and the season say; what varies is sized by it. */
function sizeOf({ results, last, target }: Known, total: number): number {
  const before = last ? lastYear(last).level : (target ?? 0)
  if (before > 0) return (BEFORE_MATCHES * before + total) / (BEFORE_MATCHES + results.length)
  return (total + 0.5) / Math.max(1, results.length)
}

/** A belief about the chance before the season, as if this many matches had been seen. */
type Belief = { weight: number; chance: number; matches: number }

/** Below this share of the whole, an explanation is left out. */
const CHANCES_NEGLIGIBLE = 0.01

/** Beta-binomial, one for each belief, weighed by how likely the season's results are under it. */
function chancesOfRest(known: Known): Distribution {
  const played = known.results.length
  const had = known.results.reduce((sum, one) => sum + one, 0)
  const believed = beliefs(known).map(({ weight, chance, matches }) => {
    const yes = chance * matches
    const no = (1 - chance) * matches
    const seen = matches + played
    // A team’s form changes (FORM_OF_CHANCES), so even a long season counts for a limited number of matches.
    const worth = 1 / (1 / seen + FORM_OF_CHANCES) / seen
    return {
      weight,
      log: logLikelihood(yes, no, had, played),
      of: betaBinomial(known.left, (yes + had) * worth, (no + played - had) * worth),
    }
  })
  return mixture(weighed(believed))
}

/** What happens at most once a match: a chance that is itself uncertain, learned from the season. Pure. */
function beliefs({ last, target }: Known): Belief[] {
  const ofTarget = target === null || target <= 0 ? [] : [targetBelief(target, last !== null)]
  const rest = 1 - (ofTarget[0]?.weight ?? 0)
  if (!last) {
    const chance = target === null ? VAGUE_CHANCE : inside(target)
    return [...ofTarget, { weight: rest, chance, matches: VAGUE_MATCHES_OF_CHANCES }]
  }
  return [...ofTarget, ...ofLastYear(last).map((one) => ({ ...one, weight: one.weight * rest }))]
}

/**
 * Last year's share, pulled toward the middle of each kind of statistic it may be, as if that many more matches had been
 * seen at it; and each kind is weighted by how likely it makes last year. The chance may have drifted since.
 */
function ofLastYear({ total, matches }: { total: number; matches: number }): Belief[] {
  const kinds = weighed(
    MIDDLE_CHANCES.map(({ chance, weight }) => {
      const yes = chance * MIDDLE_MATCHES
      const no = (1 - chance) * MIDDLE_MATCHES
      return { yes, weight, log: logLikelihood(yes, no, total, matches) }
    }),
  )
  const all = kinds.reduce((sum, { weight }) => sum + weight, 0)
  const seen = matches + MIDDLE_MATCHES
  return kinds
    .filter(({ weight }) => weight > CHANCES_NEGLIGIBLE * all)
    .flatMap((kind) => {
      const chance = inside((kind.yes + total) / seen)
      const change = DRIFT_OF_CHANCES * Math.sqrt(chance / (1 - chance))
      return DRIFTS.map(({ scale, weight }) => ({
        weight: (weight * kind.weight) / all,
        chance,
        matches: 1 / (1 / seen + scale * change),
      }))
    })
}

/** Accurate to within its doubt, which is worth a certain number of matches at that chance. */
function targetBelief(target: number, hasLast: boolean): Belief {
  const chance = inside(target)
  const weight = hasLast ? TARGET_WEIGHT : TARGET_WEIGHT_ALONE
  return { weight, chance, matches: Math.max(1, (1 - chance) / (chance * TARGET_DOUBT ** 2)) }
}

const inside = (chance: number): number => Math.min(0.98, Math.max(0.005, chance))
const logBeta = (a: number, b: number): number => jStat.gammaln(a) + jStat.gammaln(b) - jStat.gammaln(a + b)
/** Of `had` in `matches` matches, where the chance is Beta(yes, no). */
const logLikelihood = (yes: number, no: number, had: number, matches: number): number =>
  logBeta(yes + had, no + matches - had) - logBeta(yes, no)

/** Each weight times its likelihood, up to a factor: the likelihood of a thousand matches is too small for a number. */
function weighed<T extends { weight: number; log: number }>(parts: readonly T[]): T[] {
  const top = Math.max(...parts.map(({ log }) => log))
  return parts.map((part) => ({ ...part, weight: part.weight * Math.exp(part.log - top) }))
}

/** How much one match varies: the variances that are tried, learned from the season. Pure. */
type Spread = { variance: number; weight: number }

/** Where the curve of what is plausible is sampled, in its own standard deviations. */
const STEPS = [-2.1, -1.4, -0.7, 0, 0.7, 1.4, 2.1]
/** Equal results are luck: no season is taken to vary less than this share of what is usual. */
const LEAST_SHARE = 0.05

/**
 * A prior over the logarithm of the variance, a t distribution around what is usual at this level, sampled where this
 * season's results leave it plausible: around their own variance and the usual one, each counting by how sure it is
 * (the variance of n results is known to about √(2 ÷ (n − 1)) of itself). How likely the results are under each is not in
 * these weights; it comes with the level (counts.ts).
 */
function spreadsAround(level: number, results: readonly number[]): Spread[] {
  const doubt = spreadDoubt(level)
  const scale = doubt * SPREAD_DOUBT
  const expected = Math.log(usualVariance(level)) + SPREAD_SHIFT * doubt
  const freedom = Math.max(0, results.length - 1)
  const own = Math.log(Math.max(varianceOf(results), LEAST_SHARE * usualVariance(level)))
  const seen = freedom / 2
  const before = 1 / scale ** 2
  const middle = (seen * own + before * expected) / (seen + before)
  return STEPS.map((step) => {
    const logarithm = middle + step / Math.sqrt(seen + before)
    const distance = (logarithm - expected) / scale
    return {
      variance: Math.exp(logarithm),
      weight: (1 + distance ** 2 / SPREAD_FREEDOM) ** (-(SPREAD_FREEDOM + 1) / 2),
    }
  })
}

/** 0 for fewer than two results. */
function varianceOf(results: readonly number[]): number {
  const mean = results.reduce((sum, one) => sum + one, 0) / Math.max(1, results.length)
  return results.reduce((sum, one) => sum + (one - mean) ** 2, 0) / Math.max(1, results.length - 1)
}

type Known = {
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
