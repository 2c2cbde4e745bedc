/** What is counted any number of times a match: its level and its spread, both learned from the season (R61). Pure. */
import { countDistribution, type Distribution, type Moments, mixture } from './distributions.ts'
import {
  DRIFTS,
  driftVariance,
  FORMS,
  MIDDLE_COUNT,
  MIDDLE_COUNT_MATCHES,
  MIDDLE_COUNT_REACH,
  TARGET_DOUBT,
  TARGET_WEIGHT,
  TARGET_WEIGHT_ALONE,
  VAGUE_MATCHES,
} from './fitted.ts'
import type { Known } from './level.ts'
import { spreadsAround } from './spreads.ts'

/** A belief about the level before the season; `matches`: what it is worth where one match has this variance. */
type Belief = { weight: number; level: number; matches: (variance: number) => number }

/** Below this share of the whole, an explanation is not worth computing. */
const NEGLIGIBLE = 0.002
/** What was known before the season counts like this many matches in sizing it. */
const BEFORE_MATCHES = 4

/**
 * Each belief, with each spread and each form, explains the season so far more or less well, and predicts the rest as a
 * count with mean and variance (see distributions.ts).
 */
export function countsOfRest(known: Known): Distribution {
  const total = known.results.reduce((sum, one) => sum + one, 0)
  const believed = beliefs(known, total)
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
      .filter(({ weight }) => weight >= NEGLIGIBLE * all)
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
  { level, matches }: Belief,
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

function beliefs(known: Known, total: number): Belief[] {
  const { results, last, target } = known
  const ofTarget: Belief[] =
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
