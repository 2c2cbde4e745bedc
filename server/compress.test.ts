import type { Context } from 'hono'
import { expect, test } from 'vitest'
import { accepts } from './compress.ts'

const asking = (value?: string) => ({ req: { header: () => value } }) as unknown as Context

test.each([
  [undefined, false],
  ['', false],
  ['gzip', true],
  ['gzip, deflate, br, zstd', true],
  ['deflate, GZIP;q=0.5', true],
  ['gzip;q=0', false],
  ['gzip; q=0.0, br', false],
  ['x-gzip', false],
])('gzip is accepted by %j: %j', (value, expected) => {
  expect(accepts(asking(value), 'gzip')).toBe(expected)
})

test('brotli is not found in another word', () => {
  expect(accepts(asking('broken, gzip'), 'br')).toBe(false)
  expect(accepts(asking('gzip, br'), 'br')).toBe(true)
})
