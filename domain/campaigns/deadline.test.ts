import { expect, it } from 'vitest'
import { deadlineText } from './deadline.ts'

it('a deadline is written with its day, its time and the zone they are in (R35)', () => {
  const due = new Date('2026-09-20T23:59:59Z')
  expect(deadlineText(due, 'America/New_York')).toBe('September 20, 2026 at 7:59 PM EDT')
  expect(deadlineText(due, 'America/Phoenix')).toBe('September 20, 2026 at 4:59 PM MST')
  expect(deadlineText(new Date('2026-12-11T05:04:00Z'), 'America/New_York')).toBe(
    'December 11, 2026 at 12:04 AM EST',
  )
})
