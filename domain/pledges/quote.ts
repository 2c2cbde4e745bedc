/** What the panel and the review step show before pledging. Pure. */

import { type Cents, minimum, sum } from '../money.ts'
import { agreedMaximum, suggestedCap } from './maximum.ts'
import { accruedOnLine, estimatePledge, expectedAmount, type LikelyLine } from './pledge.ts'

type Quote = {
  estimate: Cents
  alreadyEarned: Cents
  /** What is expected. */
  likely: Cents
  most: Cents
  /** What the maximum is, or would be, without a cap of one's own. */
  mostWithoutCap: Cents
  suggestedCap: Cents
}

/** The figures of the panel and the review step, none but the estimate above the maximum. */
export function quotePledge(lines: readonly LikelyLine[], cap: Cents | null): Quote {
  const estimate = estimatePledge(lines)
  const most = agreedMaximum(lines, cap)
  return {
    estimate,
    alreadyEarned: minimum(most, sum(lines.map(accruedOnLine))),
    likely: expectedAmount(lines, most),
    most,
    mostWithoutCap: agreedMaximum(lines, null),
    suggestedCap: suggestedCap(estimate),
  }
}
