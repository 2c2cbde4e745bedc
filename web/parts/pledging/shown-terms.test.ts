import { expect, test } from 'vitest'
import { dollars } from '#domain/money.ts'
import { ApiError } from '#web/api-error.ts'
import type { Chosen } from './selection.ts'
import { isOtherTerms, shownLines } from './shown-terms.ts'

test('a pledge is sent with the names that were shown (R8)', () => {
  const statistic = { id: 'wins', name: 'Wins', unitName: 'win', type: 'per_increment' }
  const line = { statisticId: 'wins', pledgeAmount: '5.00', estimatedTotal: '50.00' }
  const other = { ...line, statisticId: 'goals' }
  const chosen = [{ statistic, rate: dollars('5.00'), estimate: dollars('50.00') } as Chosen]
  expect(shownLines({ pledgeStatistics: [line, other] }, chosen)).toEqual([
    { ...line, name: 'Wins', unitName: 'win', type: 'per_increment' },
    other,
  ])
})

test('only a refusal with the current terms says that they changed', () => {
  const details = { agreedMaximum: '45000.00', pledgeStatistics: [] }
  expect(isOtherTerms(new ApiError('Changed', 409, { details }))).toBe(true)
  expect(isOtherTerms(new ApiError('Closed', 409))).toBe(false)
  expect(isOtherTerms(new ApiError('Wrong', 400, { details }))).toBe(false)
  expect(isOtherTerms(new Error('Lost'))).toBe(false)
})
