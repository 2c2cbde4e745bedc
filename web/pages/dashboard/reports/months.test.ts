import { expect, test } from 'vitest'
import type { MonthFigures } from '#domain/schemas/report.ts'
import { monthAfter, monthText, netParts } from './months.ts'

test('the next and previous month cross the end of the year', () => {
  expect(monthAfter('2026-12', 1)).toBe('2027-01')
  expect(monthAfter('2026-01', -1)).toBe('2025-12')
  expect(monthAfter('2026-11', -1)).toBe('2026-10')
  expect(monthText('2026-01')).toBe('January 2026')
})

test('the parts of the net amount add up to it, also where checks bounced (R5)', () => {
  const month = {
    collected: '44539.31',
    refunds: '0.00',
    disputes: '57.00',
    bounced: '130.00',
  } as MonthFigures
  expect(netParts(month)).toBe('$44,539.31 received, $0.00 refunded, $57.00 disputed, $130.00 bounced')
  expect(netParts({ ...month, bounced: '0.00' })).not.toContain('bounced')
})
