import { expect, it } from 'vitest'
import { isConnectionLost } from './connection-lost.ts'

it.each([
  'Connection terminated unexpectedly',
  'timeout exceeded when trying to connect',
  // No host of a list responds.
  'timeout expired',
])('a statement that failed with "%s" lost its connection, and can be sent again soon', (message) => {
  expect(isConnectionLost(new Error(message))).toBe(true)
})

it('a statement that PostgreSQL refused did not lose its connection', () => {
  expect(isConnectionLost(Object.assign(new Error('duplicate key'), { code: '23505' }))).toBe(false)
})
