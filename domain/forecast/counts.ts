/** What is counted any number of times a match: its level and its spread, both learned from the season (R61). Pure. */
import { countDistribution, type Distribution, mixture } from './distributions.ts'
import {
  DRIFT,
  DRIFTS,
  EXTRA_SPREAD,
  FORM_OF_COUNTS,
  LARGE_COUNT,
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
 * Each pair of a belief and a spread explains the season so far more or less well (a normal likelihood of its average and
 * of its variance), and predicts the rest as a count with mean and variance (see distributions.ts).
 */
export function countsOfRest(known: Known): Distribution {
  const { results, left } = known
  const played = results.length
  const total = results.reduce((sum, one) => sum + one, 0)
  const average = played > 0 ? total / played : 0
  const squares = results.reduce((sum, one) => sum + (one - average) ** 2, 0)
  const parts = spreads(known, total).flatMap(({ variance, weight }) => {
    const ofSpread = played > 1 ? (-(played - 1) / 2) * Math.log(variance) - squares / (2 * variance) : 0
    return beliefs(known, total).map((belief) => {
      const matches = belief.matches(variance)
      const seen = matches + played
      const mean = left * ((matches * belief.level + total) / seen)
      const spread = left * variance + left * left * variance * (1 / seen + FORM_OF_COUNTS)
      const ofAverage =
        played > 0 ? logNormal(average - belief.level, variance * (1 / matches + 1 / played)) : 0
      return { log: Math.log(weight * belief.weight) + ofSpread + ofAverage, mean, spread }
    })
  })
  const top = Math.max(...parts.map(({ log }) => log))
  const weighed = parts.map((part) => ({ ...part, weight: Math.exp(part.log - top) }))
  const all = weighed.reduce((sum, { weight }) => sum + weight, 0)
  return mixture(
    weighed
      .filter(({ weight }) => weight >= NEGLIGIBLE * all)
      .map(({ weight, mean, spread }) => ({ weight, of: countDistribution(mean, spread) })),
  )
}

/** Up to a constant. */
const logNormal = (distance: number, variance: number): number =>
  -(distance ** 2) / (2 * variance) - Math.log(variance) / 2

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
  const drift = DRIFT * (1 + level / (level + LARGE_COUNT))
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
