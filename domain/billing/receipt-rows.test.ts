/** R37: the rows of a receipt add up to what was earned. */
import { expect, it } from 'vitest'
import type { Receipt } from '../schemas/receipt.ts'
import { countWords, earnedRows } from './receipt-sentences.ts'

const goals: Receipt['lines'][number] = {
  name: 'Goals',
  type: 'per_increment' as const,
  rate: '2.00',
  quantity: 1200,
  uncapped: '2400.00',
  earned: '1000.00',
}
const receipt = (more: Partial<Receipt>) =>
  ({ lines: [goals], isCapped: false, aboveMaximum: '0.00', earned: '2400.00', ...more }) as Receipt

it('below the maximum there is a row for each line', () => {
  expect(earnedRows(receipt({}))).toEqual([{ name: 'Goals', how: '1,200 × $2.00', amount: '2400.00' }])
})

it('above the maximum a last row takes off what is not owed', () => {
  const capped = receipt({ isCapped: true, aboveMaximum: '1400.00', earned: '1000.00' })
  expect(earnedRows(capped)).toEqual([
    { name: 'Goals', how: '1,200 × $2.00', amount: '2400.00' },
    { name: 'Above your maximum of $1,000.00', how: 'Not owed', amount: '-1400.00' },
  ])
})

it('a count above a thousand is grouped', () => {
  expect(countWords(goals)).toBe('1,200 × $2.00')
})
