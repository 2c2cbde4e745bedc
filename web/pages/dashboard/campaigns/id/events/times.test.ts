import { expect, test } from 'vitest'
import { zoneName } from '#web/format.ts'
import { dayOnly, instantOf, pickedEnd, typedTime, withoutNoon } from './event-drawer.tsx'

const ZONE = 'America/Los_Angeles'

test('an event time is typed in the campaign’s time zone, not the browser’s', () => {
  expect(instantOf('2026-10-13T18:30', null, ZONE)).toBe('2026-10-14T01:30:00.000Z')
  expect(typedTime('2026-10-14T01:30:00.000Z', ZONE)).toBe('2026-10-13T18:30')
  expect(typedTime(null, ZONE)).toBe('')
})

test('an event time that is not edited keeps its exact instant', () => {
  const second = '2026-10-14T01:30:42.120Z'
  expect(instantOf(typedTime(second, ZONE), second, ZONE)).toBe(second)
  // The hour repeated by daylight saving: its second occurrence is not moved to the first.
  const repeated = '2026-11-01T09:30:00.000Z'
  expect(instantOf(typedTime(repeated, ZONE), repeated, ZONE)).toBe(repeated)
  expect(instantOf('2026-10-13T18:31', second, ZONE)).toBe('2026-10-14T01:31:00.000Z')
})

test('an incomplete event time is sent unchanged', () => {
  for (const half of ['', '2026-10-13T', 'T18:30', 'soonT18:30', '2026-10-13T25:00'])
    expect(instantOf(half, null, ZONE)).toBe(half)
})

test('the end of an event defaults to one hour after its start when it is first picked', () => {
  const start = '2026-10-13T18:30'
  expect(pickedEnd('2026-10-13T', '', start, ZONE)).toBe('2026-10-13T19:30')
  expect(pickedEnd('2026-10-15T', '', start, ZONE)).toBe('2026-10-15T19:30')
  expect(pickedEnd('T21:00', '', start, ZONE)).toBe('2026-10-13T21:00')
  expect(pickedEnd('T00:15', '', '2026-10-13T23:30', ZONE)).toBe('2026-10-14T00:15')
  // Without a start there is no default, and an existing value is kept.
  expect(pickedEnd('2026-10-13T', '', '', ZONE)).toBe('2026-10-13T')
  expect(pickedEnd('2026-10-14T', '2026-10-13T20:00', start, ZONE)).toBe('2026-10-14T')
  expect(pickedEnd('', '2026-10-13T20:00', start, ZONE)).toBe('')
})

test('an event whose time is not known is at noon of its day, and its time is to be typed later', () => {
  expect([dayOnly('2026-10-13T18:30'), dayOnly('2026-10-13T'), dayOnly('T18:30'), dayOnly('')]).toEqual([
    '2026-10-13T12:00',
    '2026-10-13T12:00',
    '',
    '',
  ])
  expect([withoutNoon('2026-10-13T12:00'), withoutNoon('')]).toEqual(['2026-10-13T', ''])
})

test('a time zone is shown by its common name', () => {
  expect(zoneName(ZONE, Date.parse('2026-07-01T00:00:00Z'))).toBe('Pacific Time')
})
