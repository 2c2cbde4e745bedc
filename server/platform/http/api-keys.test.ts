import { expect, it } from 'vitest'
import { SCOPES } from '#domain/schemas/api-key.ts'
import { routes } from '#server/app.ts'
import { scopeOf } from './api-keys.ts'

it('every scope that a key can be given opens something, and every call is about a scope or takes a person', () => {
  const needed = new Set(routes.map(scopeOf))
  expect(SCOPES.filter((scope) => !needed.has(scope))).toEqual([])
})

it('keys act on no money, role, destination, confirmation or key', () => {
  const open = routes.filter((route) => scopeOf(route) !== null && route.method !== 'get')
  const words =
    /approv|confirm|payment|payout|refund|settle|sign-off|member|invitation|destination|representatives|keys/
  expect(open.filter(({ path }) => words.test(path)).map(({ path }) => path)).toEqual([])
})
