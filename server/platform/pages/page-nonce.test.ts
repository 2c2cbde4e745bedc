import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createNonceFiller, newNonce } from './page-nonce.ts'

test('every placeholder of a page gets the nonce, and the rest is unchanged', () => {
  const { placeholder, fill, fillKept, fillKeptGzip } = createNonceFiller()
  const html = (nonce: string) =>
    `<p>Łukasz’s 9 goals</p><script nonce="${nonce}">1</script><link nonce="${nonce}">`
  const kept = html(placeholder)
  for (const nonce of [newNonce(), newNonce()]) {
    expect(fillKept(Buffer.from(kept), nonce).toString()).toBe(html(nonce))
    expect(gunzipSync(fillKeptGzip(Buffer.from(kept), nonce)).toString()).toBe(html(nonce))
    expect(fill(kept, nonce)).toBe(html(nonce))
  }
})

test('a page that is filled again starts from the stored page, not from the one sent', () => {
  const { placeholder, fillKept } = createNonceFiller()
  const kept = Buffer.from(`${placeholder} and ${placeholder}`)
  fillKept(kept, newNonce())
  const nonce = newNonce()
  expect(fillKept(kept, nonce).toString()).toBe(`${nonce} and ${nonce}`)
})

test.each([
  ['no placeholder', (_: string) => '<p>plain</p>'],
  ['a placeholder at both ends', (nonce: string) => `${nonce}<p>between</p>${nonce}`],
  ['two placeholders side by side', (nonce: string) => `a${nonce}${nonce}b`],
  [
    'more than one deflate window',
    (nonce: string) => `${'<li>goal</li>'.repeat(9_000)}${nonce}${'x'.repeat(70_000)}`,
  ],
])('a compressed page with %s is read unchanged by a browser', (_, html) => {
  const { placeholder, fillKeptGzip } = createNonceFiller()
  const kept = Buffer.from(html(placeholder))
  for (const nonce of [newNonce(), newNonce()])
    expect(gunzipSync(fillKeptGzip(kept, nonce)).toString()).toBe(html(nonce))
})

test('a nonce is as long as its placeholder, and new every time', () => {
  const { placeholder } = createNonceFiller()
  expect(new Set([placeholder, newNonce(), newNonce()]).size).toBe(3)
  expect(newNonce()).toHaveLength(placeholder.length)
})
