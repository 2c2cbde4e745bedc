import { expect, it } from 'vitest'
import { proposedZone, STATE_CODES } from './states.ts'
import { isTimeZone } from './zone.ts'

it('a time zone is proposed for every state, and for the larger cities across its line (R22)', () => {
  for (const state of STATE_CODES) expect(isTimeZone(proposedZone({ state, city: 'Springfield' }))).toBe(true)
  expect(proposedZone({ state: 'TX', city: 'Waco' })).toBe('America/Chicago')
  expect(proposedZone({ state: 'TX', city: ' El Paso ' })).toBe('America/Denver')
  expect(proposedZone({ state: 'FL', city: 'Pensacola' })).toBe('America/Chicago')
  expect(proposedZone({ state: 'TN', city: 'Knoxville' })).toBe('America/New_York')
})
