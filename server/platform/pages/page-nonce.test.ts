import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createNonceFiller, newNonce } from './page-nonce.ts'

test('every placeholder of a page gets the nonce, and the rest is unchanged', () => {
  const { placeholder, fill, fillGzip } = createNonceFiller()
  const html = (nonce: string) =>
    `<p>Łukasz’s 9 goals</p><script nonce="${nonce}">1</script><link nonce="${nonce}">`
  const kept = html(placeholder)
  for (const nonce of [newNonce(), newNonce()]) {
    expect(fill(Buffer.from(kept), nonce).toString()).toBe(html(nonce))
    expect(gunzipSync(fillGzip(Buffer.from(kept), nonce)).toString()).toBe(html(nonce))
  }
})

test('a page that is filled again starts from the stored page, not from the one sent', () => {
  const { placeholder, fill } = createNonceFiller()
  const kept = Buffer.from(`${placeholder} and ${placeholder}`)
  fill(kept, newNonce())
  const nonce = newNonce()
  expect(fill(kept, nonce).toString()).toBe(`${nonce} and ${nonce}`)
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
  const { placeholder, fillGzip } = createNonceFiller()
  const kept = Buffer.from(html(placeholder))
  for (const nonce of [newNonce(), newNonce()])
    expect(gunzipSync(fillGzip(kept, nonce)).toString()).toBe(html(nonce))
})

test('a nonce is as long as its placeholder, and new every time', () => {
  const { placeholder } = createNonceFiller()
  expect(new Set([placeholder, newNonce(), newNonce()]).size).toBe(3)
  expect(newNonce()).toHaveLength(placeholder.length)
})
