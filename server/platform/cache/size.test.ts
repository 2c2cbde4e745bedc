import { expect, it } from 'vitest'
import { type CachedPage, PublicCache } from './cache.ts'

it('a page counts in all of its encodings: the oldest are removed once all together are too large', () => {
  const cache = new PublicCache({ isOn: true, nowMs: () => 0 })
  const small = Buffer.alloc(1)
  const large = Buffer.alloc(60 * 1024 * 1024)
  const sent = (bytes: Buffer<ArrayBuffer>) => ({ bytes, headers: {} })
  const page: CachedPage = { plain: sent(small), gzip: sent(large), br: sent(large) }
  const keys = ['first', 'second', 'third']
  const kept = () => keys.filter((key) => cache.get(key) !== undefined)
  for (const key of keys) cache.set(key, { bytes: small, page, etag: '', tags: [key], storedAtMs: 0 })
  expect(kept()).toEqual(['second', 'third'])
  cache.changed(['second'])
  cache.set('first', { bytes: small, page, etag: '', tags: ['first'], storedAtMs: 0 })
  expect(kept()).toEqual(['first', 'third'])
})
