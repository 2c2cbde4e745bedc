/** What is counted any number of times a match: its level and its spread, both learned from the season (R61). Pure. */
import { countDistribution, type Distribution, type Moments, mixture } from './distributions.ts'
import {
  DRIFT,
  DRIFT_GROWTH,
  DRIFTS,
  EXTRA_SPREAD,
  FORMS,
  MIDDLE_COUNT,
  MIDDLE_COUNT_PULL,
  SPREADS,
  spreadDoubt,
  TARGET_DOUBT,
  TARGET_WEIGHT,
  TARGET_WEIGHT_ALONE,
  VAGUE_MATCHES,
} from './fitted.ts'
import type { Known } from './level.ts'

/** A belief about the level before the season; `matches`: what it is worth where one match has this variance. */
type Belief = { weight: number; level: number; matches: (variance: number) => number }

/** Below this share of the whole, an explanation is not worth computing. */
const NEGLIGIBLE = 0.002

/**
 * Each belief, with each spread and each form, explains the season so far more or less well, and predicts the rest as a
 * count with mean and variance (see distributions.ts).
 */
export function countsOfRest(known: Known): Distribution {
  const total = known.results.reduce((sum, one) => sum + one, 0)
  const believed = beliefs(known, total)
  const parts = spreads(known, total).flatMap((spread) =>
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
 * little from match to match, each result is the level and chance. `log`: how likely the results are, up to a constant.
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
  // The longer a level walks the less sure it is. Of fewer matches it counts as no surer than of all of them, so that no
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
  const level = levelLastYear(last)
  const drift = DRIFT * (1 + level) ** DRIFT_GROWTH
  const drifted = DRIFTS.map(({ scale, weight }) => ({
    weight: weight * rest,
    level,
    matches: (variance: number) => 1 / (1 / last.matches + (scale * drift * level) / Math.sqrt(variance)),
  }))
  return [...ofTarget, ...drifted]
}

/** Last year's average, pulled toward the middle where counts of this size have one. */
function levelLastYear({ total, matches }: { total: number; matches: number }): number {
  const level = (total + 0.5) / matches
  const distance = Math.log(MIDDLE_COUNT / level)
  return level * Math.exp(MIDDLE_COUNT_PULL * distance * Math.exp(-(distance ** 2) / 2))
}

/** Around what chance alone and the extra spread make of the level: the variances of one match that are tried. */
function spreads({ results, last, target }: Known, total: number): { variance: number; weight: number }[] {
  const before = last ? levelLastYear(last) : (target ?? 0)
  const level =
    before > 0 ? (4 * before + total) / (4 + results.length) : (total + 0.5) / Math.max(1, results.length)
  const usual = level + (EXTRA_SPREAD * level) ** 2
  const doubt = spreadDoubt(level)
  return SPREADS.map(({ deviations, weight }) => ({ variance: usual * Math.exp(deviations * doubt), weight }))
}
