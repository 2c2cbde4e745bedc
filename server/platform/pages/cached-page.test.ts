import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Context } from 'hono'
import { expect, it } from 'vitest'
import { answerWith, cachedPage } from './pages.ts'

const PAGE = `<p>Łukasz’s 9 goals</p>${'<li>goal</li>'.repeat(2_000)}`
const HEADERS = { 'content-type': 'text/html; charset=utf-8', vary: 'Cookie, Accept-Encoding' }
const asking = (encodings?: string) => ({ req: { header: () => encodings } }) as unknown as Context
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

it.each([
  [undefined, null, (bytes: Buffer) => bytes],
  ['gzip;q=0, br;q=0', null, (bytes: Buffer) => bytes],
  ['gzip', 'gzip', gunzipSync],
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
])(
  'to a browser that accepts %j a page is sent as %j, with its headers',
  async (accepted, encoding, read) => {
    const answer = answerWith(asking(accepted), await cachedPage(Buffer.from(PAGE), HEADERS))
    expect(Object.fromEntries(answer.headers)).toEqual({
      ...HEADERS,
      ...(encoding ? { 'content-encoding': encoding } : {}),
    })
    expect(read(await bytesOf(answer)).toString()).toBe(PAGE)
  },
)

it('each answer is made of the same bytes and headers, which cannot be changed', async () => {
  const page = await cachedPage(Buffer.from(PAGE), HEADERS)
  const first = answerWith(asking('br'), page)
  const second = answerWith(asking('br'), page)
  first.headers.set('x-request-id', '1')
  expect(second.headers.get('x-request-id')).toBeNull()
  expect(await bytesOf(first)).toEqual(await bytesOf(second))
  for (const one of [page, ...Object.values(page), ...Object.values(page).map(({ headers }) => headers)])
    expect(Object.isFrozen(one)).toBe(true)
})
