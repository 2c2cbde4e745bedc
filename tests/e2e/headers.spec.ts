/** Security headers of pages, cached ones too: strict where no hosted service is configured, for the page's own scripts only. */
import { createHash } from 'node:crypto'
import type { APIResponse } from '@playwright/test'
import { activeCampaign } from './campaign.ts'
import { enterAs, expect, test } from './fixtures.ts'

const HOSTILE = '</script><script>alert(1)</script>'
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
}

/** What browsers check of the page's inline scripts, as the policy names it. Data for search engines is not run. */
const scriptsOf = (html: string): string[] =>
  [...html.matchAll(/<script(?! type="application\/ld\+json")[^>]*>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )

/** Checks all headers: the policy allows exactly the inline scripts of the page. */
async function expectStrict(answer: APIResponse): Promise<void> {
  const headers = answer.headers()
  expect(headers, answer.url()).toMatchObject(HEADERS)
  const policy = Object.fromEntries(
    (headers['content-security-policy'] ?? '').split('; ').map((line) => {
      const [name = '', ...values] = line.split(' ')
      return [name, values.join(' ')]
    }),
  )
  expect(policy).toMatchObject({
    'default-src': "'self'",
    'style-src': expect.stringMatching(/^'self' 'sha256-[\w+/]{43}='$/),
    'img-src': "'self' data:",
    'font-src': "'self'",
    'frame-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    'connect-src': "'self'",
  })
  const html = await answer.text()
  const allowed = (policy['script-src'] ?? '').split(' ')
  expect(allowed.toSorted(), answer.url()).toEqual(["'self'", ...scriptsOf(html)].toSorted())
  expect(html).not.toContain('nonce=')
}

test('pages for visitors, also cached, missing and redirected ones, have strict headers', async ({
  request,
}) => {
  for (const path of ['/', '/', '/campaigns', '/campaigns', '/sign-in', '/pricing', '/no-such-page'])
    await expectStrict(await request.get(path))
  for (const path of ['/dashboard', '/dashboard/problems'])
    await expectStrict(await request.get(path, { maxRedirects: 0 }))
})

test('a cached page is sent in the encoding that the browser accepts, with the same text and policy', async ({
  request,
}) => {
  const ask = async (encodings: string) => {
    const answer = await request.get('/pricing', { headers: { 'accept-encoding': encodings } })
    const { 'content-encoding': encoding, 'content-security-policy': policy } = answer.headers()
    return { encoding, page: { text: await answer.text(), policy } }
  }
  const plain = await ask('identity')
  const gzip = await ask('gzip')
  const br = await ask('gzip, deflate, br')
  expect([plain.encoding, gzip.encoding, br.encoding]).toEqual([undefined, 'gzip', 'br'])
  for (const { page } of [gzip, br]) expect(page).toEqual(plain.page)
})

test('what a user writes as a script is shown as text, and the policy does not allow it', async ({
  page,
  browser,
}, { project }) => {
  const coach = await enterAs(browser, project.use, 'coach@demo.test')
  const representative = await enterAs(browser, project.use, 'rep@demo.test')
  const { id, name } = await activeCampaign(coach, representative, HOSTILE)
  for (const reader of [page, coach]) {
    const answer = await reader.request.get(`/campaigns/${id}`)
    await expectStrict(answer)
    expect(await answer.text()).toContain('&lt;/script&gt;&lt;script&gt;alert(1)')
    await reader.goto(`/campaigns/${id}`)
    await expect(reader.getByRole('heading', { level: 1 })).toContainText(name)
  }
  await coach.context().close()
  await representative.context().close()
})

test('pages for a signed-in user, forbidden ones too, have strict headers and are not cached', async ({
  browser,
}, { project }) => {
  const coach = await enterAs(browser, project.use, 'coach@demo.test')
  for (const path of ['/', '/dashboard', '/dashboard/profile', '/dashboard/problems']) {
    const answer = await coach.request.get(path)
    await expectStrict(answer)
    expect(answer.headers()['cache-control'], path).toBe('private, no-store')
  }
  await coach.context().close()
})

test('API responses forbid content sniffing', async ({ request }) => {
  for (const path of ['/api/campaigns', '/api/auth/user', '/api/no-such-thing'])
    expect((await request.get(path)).headers(), path).toMatchObject({ 'x-content-type-options': 'nosniff' })
})
