import { expect, it } from 'vitest'
import { reasonAgainstEnd, reasonAgainstStart } from './event-times.ts'

const NEW_YORK = 'America/New_York'
const now = new Date('2026-09-02T02:00:00Z')

it('an event may start at any time today or later, in the campaign’s time zone (R22)', () => {
  expect(reasonAgainstStart(new Date('2026-09-01T04:00:00Z'), NEW_YORK, now)).toBeNull()
  expect(reasonAgainstStart(new Date('2026-10-01T04:00:00Z'), NEW_YORK, now)).toBeNull()
})

it('an event may not start before today', () => {
  expect(reasonAgainstStart(new Date('2026-09-01T03:59:00Z'), NEW_YORK, now)).toMatch(/before today/)
})

it('an event may end when it starts or later, or have no end', () => {
  const later = new Date(now.getTime() + 1)
  expect([null, now, later].map((end) => reasonAgainstEnd(now, end))).toEqual([null, null, null])
})

it('an event may not end before it starts', () => {
  expect(reasonAgainstEnd(now, new Date(now.getTime() - 1))).toMatch(/before the start/)
})
