/** Which whole steps are printed as the likely range (R61). Pure. */
import { type Distribution, quantile } from './distributions.ts'

export type Range = { low: number; likely: number; high: number }

export const LOW = 0.1
export const HIGH = 0.9

/**
 * Low and high are the 10th and the 90th percentile, likely is the median. Whole steps rarely have a percentile exactly:
 * the usual rounding outward ("at least 10 %") holds far more than 80 % when few matches are left. So of the two steps on
 * either side of each percentile the one is taken that leaves closest to 10 % outside; of equals, the outer one.
 * All three fall, or stay, when P(sum ≤ k) rises for every k.
 */
export function likelyRange(of: Distribution): Range {
  const [tenth, ninetieth] = [quantile(of, LOW), quantile(of, HIGH)]
  const isLowNearer = of.atMost(tenth - 1) + of.atMost(tenth) >= 2 * LOW
  const isHighNearer = of.atMost(ninetieth - 1) + of.atMost(ninetieth) <= 2 * HIGH
  return {
    low: isLowNearer ? tenth : tenth + 1,
    likely: quantile(of, 0.5),
    high: isHighNearer ? ninetieth : ninetieth - 1,
  }
}
