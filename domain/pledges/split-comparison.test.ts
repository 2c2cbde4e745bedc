/** R10, R33: which corrections touch the split of a pledge over the matches. */
import { describe, expect, it } from 'vitest'
import { cents, sum } from '../money.ts'
import { ONE, quantity } from '../quantity.ts'
import { buildSeason, type Moment, type Share } from './accrual.ts'
import { changeBetween, isSameSplit } from './split-change.ts'

const share = (key: string | null, ...amounts: number[]): Share => {
  const moment: Moment | null =
    key === null ? null : { key, eventId: key, at: 1, running: new Map(), since: new Map() }
  const all = amounts.map(cents)
  return { moment, amounts: all, total: sum(all), running: sum(all) }
}

describe('two splits of a pledge over the matches', () => {
  const split = [share(null, 2500, 0), share('bay', 0, 300)]

  it('with the same amounts for every match are the same, whatever their order', () => {
    expect(isSameSplit(split, [share('bay', 0, 300), share(null, 2500, 0)])).toBe(true)
  })

  it.each([
    ['a match more', [...split, share('cove', 0, 100)]],
    ['a match less', [share(null, 2500, 0)]],
    ['no match at all', []],
    ['another match', [share(null, 2500, 0), share('cove', 0, 300)]],
    ['another amount on one line', [share(null, 2500, 0), share('bay', 0, 200)]],
    ['a line more', [share(null, 2500, 0), share('bay', 0, 300, 0)]],
  ])('with %s are different, both ways', (_, other) => {
    expect(isSameSplit(split, other)).toBe(false)
    expect(isSameSplit(other, split)).toBe(false)
  })
})

describe('between two states of a season', () => {
  type Entry = [match: string, at: number, statisticId: string, units: number]
  const season = (...entries: Entry[]) =>
    buildSeason(
      entries.map(([eventId, at, statisticId, units], index) => ({
        id: `r${index}`,
        eventId,
        at,
        statisticId,
        quantity: quantity(units * ONE),
      })),
    )
  const bay: Entry[] = [
    ['bay', 1, 'goals', 3],
    ['bay', 1, 'wins', 1],
  ]
  const cove: Entry[] = [['cove', 2, 'goals', 2]]
  const reef: Entry[] = [['reef', 3, 'wins', 1]]
  const all = [...bay, ...cove, ...reef]

  it.each<[string, Entry[], Entry[], string[], number]>([
    ['nothing differs', all, all, [], 3],
    ['the first match was corrected', all, [['bay', 1, 'goals', 4], ...all.slice(1)], ['goals'], 0],
    ['the last match was corrected', all, [...bay, ...cove, ['reef', 3, 'wins', 0]], ['wins'], 2],
    ['a match was added', [...bay, ...cove], all, ['wins'], 2],
    ['a match was voided', all, [...bay, ...cove], ['wins'], 2],
    ['a match moved to another day', all, [...bay, ['cove', 9, 'goals', 2], ...reef], ['goals'], 1],
    ['a match became another one', all, [...bay, ['pier', 2, 'goals', 2], ...reef], ['goals'], 1],
    ['a statistic was added to a match', all, [...all, ['cove', 2, 'wins', 0]], ['wins'], 1],
  ])('where %s, the statistics concerned and the matches before it are known', (_, ...given) => {
    const [before, now, statistics, same] = given
    const change = changeBetween(season(...before), season(...now))
    expect([...change.statistics]).toEqual(statistics)
    expect(change.same).toBe(same)
  })
})
