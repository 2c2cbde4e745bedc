import { expect, it } from 'vitest'
import { waitSeconds, waitSecondsOf, waitsUntil } from './card-limits.ts'

const now = new Date('2026-09-10T16:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)
const none = { count: 0, lastAt: null }
const of = (more: Partial<Parameters<typeof waitSeconds>[0]>) =>
  waitSeconds({ user: none, card: none, address: none, ...more }, now)

it('nobody waits without a refusal, nor after two', () => {
  expect(of({})).toBe(0)
  expect(of({ user: { count: 2, lastAt: now } })).toBe(0)
})

it.each([
  [3, 60],
  [4, 120],
  [5, 240],
  [8, 1920],
  [9, 3600],
  [60, 3600],
])('after %i refusals the next one waits %i seconds', (count, seconds) => {
  expect(of({ user: { count, lastAt: now } })).toBe(seconds)
  expect(of({ card: { count, lastAt: now } })).toBe(seconds)
  expect(of({ user: { count, lastAt: ago(seconds - 1) } })).toBe(1)
  expect(of({ user: { count, lastAt: ago(seconds) } })).toBe(0)
})

it('an address is a whole school’s: it may be wrong ten times', () => {
  expect(of({ address: { count: 9, lastAt: now } })).toBe(0)
  expect(of({ address: { count: 10, lastAt: now } })).toBe(60)
})

it('the longest wait counts', () => {
  expect(of({ user: { count: 3, lastAt: now }, address: { count: 12, lastAt: ago(60) } })).toBe(180)
})

it('one count can be asked about by itself', () => {
  expect(waitSecondsOf('card', { count: 4, lastAt: ago(20) }, now)).toBe(100)
  expect(waitSecondsOf('address', { count: 4, lastAt: now }, now)).toBe(0)
})

it('a refusal says until when it makes the next card wait', () => {
  expect(waitsUntil({ user: 2, card: 2, address: 9 }, now)).toBeNull()
  expect(waitsUntil({ user: 3, card: 1, address: 3 }, now)).toEqual(new Date('2026-09-10T16:01:00Z'))
  expect(waitsUntil({ user: 1, card: 5, address: 10 }, now)).toEqual(new Date('2026-09-10T16:04:00Z'))
})
