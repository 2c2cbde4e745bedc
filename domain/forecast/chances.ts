/** What happens at most once a match: a chance that is itself uncertain, learned from the season (R61). Pure. */
import jStat from 'jstat'
import { betaBinomial, type Distribution, mixture } from './distributions.ts'
import {
  DRIFT_OF_CHANCES,
  DRIFTS,
  FORM_OF_CHANCES,
  MIDDLE_CHANCES,
  MIDDLE_MATCHES,
  TARGET_DOUBT,
  TARGET_WEIGHT,
  TARGET_WEIGHT_ALONE,
  VAGUE_CHANCE,
  VAGUE_MATCHES_OF_CHANCES,
} from './fitted.ts'
import type { Known } from './level.ts'

/** A belief about the chance before the season, as if this many matches had been seen. */
type Belief = { weight: number; chance: number; matches: number }

/** Below this share of the whole, an explanation is left out. */
const NEGLIGIBLE = 0.01

/** Beta-binomial, one for each belief, weighed by how likely the season's results are under it. */
export function chancesOfRest(known: Known): Distribution {
  const played = known.results.length
  const had = known.results.reduce((sum, one) => sum + one, 0)
  const believed = beliefs(known).map(({ weight, chance, matches }) => {
    const [yes, no] = [chance * matches, (1 - chance) * matches]
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
      const [yes, no] = [chance * MIDDLE_MATCHES, (1 - chance) * MIDDLE_MATCHES]
      return { yes, weight, log: logLikelihood(yes, no, total, matches) }
    }),
  )
  const all = kinds.reduce((sum, { weight }) => sum + weight, 0)
  const seen = matches + MIDDLE_MATCHES
  return kinds
    .filter(({ weight }) => weight > NEGLIGIBLE * all)
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
