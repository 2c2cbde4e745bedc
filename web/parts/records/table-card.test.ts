import { expect, it } from 'vitest'
import { childAt } from './table-card.tsx'

it('the first row that was hidden is found behind the headings of the groups', () => {
  expect(childAt(25, {})).toBe(25)
  expect(childAt(25, { 0: 'Past due', 3: 'Active', 40: 'Settled' })).toBe(27)
  // Its own heading is above it.
  expect(childAt(25, { 0: 'Past due', 25: 'Active' })).toBe(27)
})
