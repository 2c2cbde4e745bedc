/** R19: what someone chose for a column takes precedence over its name. */
import { expect, it } from 'vitest'
import { columnProblems, proposeMeanings } from './results-columns.ts'

const STATISTICS = [{ id: 'g', name: 'Goals', unitName: 'goal' }]

it('a column named Date is no second date where another column was chosen for it', () => {
  expect(proposeMeanings(['Played', 'Date', 'Opponent'], STATISTICS, { Played: 'date' })).toEqual([
    ...['date', 'ignore', 'opponent'],
  ])
})

it('a column named Date keeps the statistic that was chosen for it', () => {
  expect(proposeMeanings(['Date', 'Opponent'], STATISTICS, { Date: 'g' })).toEqual(['g', 'opponent'])
})

it('two columns with one long name are named by the beginning of it', () => {
  const long = 'x'.repeat(60)
  expect(columnProblems([long, long], ['date', 'opponent'], STATISTICS)).toContain(
    `Two columns have the name "${'x'.repeat(40)}"`,
  )
})
