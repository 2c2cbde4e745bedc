import { describe, expect, it, vi } from 'vitest'
import { createTokenCache, TooManyTokens } from './api.ts'

const MINUTE = 60_000
const part = (value: object) => btoa(JSON.stringify(value))
let nowMs = 1_800_000_000_000
/** A token as Clerk issues it. */
const tokenFor = (seconds: number) =>
  [part({}), part({ iat: nowMs / 1000, exp: nowMs / 1000 + seconds }), 'signature'].join('.')

function open() {
  const source = vi.fn<() => Promise<string | null>>()
  const cache = createTokenCache({ fetch: () => Promise.reject(new Error('not asked')), now: () => nowMs })
  cache.takeFrom(source)
  return { cache, source }
}

describe('session tokens issued by Clerk', () => {
  it('are requested once, and again just before they expire', async () => {
    const { cache, source } = open()
    const first = tokenFor(60)
    source.mockResolvedValueOnce(first)
    expect(await Promise.all([cache.get(false), cache.get(true), cache.get(false)])).toEqual([
      first,
      first,
      first,
    ])
    nowMs += 54_000
    expect(await cache.get(false)).toBe(first)
    nowMs += 1_000
    const second = tokenFor(60)
    source.mockResolvedValueOnce(second)
    expect(await cache.get(false)).toBe(second)
    expect(source).toHaveBeenCalledTimes(2)
  })

  it('are kept for at most five minutes, regardless of their lifetime', async () => {
    const { cache, source } = open()
    source.mockImplementation(async () => tokenFor(3600))
    await cache.get(false)
    nowMs += 5 * MINUTE - 1
    await cache.get(false)
    expect(source).toHaveBeenCalledTimes(1)
    nowMs += 1
    await cache.get(false)
    expect(source).toHaveBeenCalledTimes(2)
  })

  it('are discarded when cleared or when the next one cannot be fetched', async () => {
    const { cache, source } = open()
    source.mockResolvedValue(tokenFor(60))
    await cache.get(false)
    cache.clear()
    source.mockRejectedValueOnce(new Error('offline'))
    expect(await cache.get(false)).toBeNull()
    source.mockResolvedValueOnce('another')
    expect(await cache.get(false)).toBe('another')
  })

  it('are reused when requested too often, until they expire', async () => {
    const { cache, source } = open()
    const first = tokenFor(600)
    const tooOften = Object.assign(new Error('Too many requests'), { status: 429 })
    source.mockResolvedValueOnce(first).mockRejectedValue(tooOften)
    await cache.get(false)
    nowMs += 6 * MINUTE
    expect(await cache.get(false)).toBe(first)
    nowMs += 5 * MINUTE
    await expect(cache.get(false)).rejects.toThrow(TooManyTokens)
  })

  it('are requested by a write on a visitor’s page', async () => {
    const { cache, source } = open()
    cache.assumeVisitor()
    expect(await cache.get(false)).toBeNull()
    source.mockResolvedValueOnce('a token')
    expect(await cache.get(true)).toBe('a token')
  })
})
