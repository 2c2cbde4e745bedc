import { expect, it } from 'vitest'
import { nextOf } from './next-focus.ts'

const ALL = ['a1', 'a2', 'b1', 'b2']

it('after a result is decided the next one is up, then the one before, and of several the first that is left', () => {
  expect(nextOf(ALL, 0, ['a2', 'b1', 'b2'])).toBe('a2')
  // The whole first match, then the last result of all.
  expect(nextOf(ALL, 0, ['b1', 'b2'])).toBe('b1')
  expect(nextOf(ALL, 3, ['a1', 'a2', 'b1'])).toBe('b1')
  // The next one is not for this person to confirm, or came in meanwhile.
  expect(nextOf(ALL, 0, ['b2'])).toBe('b2')
  expect(nextOf(ALL, 0, ['new'])).toBe('new')
  expect(nextOf(ALL, 0, [])).toBe(null)
})
