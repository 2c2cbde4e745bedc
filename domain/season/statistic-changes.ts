/** The words of a statistic that supporters have pledged on: when changed ones are settled, and how both are written. */
import type { StatisticType } from './statistic-types.ts'

const MINUTE_MS = 60_000
/** Supporters are mailed once nothing more was changed for this long: a typo that is corrected is no news. */
const QUIET_MS = 20 * MINUTE_MS
/** The longest that they wait, however often the words change meanwhile. */
const LONGEST_WAIT_MS = 90 * MINUTE_MS

/** Whether supporters are mailed now; `changes` are the instants of the changes, in milliseconds since the epoch. */
export function areWordsSettled(changes: readonly number[], now: number): boolean {
  const newestFirst = changes.toSorted((one, other) => other - one)
  const [newest] = newestFirst
  if (newest === undefined) return false
  if (newest <= now - QUIET_MS) return true
  // Changes that follow one another without such a pause are mailed together.
  const gap = newestFirst.findIndex((at, index) => at - (newestFirst[index + 1] ?? -Infinity) >= QUIET_MS)
  return (newestFirst[gap] ?? newest) <= now - LONGEST_WAIT_MS
}

/** By the name that was agreed to, followed by today's where it is another one. */
export const nameOfLine = (agreed: string, now: string | null | undefined): string =>
  now === null || now === undefined || now === agreed ? agreed : `${agreed} (now ${now})`

export type StatisticWords = { name: string; unitName: string | null; description: string | null }

/** What supporters read about what is counted. */
export const hasOtherWords = (one: StatisticWords, other: StatisticWords): boolean =>
  one.name !== other.name ||
  (one.unitName ?? '') !== (other.unitName ?? '') ||
  (one.description ?? '') !== (other.description ?? '')

export const isSameName = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase()

type Told = { name: string; type: StatisticType }
/** Two that nobody can tell apart on a screen. */
export const isSameStatistic = (one: Told, other: Told): boolean =>
  one.type === other.type && isSameName(one.name, other.name)
