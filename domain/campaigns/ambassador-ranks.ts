/**
 * Ranks a campaign's ambassadors by supporters, then by what those pledged. It is meant to encourage, so a rank in the
 * lower half is never shown, to the ambassador or to others. Pure.
 */
import type { Cents } from '../money.ts'

/** What one ambassador brought in. Those without a supporter can be left out: only their number matters. */
export type Brought = { id: string; supportersCount: number; pledged: Cents }
type Rank = { rank: number; isShared: boolean }

const MAX_SHOWN = 5

const isAhead = (one: Brought, other: Brought): boolean =>
  one.supportersCount === other.supportersCount
    ? one.pledged > other.pledged
    : one.supportersCount > other.supportersCount
const isEqual = (one: Brought, other: Brought): boolean => !isAhead(one, other) && !isAhead(other, one)

/** An ambassador's rank among `of`, shared by equals; null in the lower half and without a supporter. */
export function rankOf(all: readonly Brought[], id: string, of: number): Rank | null {
  const own = all.find((one) => one.id === id)
  if (!own || own.supportersCount === 0) return null
  const rank = all.filter((one) => isAhead(one, own)).length + 1
  if (rank * 2 > of) return null
  return { rank, isShared: all.some((one) => one.id !== id && isEqual(one, own)) }
}

/**
 * The public leaderboard, best first: at most five, never more than the upper half of `of`, no one without a supporter.
 * Equals are shown together or not at all, since there is no fair way to leave one out.
 */
export function leadersOf<One extends Brought>(all: readonly One[], of: number): One[] {
  const places = Math.min(MAX_SHOWN, Math.floor(of / 2))
  return all
    .filter((one) => one.supportersCount > 0 && all.filter((other) => !isAhead(one, other)).length <= places)
    .sort((one, other) => (isAhead(one, other) ? -1 : isAhead(other, one) ? 1 : one.id < other.id ? -1 : 1))
}
