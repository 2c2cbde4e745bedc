import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dropWaitingCode, keepWaitingCode, waitingCode } from './waiting-code.ts'

const stores = { localStorage: new Map<string, string>(), sessionStorage: new Map<string, string>() }
beforeEach(() => {
  for (const [name, kept] of Object.entries(stores))
    vi.stubGlobal(name, {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    })
})
afterEach(() => {
  for (const kept of Object.values(stores)) kept.clear()
  vi.unstubAllGlobals()
})

const ROSA = { email: 'rosa@example.org', returnTo: '/campaigns/1' }
const MINUTE = 60_000

test('a sign-up that waits for its code is found again by a reload, for an hour, until it is done', () => {
  expect(waitingCode(false)).toBeNull()
  keepWaitingCode(ROSA, 0)
  expect(waitingCode(false, 59 * MINUTE)).toEqual(ROSA)
  expect(waitingCode(false, 61 * MINUTE)).toBeNull()
  dropWaitingCode()
  expect(waitingCode(true, 0)).toBeNull()
})

test('another tab finds it by the link in the mail only', () => {
  keepWaitingCode(ROSA, 0)
  stores.sessionStorage.clear()
  expect(waitingCode(false, 0)).toBeNull()
  expect(waitingCode(true, 0)).toEqual(ROSA)
})

test('what is stored never leads to another site', () => {
  keepWaitingCode({ ...ROSA, returnTo: 'https://evil.test/' }, 0)
  expect(waitingCode(false, 0)?.returnTo).toMatch(/^\//)
  stores.localStorage.set('sign-up', '{')
  expect(waitingCode(false, 0)).toBeNull()
})
