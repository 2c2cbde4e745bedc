import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents, subtract, sum } from '../money.ts'
import { type AccrualLine, accrueLines, buildSeason, type ConfirmedResult } from '../pledges/accrual.ts'
import { ONE, quantity } from '../quantity.ts'
import { countResults, newsFor } from './digest.ts'

const line = (
  statisticId: string,
  rate: number,
  type: AccrualLine['type'] = 'per_increment',
): AccrualLine => ({
  statisticId,
  type,
  rate: cents(rate),
})
const result = (id: string, eventId: string | null, at: number, units: number, statisticId = 'goals') => ({
  id,
  eventId,
  at,
  statisticId,
  quantity: quantity(units * ONE),
})
const news = (
  lines: AccrualLine[],
  max: number,
  before: readonly ConfirmedResult[],
  after: readonly ConfirmedResult[],
) => newsFor(lines, cents(max), countResults(before), countResults(after))

const FIRST = result('1', 'harbor', 1, 3)
const SECOND = result('2', 'bay', 2, 2)

describe('the digest of new results for a pledge', () => {
  it('has what the match added by line, the running total and what is left', () => {
    const lines = [line('goals', 500), line('wins', 1000), line('gift', 2500, 'one_time')]
    const win = result('3', 'bay', 2, 1, 'wins')
    expect(news(lines, 10_000, [FIRST], [FIRST, SECOND, win])).toEqual({
      matches: [
        {
          key: 'bay',
          at: 2,
          amount: 2000,
          lines: [
            { line: lines[0], quantity: 2 * ONE, amount: 1000 },
            { line: lines[1], quantity: ONE, amount: 1000 },
          ],
        },
      ],
      added: 2000,
      earned: 6000,
      left: 4000,
    })
  })

  it('is empty if no pledged statistic changed or the maximum was reached before', () => {
    expect(news([line('saves', 500)], 10_000, [], [FIRST])).toBeNull()
    expect(news([line('goals', 500)], 1500, [FIRST], [FIRST, SECOND])).toBeNull()
    expect(news([line('goals', 500)], 10_000, [FIRST], [FIRST])).toBeNull()
  })

  it('stops at the maximum', () => {
    expect(news([line('goals', 500)], 2000, [FIRST], [FIRST, SECOND])).toMatchObject({
      added: 500,
      earned: 2000,
      left: 0,
    })
  })

  it('has a negative amount after a correction or a removed result', () => {
    const corrected = [FIRST, SECOND, result('3', 'bay', 2, -1)]
    expect(news([line('goals', 500)], 10_000, [FIRST, SECOND], corrected)).toMatchObject({
      added: -500,
      earned: 2000,
      matches: [{ key: 'bay', amount: -500, lines: [{ quantity: -ONE }] }],
    })
    expect(news([line('goals', 500)], 10_000, [FIRST, SECOND], [FIRST])).toMatchObject({ added: -1000 })
  })

  it('moves the share of a later match to an earlier one that was confirmed late (R10)', () => {
    const digest = news([line('goals', 500)], 1000, [SECOND], [FIRST, SECOND])
    expect(digest).toMatchObject({ added: 0, earned: 1000, left: 0 })
    expect(digest?.matches).toMatchObject([
      { key: 'harbor', amount: 1000 },
      { key: 'bay', amount: -1000, lines: [] },
    ])
  })
})

it('the amounts of a digest add up to the change in what accrued, for any results and corrections', () => {
  const results = fc.array(
    fc.record({
      id: fc.uuid(),
      statisticId: fc.constantFrom('goals', 'wins'),
      eventId: fc.constantFrom('a', 'b', 'c', null),
      at: fc.integer({ min: 0, max: 5 }),
      quantity: fc.integer({ min: -3 * ONE, max: 9 * ONE }).map(quantity),
    }),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(results, results, fc.integer({ min: 1, max: 20_000 }).map(cents), (before, more, max) => {
      const lines = [line('goals', 137), line('wins', 451), line('gift', 700, 'one_time')]
      const after = [...before, ...more]
      const accrued = (given: ConfirmedResult[]) => sum(accrueLines(lines, max, buildSeason(given)))
      const digest = news(lines, max, before, after)
      const added = subtract(accrued(after), accrued(before))
      expect(digest?.added ?? 0).toBe(added)
      if (!digest) return
      expect(sum(digest.matches.map(({ amount }) => amount))).toBe(added)
      expect([digest.earned, digest.left]).toEqual([accrued(after), subtract(max, accrued(after))])
    }),
  )
})
