/** R19, R35: days and months with one digit, as people and cards write them. */
import { expect, it } from 'vitest'
import { endsBeforeSeason } from './card-expiry.ts'
import { readDay as dayOfResult } from './results-csv.ts'
import { readDay as dayOfSchedule } from './schedule-csv.ts'

it('a card that ends in September ends before a season that ends in December', () => {
  expect(endsBeforeSeason({ expMonth: 9, expYear: 2026 }, '2026-12-15')).toBe(true)
})

it('a day with one digit is read in a file of results', () => {
  expect(dayOfResult('9/2/2026')).toBe('2026-09-02')
})

it('a day with one digit is read in a schedule', () => {
  expect(dayOfSchedule('9/2/2026')).toBe('2026-09-02')
})
