/** Which whole steps are printed as the likely range (R61). Pure. */
import { type Distribution, quantile } from './distributions.ts'

type Range = { low: number; likely: number; high: number }

export const LOW = 0.1
export const HIGH = 0.9

/**
 * Low and high are the 10th and the 90th percentile, likely is the median. Whole steps rarely have a percentile exactly:
 * the usual rounding outward ("at least 10 %") holds far more than 80 % when few matches are left. So of the two steps on
 * either side of each percentile, the one that leaves closest to 10 % outside is used; if equal, the outer one. Where
 * "nothing more" is so likely that low is 0 and leaves nothing below, high leaves closest to 20 % above: a range of rare
 * events would otherwise hold 9 times in 10. All three fall, or stay, when P(sum ≤ k) rises for every k.
 */
export function likelyRange(of: Distribution): Range {
  const tenth = quantile(of, LOW)
  const top = of.atMost(0) >= 2 * LOW ? HIGH - LOW : HIGH
  const upper = quantile(of, top)
  const isLowNearer = of.atMost(tenth - 1) + of.atMost(tenth) >= 2 * LOW
  const isHighNearer = of.atMost(upper - 1) + of.atMost(upper) <= 2 * top
  return {
    low: isLowNearer ? tenth : tenth + 1,
    likely: quantile(of, 0.5),
    high: isHighNearer ? upper : upper - 1,
  }
}
