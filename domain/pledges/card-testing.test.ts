import { expect, it } from 'vitest'
import { waitSeconds, waitSecondsOf, waitsUntil } from './card-testing.ts'

const now = new Date('2026-09-10T16:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)
const none = { count: 0, lastAt: null }
const of = (more: Partial<Parameters<typeof waitSeconds>[0]>) =>
  waitSeconds({ user: none, card: none, address: none, ...more }, now)

it('a user can enter another card at once after at most two declines', () => {
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
])('after %i refusals of a user or a card, the next attempt waits %i seconds', (count, seconds) => {
  expect(of({ user: { count, lastAt: now } })).toBe(seconds)
  expect(of({ card: { count, lastAt: now } })).toBe(seconds)
  expect(of({ user: { count, lastAt: ago(seconds - 1) } })).toBe(1)
  expect(of({ user: { count, lastAt: ago(seconds) } })).toBe(0)
})

it('an IP address, which a whole school may share, waits only from its tenth decline on', () => {
  expect(of({ address: { count: 9, lastAt: now } })).toBe(0)
  expect(of({ address: { count: 10, lastAt: now } })).toBe(60)
})

it('the longest of several waits counts', () => {
  expect(of({ user: { count: 3, lastAt: now }, address: { count: 12, lastAt: ago(60) } })).toBe(180)
})

it('the wait can be computed for the card or the address alone', () => {
  expect(waitSecondsOf('card', { count: 4, lastAt: ago(20) }, now)).toBe(100)
  expect(waitSecondsOf('address', { count: 4, lastAt: now }, now)).toBe(0)
})

it('a refusal says until when the next card has to wait', () => {
  expect(waitsUntil({ user: 2, card: 2, address: 9 }, now)).toBeNull()
  expect(waitsUntil({ user: 3, card: 1, address: 3 }, now)).toEqual(new Date('2026-09-10T16:01:00Z'))
  expect(waitsUntil({ user: 1, card: 5, address: 10 }, now)).toEqual(new Date('2026-09-10T16:04:00Z'))
})
