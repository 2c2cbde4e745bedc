import { expect, it } from 'vitest'
import { todayIn } from './zone.ts'

const NEW_YORK = 'America/New_York'
const LOS_ANGELES = 'America/Los_Angeles'

it('what is recorded after midnight for a campaign further west is of the day that it still is there (R37)', () => {
  const now = new Date('2026-11-28T06:00:00Z')
  expect(todayIn(NEW_YORK, [], now)).toBe('2026-11-28')
  expect(todayIn(NEW_YORK, [NEW_YORK], now)).toBe('2026-11-28')
  expect(todayIn(NEW_YORK, [LOS_ANGELES], now)).toBe('2026-11-27')
  // One slip of both: the day has begun for one of them.
  expect(todayIn(NEW_YORK, [NEW_YORK, LOS_ANGELES], now)).toBe('2026-11-28')
  // Further east it is tomorrow already, but nobody enters a day that has not begun for them.
  expect(todayIn(LOS_ANGELES, [NEW_YORK], now)).toBe('2026-11-27')
})
