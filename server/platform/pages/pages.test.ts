/** One rate limit per IP address covers public pages and API reads alike. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { addPages } from '#server/program.ts'
import { createTestApp, type TestApp } from '#tests/app.ts'
import type { PageContext } from '#web/page-data.ts'

const ALLOWANCE = 4
let app: TestApp
/** Replaces the built pages, each of which reads the API in process. */
const rendered = vi.fn(async (_: Request, page: PageContext) => {
  await page.api('/api/campaigns')
  const response = new Response(null, { headers: { 'content-type': 'text/html' } })
  return { response, html: Buffer.from('<h1>Campaigns</h1>'), scripts: [] }
})

beforeEach(async () => {
  app = await createTestApp({ env: { PUBLIC_READS_PER_MINUTE: String(ALLOWANCE) } })
  const build = { entry: { module: { createPageHandler: () => rendered } } }
  await addPages(app.program, { load: async () => build })
  rendered.mockClear()
})
afterEach(() => app.close())

const from = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } })
const get = async (path: string, address: string, headers: Record<string, string> = {}) =>
  app.app.request(path, { headers }, from(address))
const statuses = async (count: number, ask: () => Promise<Response>) => {
  const answers: number[] = []
  for (let nth = 0; nth < count; nth += 1) answers.push((await ask()).status)
  return answers
}

it('a page beyond the rate limit is refused with the seconds to wait, and is not rendered', async () => {
  const page = () => get('/campaigns', '203.0.113.9')
  expect(await statuses(ALLOWANCE, page)).toEqual([200, 200, 200, 200])
  const refused = await page()
  expect(refused.status).toBe(429)
  const seconds = Number(refused.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(60)
  expect(await refused.text()).toBe(
    `Too many pages were requested from your address. Load this one again in ${seconds} seconds.`,
  )
  expect(refused.headers.get('cache-control')).toBe('no-store')
  expect(rendered).toHaveBeenCalledTimes(ALLOWANCE)
  // Each address has its own limit, also behind one of our proxies.
  expect((await get('/campaigns', '203.0.113.10')).status).toBe(200)
  const behindProxy = (client: string) =>
    app.app.request(
      '/campaigns',
      { headers: { 'x-forwarded-for': client } },
      { ...from('10.0.0.1'), trustedProxyHops: 1 },
    )
  expect((await behindProxy('203.0.113.9')).status).toBe(429)
  expect((await behindProxy('203.0.113.11')).status).toBe(200)
})

it('pages and API reads share one rate limit; what a page reads itself is not counted', async () => {
  const address = '203.0.113.9'
  expect(await statuses(2, () => get('/', address))).toEqual([200, 200])
  expect(await statuses(3, () => get('/api/campaigns', address))).toEqual([200, 200, 429])
  expect((await get('/', address)).status).toBe(429)
})

it('pages are not rate limited for a signed-in user, but are with an invalid cookie', async () => {
  const cookie = { cookie: 'session=1' }
  const token = (await app.user()).token
  const tokenForCookie = vi.spyOn(app.deps.identity, 'tokenForCookie').mockResolvedValue(token)
  const page = () => get('/campaigns', '203.0.113.9', cookie)
  expect(await statuses(ALLOWANCE + 2, page)).toEqual([200, 200, 200, 200, 200, 200])
  tokenForCookie.mockResolvedValue(null)
  expect(await statuses(ALLOWANCE + 1, page)).toEqual([200, 200, 200, 200, 429])
})
