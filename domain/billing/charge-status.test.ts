import { expect, it } from 'vitest'
import { CARD_OF_OTHER_PROVIDER, nextStepOf, reasonOf } from './charge-status.ts'
import { retryAfterDays } from './dunning.ts'

it.each([
  [1, 1],
  [2, 3],
  [3, 7],
  [4, null],
  [0, null],
])('after %j attempts a soft decline is retried in %j days (R35)', (attempts, days) => {
  expect(retryAfterDays(attempts, false)).toBe(days)
})

it('a hard decline is never retried (R35)', () => {
  expect([1, 2, 3].map((attempts) => retryAfterDays(attempts, true))).toEqual([null, null, null])
})

it('a decline is explained by its code, and one with an unknown code as declined by the bank', () => {
  expect(reasonOf('expired_card')).toMatch(/expired/)
  expect(reasonOf(CARD_OF_OTHER_PROVIDER)).toMatch(/no longer used/)
  expect(reasonOf('do_not_honor')).toBe('The bank declined the charge')
  expect(reasonOf(null)).toBeNull()
})

it('a charge has no next step once it succeeded or was voided', () => {
  expect([nextStepOf('succeeded'), nextStepOf('voided')]).toEqual([null, null])
  expect(nextStepOf('past_due')).toMatch(/another card/)
})
