/** Security headers of pages, cached ones too: strict where no hosted service is configured, with a nonce per response. */
import type { APIResponse } from '@playwright/test'
import { enterAs, expect, test } from './fixtures.ts'

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
}

/** Checks all headers and returns the nonce. */
async function expectStrict(answer: APIResponse): Promise<string> {
  const headers = answer.headers()
  expect(headers, answer.url()).toMatchObject(HEADERS)
  const policy = Object.fromEntries(
    (headers['content-security-policy'] ?? '').split('; ').map((line) => {
      const [name = '', ...values] = line.split(' ')
      return [name, values.join(' ')]
    }),
  )
  const nonce = /^'self' 'nonce-([\w-]{24})'$/.exec(policy['script-src'] ?? '')?.[1] ?? ''
  expect(nonce, `${answer.url()}: ${policy['script-src']}`).not.toBe('')
  expect(policy).toMatchObject({
    ...{ 'default-src': "'self'", 'style-src': `'self' 'nonce-${nonce}'`, 'connect-src': "'self'" },
    ...{ 'img-src': "'self' data:", 'font-src': "'self'", 'frame-src': "'self'", 'object-src': "'none'" },
    ...{ 'base-uri': "'none'", 'form-action': "'self'", 'frame-ancestors': "'none'" },
  })
  const html = await answer.text()
  const nonces = [...html.matchAll(/<script[^>]* nonce="([^"]*)"/g)].map(([, found]) => found)
  expect(new Set(nonces), answer.url()).toEqual(new Set(html ? [nonce] : []))
  // Data for search engines is not run as a script.
  const others = [...html.matchAll(/<script(?! type="application\/ld\+json")(?![^>]* nonce=)[^>]*>/g)]
  expect(
    others.map(([tag]) => tag),
    answer.url(),
  ).toEqual([])
  return nonce
}

test('pages for visitors, also cached, missing and redirected ones, have strict headers and a new nonce', async ({
  request,
}) => {
  const nonces: string[] = []
  for (const path of ['/', '/', '/campaigns', '/campaigns', '/sign-in', '/pricing', '/no-such-page'])
    nonces.push(await expectStrict(await request.get(path)))
  for (const path of ['/dashboard', '/dashboard/cards'])
    nonces.push(await expectStrict(await request.get(path, { maxRedirects: 0 })))
  expect(new Set(nonces).size).toBe(nonces.length)
})

test('pages for a signed-in user, forbidden ones too, have strict headers and are not cached', async ({
  browser,
}, { project }) => {
  const coach = await enterAs(browser, project.use, 'coach@demo.test')
  for (const path of ['/', '/dashboard', '/dashboard/profile', '/dashboard/cards']) {
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
