import { expect, test } from 'vitest'
import { monthAfter, monthText } from './months.ts'

test('months go on over the year’s end, both ways', () => {
  expect(monthAfter('2026-12', 1)).toBe('2027-01')
  expect(monthAfter('2026-01', -1)).toBe('2025-12')
  expect(monthAfter('2026-11', -1)).toBe('2026-10')
  expect(monthText('2026-01')).toBe('January 2026')
})
