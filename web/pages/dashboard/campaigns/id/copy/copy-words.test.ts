import { expect, it } from 'vitest'
import type { Statistic } from '#domain/schemas/statistic.ts'
import { lastYearOf } from './copy-form.tsx'

const wins = (more: Partial<Statistic>) =>
  ({
    type: 'per_increment',
    confirmedQuantity: 27,
    lastYearResult: 12,
    lastYearMatches: null,
    expectedTarget: 30,
    expectedMax: 40,
    ...more,
  }) as Statistic

it('the copy form says what becomes last year’s result, and what is left out because it was passed', () => {
  expect(lastYearOf(wins({}), true)).toBe('Last year: 27')
  expect(lastYearOf(wins({ expectedTarget: 27, expectedMax: 20 }), true)).toBe(
    'Last year: 27. That is more than the maximum of 20, which is left out: enter a new one in the draft.',
  )
  expect(lastYearOf(wins({ expectedTarget: 10, expectedMax: 20 }), true)).toBe(
    'Last year: 27. That is more than the target of 10 and the maximum of 20, which are left out: enter new ones in the draft.',
  )
})

it('the copy form says of a campaign that is not over what was entered', () => {
  expect(lastYearOf(wins({ expectedMax: 20 }), false)).toBe('Last year: 12')
  expect(lastYearOf(wins({ lastYearResult: null }), false)).toBe('No result of last year')
  expect(lastYearOf(wins({ confirmedQuantity: 0 }), true)).toBe('Nothing was confirmed')
  expect(lastYearOf(wins({ type: 'one_time' }), true)).toBeUndefined()
})
