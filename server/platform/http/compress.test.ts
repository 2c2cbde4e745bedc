import type { Context } from 'hono'
import { expect, test } from 'vitest'
import { accepts } from './public-answer.ts'

const requestWith = (value?: string) => ({ req: { header: () => value } }) as unknown as Context

test.each([
  [undefined, false],
  ['', false],
  ['gzip', true],
  ['gzip, deflate, br, zstd', true],
  ['deflate, GZIP;q=0.5', true],
  ['gzip;q=0', false],
  ['gzip; q=0.0, br', false],
  ['x-gzip', false],
])('Accept-Encoding %j allows gzip: %j', (value, expected) => {
  expect(accepts(requestWith(value), 'gzip')).toBe(expected)
})

test('Accept-Encoding allows br only as a word of its own', () => {
  expect(accepts(requestWith('broken, gzip'), 'br')).toBe(false)
  expect(accepts(requestWith('gzip, br'), 'br')).toBe(true)
})
