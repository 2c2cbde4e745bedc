/** How much one match varies: the variances that are tried, learned from the season (R61). Pure. */
import { SPREAD_DOUBT, SPREAD_FREEDOM, SPREAD_SHIFT, spreadDoubt, usualVariance } from './fitted.ts'

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
export function spreadsAround(level: number, results: readonly number[]): Spread[] {
  const doubt = spreadDoubt(level)
  const scale = doubt * SPREAD_DOUBT
  const expected = Math.log(usualVariance(level)) + SPREAD_SHIFT * doubt
  const freedom = Math.max(0, results.length - 1)
  const own = Math.log(Math.max(varianceOf(results), LEAST_SHARE * usualVariance(level)))
  const [seen, before] = [freedom / 2, 1 / scale ** 2]
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
