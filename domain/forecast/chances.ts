/** What happens at most once a match: a chance that is itself uncertain, learned from the season (R61). Pure. */
import jStat from 'jstat'
import { betaBinomial, type Distribution, mixture } from './distributions.ts'
import {
  DRIFT,
  DRIFTS,
  FORM_OF_CHANCES,
  MIDDLE_CHANCE,
  MIDDLE_MATCHES,
  TARGET_DOUBT,
  TARGET_WEIGHT,
  TARGET_WEIGHT_ALONE,
  VAGUE_MATCHES_OF_CHANCES,
} from './fitted.ts'
import type { Known } from './level.ts'

/** A belief about the chance before the season, as if so many matches had been seen. */
type Belief = { weight: number; chance: number; matches: number }

/** Beta-binomial, one for each belief, weighed by how likely the season's results are under it. */
export function chancesOfRest(known: Known): Distribution {
  const played = known.results.length
  const had = known.results.reduce((sum, one) => sum + one, 0)
  return mixture(
    beliefs(known).map(({ weight, chance, matches }) => {
      const [yes, no] = [chance * matches, (1 - chance) * matches]
      const seen = matches + played
      // Form limits how much even a long season says about the rest of it.
      const worth = 1 / (1 / seen + FORM_OF_CHANCES) / seen
      const evidence = Math.exp(logBeta(yes + had, no + played - had) - logBeta(yes, no))
      return {
        weight: weight * evidence,
        of: betaBinomial(known.left, (yes + had) * worth, (no + played - had) * worth),
      }
    }),
  )
}

function beliefs({ last, target }: Known): Belief[] {
  const ofTarget = target === null || target <= 0 ? [] : [targetBelief(target, last !== null)]
  const rest = 1 - (ofTarget[0]?.weight ?? 0)
  if (!last) {
    const chance = target === null ? MIDDLE_CHANCE : inside(target)
    return [...ofTarget, { weight: rest, chance, matches: VAGUE_MATCHES_OF_CHANCES }]
  }
  const share = (last.total + 0.5) / (last.matches + 1)
  const pull = MIDDLE_MATCHES * 4 * share * (1 - share)
  const seen = last.matches + 1 + pull
  const chance = inside((last.total + 0.5 + MIDDLE_CHANCE * pull) / seen)
  const change = DRIFT * Math.sqrt(chance / (1 - chance))
  const drifted = DRIFTS.map(({ scale, weight }) => ({
    weight: weight * rest,
    chance,
    matches: 1 / (1 / seen + scale * change),
  }))
  return [...ofTarget, ...drifted]
}

/** Right to within its doubt, which counts as much as so many matches of that chance. */
function targetBelief(target: number, hasLast: boolean): Belief {
  const chance = inside(target)
  const weight = hasLast ? TARGET_WEIGHT : TARGET_WEIGHT_ALONE
  return { weight, chance, matches: Math.max(1, (1 - chance) / (chance * TARGET_DOUBT ** 2)) }
}

const inside = (chance: number): number => Math.min(0.98, Math.max(0.005, chance))
const logBeta = (a: number, b: number): number => jStat.gammaln(a) + jStat.gammaln(b) - jStat.gammaln(a + b)
