/** What a match changed in what a pledge will likely come to, in one plain sentence. Pure. */

import type { Vocabulary } from '../campaigns/vocabulary.ts'
import { type Cents, formatUsd } from '../money.ts'

type Amounts = { low: Cents; high: Cents }
/** `before` null: nothing could be said before. `matches`: how many are new, or corrected, since then. */
type LikelyChange = {
  now: Amounts
  before: Amounts | null
  matches: number
  isCorrection?: boolean
}

const rangeText = ({ low, high }: Amounts, show: 'always' | 'auto' = 'always'): string =>
  low === high ? formatUsd(low, show) : `${formatUsd(low, show)} to ${formatUsd(high, show)}`

/**
 * What a pledge comes to, wherever a supporter decides: "Probably $280 to $360. Never more than $500. $190 of it
 * is already earned." Where nothing is open, what is owed. `range` null: nothing is known of any of its statistics.
 */
export function comesToText({
  range,
  most,
  earned,
  owes = 'You owe',
}: {
  range: Amounts | null
  most: Cents
  earned: Cents
  owes?: string
}): string {
  if (earned >= most) return `${owes} ${formatUsd(earned)}.`
  const short = (amount: Cents) => formatUsd(amount, 'auto')
  return [
    ...(range === null ? [] : [`Probably ${rangeText(range, 'auto')}.`]),
    `Never more than ${short(most)}.`,
    ...(earned > 0 ? [`${short(earned)} of it is already earned.`] : []),
  ].join(' ')
}

/** "By the end of the season this pledge will likely reach $56.00 to $68.00; before this match it was $50.00 to $70.00." */
export function likelyChangeText(
  { now, before, matches, isCorrection = false }: LikelyChange,
  words: Vocabulary,
): string {
  const likely = `By the end of the ${words.season} this pledge will likely reach ${rangeText(now)}`
  if (before === null || matches === 0) return `${likely}.`
  const added = matches === 1 ? `this ${words.match}` : `these ${words.matches}`
  const those = isCorrection ? 'this correction' : added
  if (before.low === now.low && before.high === now.high) return `${likely}; ${those} did not change that.`
  return `${likely}; before ${those} it was ${rangeText(before)}.`
}
