import { expect, it } from 'vitest'
import { mayEnterAgain, mayHaveSession } from './session.ts'

it('a visitor’s page looks for a session only if Clerk’s cookie says there was one', () => {
  for (const cookies of ['__client_uat=1790000000', 'a=1; __client_uat_Ab3_-x=1790000000'])
    expect(mayHaveSession(cookies), cookies).toBe(true)
  for (const cookies of ['', 'other=1', '__client_uat=0', 'a=1; __client_uat_Ab3x=0; not__client_uat=1'])
    expect(mayHaveSession(cookies), cookies).toBe(false)
})

it('a page reloads for a signed-in user at most three times in a row, never in a loop', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  const attempts = [1_000_000, 1_000_100, 1_000_200, 1_000_300, 1_019_999, 1_020_000, 1_020_001]
  expect(attempts.map((at) => mayEnterAgain(storage, at))).toEqual([
    true,
    true,
    true,
    false,
    false,
    true,
    false,
  ])
})
