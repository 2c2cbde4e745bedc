/** R9, R10: in which order, and with which lines, a mail lists what was added. */
import { describe, expect, it } from 'vitest'
import { cents } from '../money.ts'
import type { AccrualLine } from '../pledges/accrual.ts'
import { ONE, quantity } from '../quantity.ts'
import { countResults, newsFor } from './digest.ts'

const line = (statisticId: string): AccrualLine => ({
  statisticId,
  type: 'per_increment',
  rate: cents(100),
})
const result = (eventId: string, statisticId: string, units: number) => ({
  id: `${eventId}-${statisticId}`,
  eventId,
  at: 1,
  statisticId,
  quantity: quantity(units * ONE),
})
type Result = ReturnType<typeof result>
const news = (most: number, before: Result[], after: Result[]) =>
  newsFor([line('goals'), line('wins')], cents(most), countResults(before), countResults(after))

describe('matches that start at the same time', () => {
  const keys = (before: Result[], after: Result[]) =>
    news(10_000, before, after)?.matches.map(({ key }) => key)

  it('are in the order of their ids where the later one was known first', () => {
    const after = [result('bay', 'goals', 1), result('cove', 'goals', 2)]
    expect(keys([result('cove', 'goals', 1)], after)).toEqual(['bay', 'cove'])
  })

  it('are in the order of their ids where the earlier one was known first', () => {
    const after = [result('bay', 'goals', 2), result('cove', 'goals', 1)]
    expect(keys([result('bay', 'goals', 1)], after)).toEqual(['bay', 'cove'])
  })
})

describe('the lines of a match with new results', () => {
  it('include a correction below zero that no money follows', () => {
    const after = [result('bay', 'goals', 1), result('bay', 'wins', -1)]
    expect(news(10_000, [], after)?.matches).toMatchObject([
      {
        lines: [
          { quantity: ONE, amount: 100 },
          { quantity: -ONE, amount: 0 },
        ],
      },
    ])
  })

  it('include one that gives up a share of the maximum to another', () => {
    const before = [result('bay', 'goals', 2)]
    expect(news(200, before, [...before, result('bay', 'wins', 2)])?.matches).toMatchObject([
      {
        amount: 0,
        lines: [
          { quantity: 0, amount: -100 },
          { quantity: 2 * ONE, amount: 100 },
        ],
      },
    ])
  })
})
