/** Whether another state of the season changes what each match adds to a pledge. Pure. */

import { type Cents, sum } from '../money.ts'
import { isGift } from '../season/statistic-types.ts'
import {
  type AccrualLine,
  type Moment,
  reachedAfter,
  type Season,
  type Share,
  shareByMoment,
} from './accrual.ts'

/** Whether two splits give every match the same, line by line. A match that only moved to another day is the same. */
export function isSameSplit(one: readonly Share[], other: readonly Share[]): boolean {
  const known = new Map(one.map(({ moment, amounts }) => [moment?.key, amounts]))
  return (
    one.length === other.length &&
    other.every(({ moment, amounts }) => {
      const before = known.get(moment?.key)
      return before?.length === amounts.length && before.every((amount, index) => amount === amounts[index])
    })
  )
}

/** Two states of a season: the statistics that differ, and how many moments at the beginning are the same. */
export type SeasonChange = { before: Season; now: Season; statistics: ReadonlySet<string>; same: number }

export function changeBetween(before: Season, now: Season): SeasonChange {
  const then = historiesOf(before)
  const today = historiesOf(now)
  const statistics = new Set([...then.keys(), ...today.keys()].filter((id) => then.get(id) !== today.get(id)))
  const differs = now.moments.findIndex((moment, index) => {
    const earlier = before.moments[index]
    return !earlier || !isSameMoment(earlier, moment)
  })
  return { before, now, statistics, same: differs === -1 ? now.moments.length : differs }
}

/** Of each statistic: its total after which match, when, and when that began. */
function historiesOf({ moments }: Season): Map<string, string> {
  const histories = new Map<string, string>()
  for (const { key, at, running, since } of moments)
    for (const [statisticId, total] of running)
      histories.set(
        statisticId,
        `${histories.get(statisticId) ?? ''}${key} ${at} ${since.get(statisticId)} ${total};`,
      )
  return histories
}

const isSameMoment = (one: Moment, other: Moment): boolean =>
  one.key === other.key &&
  one.at === other.at &&
  one.running.size === other.running.size &&
  [...one.running].every(
    ([statisticId, total]) =>
      other.running.get(statisticId) === total && other.since.get(statisticId) === one.since.get(statisticId),
  )

/**
 * The same as comparing both splits, but compares only if it must: most pledges have no line on what changed, or had
 * already reached their maximum.
 */
export function isSplitChanged(
  lines: readonly AccrualLine[],
  { settled, most }: { settled: Cents; most: Cents },
  change: SeasonChange,
): boolean {
  if (settled === most) {
    const isOn = lines.some(({ type, statisticId }) => !isGift(type) && change.statistics.has(statisticId))
    if (!isOn || isReachedBefore(lines, most, change)) return false
  }
  return !isSameSplit(shareByMoment(lines, settled, change.before), shareByMoment(lines, most, change.now))
}

/** If totals only rise, nothing changes once the maximum is reached. */
function isReachedBefore(
  lines: readonly AccrualLine[],
  most: Cents,
  { before, now, same }: SeasonChange,
): boolean {
  if (!before.rising || !now.rising) return false
  return sum(lines.map((line) => reachedAfter(line, now, same))) >= most
}
