import { expect, test } from 'vitest'
import { datesQuestion } from './details-drawer.tsx'

const TODAY = '2026-09-01'
const MAILED =
  'Supporters are emailed once the new last day is more than a week later than the one they were told.'
const campaign = {
  status: 'active' as const,
  startDate: '2026-08-15',
  endDate: '2026-12-15',
  supportersCount: 12,
}
const ask = (dates: object, more: object = {}) =>
  datesQuestion({ ...campaign, ...more }, { ...campaign, ...dates }, TODAY)

test('other dates of a running campaign with pledges are asked about (R22)', () => {
  expect(ask({})).toEqual([])
  expect(ask({ endDate: '2026-12-20' })).toEqual([
    '12 supporters have pledged for Aug 15, 2026 to Dec 15, 2026. The dates become Aug 15, 2026 to Dec 20, 2026.',
    MAILED,
  ])
  expect(ask({ endDate: '2026-12-01' })).toHaveLength(1)
  expect(ask({ endDate: '2027-01-31' })[1]).toBe(MAILED)
  expect(ask({ endDate: '2027-01-31' }, { supportersCount: 0 })).toEqual([])
  expect(ask({ endDate: '2027-01-31' }, { status: 'draft' })).toEqual([])
})

test('an end that has passed is asked about, with or without pledges (R22)', () => {
  expect(ask({ endDate: '2026-08-31' }, { supportersCount: 0 })).toEqual([
    'The new last day has passed: the campaign accepts no more pledges, and is completed within the hour.',
  ])
  expect(ask({ endDate: '2026-08-31' })).toHaveLength(2)
})
