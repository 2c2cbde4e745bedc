import { expect, test } from 'vitest'
import { monthAfter, monthText } from './months.ts'

test('the next and previous month cross the end of the year', () => {
  expect(monthAfter('2026-12', 1)).toBe('2027-01')
  expect(monthAfter('2026-01', -1)).toBe('2025-12')
  expect(monthAfter('2026-11', -1)).toBe('2026-10')
  expect(monthText('2026-01')).toBe('January 2026')
})
