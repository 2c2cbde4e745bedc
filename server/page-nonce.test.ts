import { expect, test } from 'vitest'
import { createNonceFiller, newNonce } from './page-nonce.ts'

test('every place gets the nonce, and the page around it stays as it is', () => {
  const { placeholder, fill, fillKept } = createNonceFiller()
  const html = (nonce: string) =>
    `<p>Łukasz’s 9 goals</p><script nonce="${nonce}">1</script><link nonce="${nonce}">`
  const kept = html(placeholder)
  for (const nonce of [newNonce(), newNonce()]) {
    expect(new TextDecoder().decode(fillKept('/a', kept, nonce))).toBe(html(nonce))
    expect(fill(kept, nonce)).toBe(html(nonce))
  }
})

test('a page that changed is not filled from what was there before', () => {
  const { placeholder, fillKept } = createNonceFiller()
  fillKept('/a', `old ${placeholder}`, newNonce())
  const nonce = newNonce()
  expect(new TextDecoder().decode(fillKept('/a', `new ${placeholder}`, nonce))).toBe(`new ${nonce}`)
})

test('a nonce is as long as its placeholder, and another every time', () => {
  const { placeholder } = createNonceFiller()
  expect(new Set([placeholder, newNonce(), newNonce()]).size).toBe(3)
  expect(newNonce()).toHaveLength(placeholder.length)
})
