/** What a match changed in what a pledge will likely come to, in one plain sentence (R61). Pure. */
import { type Cents, formatUsd } from './money.ts'
import type { Vocabulary } from './vocabulary.ts'

type Amounts = { low: Cents; high: Cents }
/** `before` null: nothing could be said before. `matches`: how many are new, or corrected, since then. */
export type LikelyChange = {
  now: Amounts
  before: Amounts | null
  matches: number
  isCorrection?: boolean
}

const rangeText = ({ low, high }: Amounts): string =>
  low === high ? formatUsd(low) : `${formatUsd(low)} to ${formatUsd(high)}`

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
