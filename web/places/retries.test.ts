import { expect, test } from 'vitest'
import { withRetries } from './retries.ts'

/** Fails so many times, then answers. */
function failing(times: number) {
  const waits: number[] = []
  let tries = 0
  const result = withRetries(
    async () => {
      tries += 1
      if (tries <= times) throw new Error(`try ${tries}`)
      return 'loaded'
    },
    async (milliseconds) => {
      waits.push(milliseconds)
    },
  )
  return { result, waits, tries: () => tries }
}

test('three tries more, each after a longer wait', async () => {
  const { result, waits } = failing(3)
  expect(await result).toBe('loaded')
  expect(waits).toHaveLength(3)
  expect(waits).toEqual([...waits].sort((a, b) => a - b))
  expect(new Set(waits).size).toBe(3)
})

test('the fourth failure is the last', async () => {
  const { result, tries } = failing(9)
  await expect(result).rejects.toThrow('try 4')
  expect(tries()).toBe(4)
})

test('what loads at once waits for nothing', async () => {
  const { result, waits } = failing(0)
  expect(await result).toBe('loaded')
  expect(waits).toEqual([])
})
