import { expect, test } from 'vitest'
import { monthAfter, periodText } from '#domain/billing/period.ts'
import type { MonthFigures } from '#domain/schemas/report.ts'
import { monthParts, monthsBetween, startOf } from './reports.tsx'

test('the next and previous month cross the end of the year', () => {
  expect(monthAfter('2026-12', 1)).toBe('2027-01')
  expect(monthAfter('2026-01', -1)).toBe('2025-12')
  expect(monthAfter('2026-11', -1)).toBe('2026-10')
  expect(periodText({ month: '2026-01', months: 1 })).toBe('January 2026')
  expect(periodText({ month: '2026-07', months: 3 })).toBe('July to September 2026')
  expect(periodText({ month: '2026-07', months: 12 })).toBe('July 2026 to June 2027')
  expect([startOf('2026-12', '3'), startOf('2026-12', '12'), startOf('2026-12', '1')]).toEqual([
    '2026-10',
    '2026-01',
    '2026-12',
  ])
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
