import { expect, test } from 'vitest'
import { withRetries } from './google.ts'

/** Fails the given number of times, then succeeds. */
function failing(times: number) {
  const waits: number[] = []
  let attempts = 0
  const result = withRetries(
    async () => {
      attempts += 1
      if (attempts <= times) throw new Error(`attempt ${attempts}`)
      return 'loaded'
    },
    async (milliseconds) => {
      waits.push(milliseconds)
    },
  )
  return { result, waits, attempts: () => attempts }
}

test('loading is retried three times, each after a longer wait', async () => {
  const { result, waits } = failing(3)
  expect(await result).toBe('loaded')
  expect(waits).toHaveLength(3)
  expect(waits).toEqual([...waits].sort((a, b) => a - b))
  expect(new Set(waits).size).toBe(3)
})

test('loading fails after four attempts', async () => {
  const { result, attempts } = failing(9)
  await expect(result).rejects.toThrow('attempt 4')
  expect(attempts()).toBe(4)
})

test('loading that succeeds at once does not wait', async () => {
  const { result, waits } = failing(0)
  expect(await result).toBe('loaded')
  expect(waits).toEqual([])
})
