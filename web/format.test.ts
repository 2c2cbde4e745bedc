import { expect, test } from 'vitest'
import {
  counted,
  dateText,
  dateTimeText,
  daysLeft,
  dayTextAmong,
  eventTimeText,
  percentOfGoal,
  quantityText,
  shortDateTimeText,
  shortEventTimeText,
  shortUsd,
  usd,
  weekdayText,
  wholeUsd,
} from './format.ts'

test('amounts, counts and percentages are formatted for American readers', () => {
  expect([usd('1234.50'), wholeUsd('1234.50'), shortUsd(3), shortUsd('1.25')]).toEqual([
    '$1,234.50',
    '$1,235',
    '$3',
    '$1.25',
  ])
  expect([quantityText(38), quantityText(2.5), counted(1, 'goal'), counted(16, 'goal')]).toEqual([
    '38',
    '2.5',
    '1 goal',
    '16 goals',
  ])
  expect([percentOfGoal('50.00', '200.00'), percentOfGoal('50.00', '0')]).toEqual([25, 5000])
})

test('thirds are written as people write them, and decimals as they are (R2)', () => {
  expect([9.666667, 0.333333, -0.666667, 9.67, 9.33, 2.125].map(quantityText)).toEqual([
    '9⅔',
    '⅓',
    '−⅔',
    '9.67',
    '9.33',
    '2.125',
  ])
  expect(counted(1.333333, 'inning')).toBe('1⅓ innings')
})

test('dates and times are formatted in the given time zone on every machine', () => {
  const instant = '2026-10-14T01:05:00.000Z'
  expect(dateText(instant, 'America/Los_Angeles')).toBe('Oct 13, 2026')
  expect(dateTimeText(instant, 'America/Los_Angeles')).toBe('Oct 13, 2026, 6:05\u00a0PM')
  expect(weekdayText(instant, 'America/Los_Angeles')).toBe('Tuesday, Oct 13')
  expect(shortDateTimeText('2026-01-01T05:00:00.000Z', 'America/New_York')).toBe('Jan 1, 12:00\u00a0AM')
  expect(shortDateTimeText('2026-07-04T16:59:59.999Z', 'America/New_York')).toBe('Jul 4, 12:59\u00a0PM')
})

test('an event without a time has its day and says so', () => {
  const start = { startTime: '2026-10-13T19:00:00.000Z', hasTime: false }
  expect(eventTimeText(start, 'America/Los_Angeles')).toBe('Oct 13, 2026, Time TBD')
  expect(shortEventTimeText(start, 'America/Los_Angeles')).toBe('Oct 13, Time TBD')
  expect(eventTimeText({ ...start, hasTime: true }, 'America/Los_Angeles')).toBe(
    'Oct 13, 2026, 12:00\u00a0PM',
  )
  expect(shortEventTimeText({ ...start, hasTime: true }, 'America/Los_Angeles')).toBe('Oct 13, 12:00\u00a0PM')
})

test('days left are rounded up and never below 0', () => {
  const now = Date.parse('2026-10-14T00:00:00Z')
  expect(daysLeft('2026-10-15T00:00:01Z', now)).toBe(2)
  expect(daysLeft('2026-10-14T00:00:01Z', now)).toBe(1)
  expect(daysLeft('2026-10-13T00:00:00Z', now)).toBe(0)
  expect(daysLeft(null, now)).toBe(0)
})

test('days of a list carry their year only where the list crosses New Year', () => {
  const zone = 'America/Denver'
  const days = ['2026-12-20T18:00:00Z', '2027-01-09T18:00:00Z']
  expect(days.map(dayTextAmong(days, zone))).toEqual(['Dec 20, 2026', 'Jan 9, 2027'])
  expect(days.slice(0, 1).map(dayTextAmong(days.slice(0, 1), zone))).toEqual(['Dec 20'])
})
