/**
 * Distributions of a sum over the matches that are left. Pure. A distribution here is its cumulative probability
 * over whole steps (one goal; a hundredth where a statistic is counted in hundredths): `atMost(k)` is P(sum ≤ k steps).
 *
 * - Beta-binomial: what happens at most once a match, with a chance that is itself uncertain (Skellam 1948).
 * - Negative binomial, Poisson and binomial, by mean and variance: counts that vary more than, as, or less than chance alone
 *   (the Katz family, Johnson, Kemp and Kotz, Univariate Discrete Distributions, chapter 2).
 * - Gamma and normal with a continuity correction: the same for large counts, where steps no longer matter.
 */
import jStat from 'jstat'

export type Distribution = {
  /** P(sum ≤ k). 0 below the smallest possible value; never falls as k rises. */
  atMost: (k: number) => number
  mean: number
  variance: number
}

/** Above this mean, single steps matter little and continuous forms are exact enough. */
const LARGE_MEAN = 400
/** Between these ratios of variance to mean, counts vary by chance alone. */
const NEAR_ONE = 0.02
/** A binomial needs room for its steps: below this ratio, or with a larger mean, the normal fits better. */
const SMALL_BINOMIAL_MEAN = 30

export const certain = (value: number): Distribution => ({
  atMost: (k) => (k >= value ? 1 : 0),
  mean: value,
  variance: 0,
})

const clamped = (probability: number): number => Math.min(1, Math.max(0, probability))

/** In steps, and steps squared. */
export type Moments = { mean: number; variance: number }

/**
 * A count of steps by mean and variance. `whole` chooses the family: the count of which this is a part, where matches were
 * cancelled. Of two parts of a whole, the smaller has the larger P(sum ≤ k), or the same, for every k, as long as its
 * mean² ÷ variance and its variance ÷ mean are no larger: each family below is ordered by these two (the Katz family by the
 * ratio of the probabilities of k + 1 and k, which is (mean² ÷ variance + (1 − mean ÷ variance) k) ÷ (k + 1)).
 */
export function countDistribution(of: Moments, whole: Moments = of): Distribution {
  const { mean, variance } = of
  if (mean <= 0) return certain(0)
  if (variance <= 0) return certain(Math.floor(mean + 0.5))
  return FAMILIES[familyOf(whole)](of)
}

const FAMILIES = { katz, gamma, normal } satisfies Record<string, (of: Moments) => Distribution>

/** Large counts are skewed as a gamma where they vary much for their size, otherwise normal. */
function familyOf({ mean, variance }: Moments): keyof typeof FAMILIES {
  if (mean > LARGE_MEAN) return (mean * mean) / variance > LARGE_MEAN ? 'normal' : 'gamma'
  return mean > SMALL_BINOMIAL_MEAN && variance / mean <= 1 - NEAR_ONE ? 'normal' : 'katz'
}

function katz(of: Moments): Distribution {
  const ratio = of.variance / of.mean
  if (ratio > 1 + NEAR_ONE) return negativeBinomial(of)
  return ratio > 1 - NEAR_ONE ? poisson(of.mean / ratio) : binomial(of)
}

function negativeBinomial({ mean, variance }: Moments): Distribution {
  const successes = (mean * mean) / (variance - mean)
  const chance = mean / variance
  return {
    atMost: (k) => (k < 0 ? 0 : clamped(jStat.ibeta(chance, successes, Math.floor(k) + 1))),
    mean,
    variance,
  }
}

const poisson = (mean: number): Distribution => ({
  atMost: (k) => (k < 0 ? 0 : clamped(1 - jStat.lowRegGamma(Math.floor(k) + 1, mean))),
  mean,
  variance: mean,
})

/** A whole number of trials, and the odds that keep mean² ÷ variance as it is. */
function binomial({ mean, variance }: Moments): Distribution {
  const trials = Math.max(Math.ceil(mean), Math.floor((mean * mean) / (mean - variance) + 0.5))
  const odds = (mean * mean) / variance / trials
  const chance = odds / (1 + odds)
  return {
    atMost: (k) => {
      const whole = Math.floor(k)
      if (whole < 0) return 0
      return whole >= trials ? 1 : clamped(jStat.ibeta(1 - chance, trials - whole, whole + 1))
    },
    mean: trials * chance,
    variance: trials * chance * (1 - chance),
  }
}

/** What would be below 0 becomes 0. */
function normal({ mean, variance }: Moments): Distribution {
  const deviation = Math.sqrt(variance)
  return {
    atMost: (k) => (k < 0 ? 0 : clamped(jStat.normal.cdf(Math.floor(k) + 0.5, mean, deviation))),
    mean,
    variance,
  }
}

function gamma({ mean, variance }: Moments): Distribution {
  const shape = (mean * mean) / variance
  const scale = variance / mean
  return {
    atMost: (k) => (k < 0 ? 0 : clamped(jStat.lowRegGamma(shape, (Math.floor(k) + 0.5) / scale))),
    mean,
    variance,
  }
}

/** How many of `matches` succeed when the chance is Beta(a, b). */
export function betaBinomial(matches: number, a: number, b: number): Distribution {
  if (matches === 0) return certain(0)
  const cumulative: number[] = []
  let log =
    jStat.gammaln(b + matches) - jStat.gammaln(b) + jStat.gammaln(a + b) - jStat.gammaln(a + b + matches)
  let total = 0
  for (let k = 0; k <= matches; k += 1) {
    total += Math.exp(log)
    cumulative.push(total)
    log += Math.log(((matches - k) * (a + k)) / ((k + 1) * (b + matches - k - 1)))
  }
  const chance = a / (a + b)
  return {
    atMost: (k) => (k < 0 ? 0 : k >= matches ? 1 : clamped((cumulative[Math.floor(k)] as number) / total)),
    mean: matches * chance,
    variance: (matches * chance * (1 - chance) * (a + b + matches)) / (a + b + 1),
  }
}

/** Several explanations, each with its weight; the weights need not sum to 1. */
export function mixture(parts: readonly { weight: number; of: Distribution }[]): Distribution {
  const total = parts.reduce((sum, { weight }) => sum + weight, 0)
  const average = (value: (of: Distribution) => number) =>
    parts.reduce((sum, { weight, of }) => sum + weight * value(of), 0) / total
  const mean = average((of) => of.mean)
  return {
    atMost: (k) => average((of) => of.atMost(k)),
    mean,
    variance: average((of) => of.variance + (of.mean - mean) ** 2),
  }
}

/** The smallest k with P(sum ≤ k) ≥ p. */
export function quantile(of: Distribution, p: number): number {
  let high = Math.max(1, Math.ceil(of.mean))
  while (of.atMost(high) < p && high < Number.MAX_SAFE_INTEGER / 4) high *= 2
  let low = -1
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (of.atMost(middle) >= p) high = middle
    else low = middle
  }
  return high
}
