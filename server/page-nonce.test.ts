import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createNonceFiller, newNonce } from './page-nonce.ts'

test('every place gets the nonce, and the page around it stays as it is', () => {
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

test('a page that is filled again starts from what is kept, not from what was sent', () => {
  const { placeholder, fillKept } = createNonceFiller()
  const kept = Buffer.from(`${placeholder} and ${placeholder}`)
  fillKept(kept, newNonce())
  const nonce = newNonce()
  expect(fillKept(kept, nonce).toString()).toBe(`${nonce} and ${nonce}`)
})

test.each([
  ['no hole', (_: string) => '<p>plain</p>'],
  ['a hole at both ends', (nonce: string) => `${nonce}<p>between</p>${nonce}`],
  ['two holes side by side', (nonce: string) => `a${nonce}${nonce}b`],
  [
    'more than a window of deflate',
    (nonce: string) => `${'<li>goal</li>'.repeat(9_000)}${nonce}${'x'.repeat(70_000)}`,
  ],
])('compressed with %s, a browser reads the same page', (_, html) => {
  const { placeholder, fillKeptGzip } = createNonceFiller()
  const kept = Buffer.from(html(placeholder))
  for (const nonce of [newNonce(), newNonce()])
    expect(gunzipSync(fillKeptGzip(kept, nonce)).toString()).toBe(html(nonce))
})

test('a nonce is as long as its placeholder, and another every time', () => {
  const { placeholder } = createNonceFiller()
  expect(new Set([placeholder, newNonce(), newNonce()]).size).toBe(3)
  expect(newNonce()).toHaveLength(placeholder.length)
})
