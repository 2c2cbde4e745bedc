import { expect, it } from 'vitest'
import { nextBankingDay } from './banking-days.ts'

it.each([
  ['2026-12-04', '2026-12-07', 'a weekend'],
  ['2026-12-24', '2026-12-28', 'Christmas on a Friday'],
  ['2026-11-25', '2026-11-27', 'Thanksgiving'],
  ['2026-05-22', '2026-05-26', 'Memorial Day'],
  ['2026-07-02', '2026-07-03', 'Independence Day on a Saturday, which is not moved'],
  ['2027-07-02', '2027-07-06', 'Independence Day on a Sunday, kept on Monday'],
])('after %s banks settle on %s: %s', (day, next) => {
  expect(nextBankingDay(day)).toBe(next)
})
