import { expect, it } from 'vitest'
import { nextProgressRun } from './settlement.ts'

const next = (now: string) => nextProgressRun(new Date(now)).toISOString()

it('the next progress settlement is on the first Monday at 9:00 UTC still ahead', () => {
  // November 23, 2026 is a Monday.
  expect(next('2026-11-20T12:00:00Z')).toBe('2026-11-23T09:00:00.000Z')
  expect(next('2026-11-23T08:59:59Z')).toBe('2026-11-23T09:00:00.000Z')
  expect(next('2026-11-23T09:00:00Z')).toBe('2026-11-30T09:00:00.000Z')
  expect(next('2026-11-24T00:00:00Z')).toBe('2026-11-30T09:00:00.000Z')
})
