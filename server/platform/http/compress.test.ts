import { gunzipSync } from 'node:zlib'
import type { Context } from 'hono'
import { expect, test } from 'vitest'
import { accepts, fillHoles, gzipWithHoles } from './compress.ts'

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

// Gunzip checks the checksum and the length.
test.each([
  ['in the middle', 'a page of ________ and ________ words'],
  ['at both ends', '________ is all ________'],
  ['side by side', 'x________________y'],
  ['none at all', 'nothing to fill'],
  ['in a long page', `${'the same again '.repeat(9_000)}________${'é'.repeat(40_000)}________.`],
])('placeholders in a compressed page are filled: %s', (_, text) => {
  const page = Buffer.from(text)
  const places = [...text.matchAll(/_{8}/g)].map(({ index }) => Buffer.byteLength(text.slice(0, index)))
  const kept = gzipWithHoles(page, places, 8)
  for (const content of ['12345678', 'abcdefgh', '________', '\0\0\0\0\0\0\0\0', 'ÿÿÿÿ'])
    expect(gunzipSync(fillHoles(kept, Buffer.from(content))).toString()).toBe(
      text.replaceAll('________', content),
    )
})
