import { gunzipSync } from 'node:zlib'
import type { Context } from 'hono'
import { expect, test } from 'vitest'
import { accepts, fillHoles, gzipWithHoles } from './compress.ts'

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

// What a gunzip takes has the right check sum and length.
test.each([
  ['in the middle', 'a page of ________ and ________ words'],
  ['at both ends', '________ is all ________'],
  ['side by side', 'x________________y'],
  ['none', 'nothing to fill'],
  ['long', `${'the same again '.repeat(9_000)}________${'é'.repeat(40_000)}________.`],
])('holes are filled: %s', (_, text) => {
  const page = Buffer.from(text)
  const places = [...text.matchAll(/_{8}/g)].map(({ index }) => Buffer.byteLength(text.slice(0, index)))
  const kept = gzipWithHoles(page, places, 8)
  for (const content of ['12345678', 'abcdefgh', '________', '\0\0\0\0\0\0\0\0', 'ÿÿÿÿ'])
    expect(gunzipSync(fillHoles(kept, Buffer.from(content))).toString()).toBe(
      text.replaceAll('________', content),
    )
})
