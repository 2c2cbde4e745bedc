import { expect, test } from 'vitest'
import type { MonthFigures } from '#domain/schemas/report.ts'
import { monthAfter, monthParts, monthsBetween, monthText } from './reports.tsx'

test('the next and previous month cross the end of the year', () => {
  expect(monthAfter('2026-12', 1)).toBe('2027-01')
  expect(monthAfter('2026-01', -1)).toBe('2025-12')
  expect(monthAfter('2026-11', -1)).toBe('2026-10')
  expect(monthText('2026-01')).toBe('January 2026')
})

test('months are chosen from the newest to the first one with entries, also across a year', () => {
  expect(monthsBetween('2026-11', '2027-02', '2027-01')).toEqual(['2027-02', '2027-01', '2026-12', '2026-11'])
  expect(monthsBetween('2027-02', '2027-02', '2027-02')).toEqual(['2027-02'])
  expect(monthsBetween('2027-01', '2027-02', '2026-12').at(-1)).toBe('2026-12')
  // Typed into the address: the one month, not all between.
  expect(monthsBetween('2027-01', '2027-02', '2000-01')).toEqual(['2027-02', '2027-01', '2000-01'])
  expect(monthsBetween('2027-01', '2027-02', '2099-12')).toEqual(['2099-12', '2027-02', '2027-01'])
})

test('the parts of the net amount add up to it, also where checks bounced (R5)', () => {
  const month = {
    collected: '44539.31',
    refunds: '0.00',
    disputes: '57.00',
    bounced: '130.00',
  } as MonthFigures
  expect(monthParts(month)).toBe('$44,539.31 received, $0.00 refunded, $57.00 disputed, $130.00 bounced')
  expect(monthParts(month, '25.00')).toMatch(/^\$44,539\.31 received \(\$25\.00 of it in earlier months\), /)
  expect(monthParts({ ...month, bounced: '0.00' })).not.toContain('bounced')
  expect(monthParts({ ...month, refunds: '-2.14' })).toContain(', $2.14 of earlier refunds undone, $57.00')
})
