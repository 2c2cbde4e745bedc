import { expect, test } from 'vitest'
import { monthName } from '../places/months.ts'
import { yearKey, yearOf, yearSpan, yearWords } from './fiscal-year.ts'

test('a year starts in January, or in the month that an organization chose (R76)', () => {
  expect(yearSpan({ year: 2026, from: '01' })).toEqual({
    firstDay: '2026-01-01',
    lastDay: '2026-12-31',
    nextDay: '2027-01-01',
  })
  expect(yearSpan({ year: 2027, from: '03' })).toEqual({
    firstDay: '2027-03-01',
    lastDay: '2028-02-29',
    nextDay: '2028-03-01',
  })
  expect(yearWords({ year: 2026, from: '01' })).toBe('2026')
  expect(yearWords({ year: 2026, from: '07' })).toBe('July 2026 to June 2027')
  expect(yearKey({ year: 2026, from: '07' })).toBe('2026-07-to-2027-06')
  expect(monthName('07')).toBe('July')
})

test('every day is in one year', () => {
  expect(yearOf('2026-12-31', '01')).toBe(2026)
  expect(yearOf('2027-01-01', '01')).toBe(2027)
  expect(yearOf('2027-06-30', '07')).toBe(2026)
  expect(yearOf('2027-07-01', '07')).toBe(2027)
})
