/** Which whole steps are printed as the likely range (R61). Pure. */
import { type Distribution, quantile } from './distributions.ts'

export type Range = { low: number; likely: number; high: number }

export const LOW = 0.1
export const HIGH = 0.9
const HELD = HIGH - LOW

/**
 * Low and high are the 10th and the 90th percentile, likely is the median. Whole steps rarely have a percentile exactly:
 * the usual rounding outward ("at least 10 %") holds far more than 80 % when few matches are left. So of the two steps on
 * either side of each percentile the pair is taken that holds closest to 80 %; of equals, the wider one.
 */
export function likelyRange(of: Distribution): Range {
  const [tenth, ninetieth] = [quantile(of, LOW), quantile(of, HIGH)]
  const lows = [tenth, tenth + 1] as const
  const highs = [ninetieth, ninetieth - 1] as const
  const likely = quantile(of, 0.5)
  let best: Range & { off: number } = { low: lows[0], likely, high: highs[0], off: Number.POSITIVE_INFINITY }
  for (const [low, high] of [
    [lows[0], highs[0]],
    [lows[1], highs[0]],
    [lows[0], highs[1]],
    [lows[1], highs[1]],
  ] as const) {
    if (low > likely || high < likely) continue
    const below = of.atMost(low - 1)
    const above = 1 - of.atMost(high)
    const off = Math.abs(1 - below - above - HELD) + 0.25 * (Math.abs(below - LOW) + Math.abs(above - LOW))
    if (off < best.off - 1e-12) best = { low, likely, high, off }
  }
  return { low: best.low, likely, high: best.high }
}
