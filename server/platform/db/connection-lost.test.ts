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

it.each([
  ['query_wait_timeout', true],
  ['query timeout', true],
  ['server login has been failing, cached error: connect failed (server_login_retry)', true],
  ['bind message supplies 1 parameters, but prepared statement "x" requires 2', false],
])('"%s" means that PgBouncer has no server: %s', (message, isLost) => {
  expect(isConnectionLost(Object.assign(new Error(message), { code: '08P01' }))).toBe(isLost)
})

it('a statement that PostgreSQL refused did not lose its connection', () => {
  expect(isConnectionLost(Object.assign(new Error('duplicate key'), { code: '23505' }))).toBe(false)
})
