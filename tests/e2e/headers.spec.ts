/** The headers of every page, kept ones too: strict where nothing hosted is configured, with a nonce of each answer's own. */
import type { APIResponse } from '@playwright/test'
import { enterAs, expect, test } from './fixtures.ts'

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
}

/** Checks all of them, and answers the nonce. */
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
  // What search engines read is no script: it never runs.
  const others = [...html.matchAll(/<script(?! type="application\/ld\+json")(?![^>]* nonce=)[^>]*>/g)]
  expect(
    others.map(([tag]) => tag),
    answer.url(),
  ).toEqual([])
  return nonce
}

test('for visitors: rendered, kept, missing, and on the way to sign-in', async ({ request }) => {
  const nonces: string[] = []
  for (const path of ['/', '/', '/campaigns', '/campaigns', '/sign-in', '/pricing', '/no-such-page'])
    nonces.push(await expectStrict(await request.get(path)))
  for (const path of ['/dashboard', '/dashboard/cards'])
    nonces.push(await expectStrict(await request.get(path, { maxRedirects: 0 })))
  expect(new Set(nonces).size).toBe(nonces.length)
})

test('for whoever is signed in, and where they may not go', async ({ browser }, { project }) => {
  const coach = await enterAs(browser, project.use, 'coach@demo.test')
  for (const path of ['/', '/dashboard', '/dashboard/profile', '/dashboard/cards']) {
    const answer = await coach.request.get(path)
    await expectStrict(answer)
    expect(answer.headers()['cache-control'], path).toBe('private, no-store')
  }
  await coach.context().close()
})

test('what the API answers is never taken for something else', async ({ request }) => {
  for (const path of ['/api/campaigns', '/api/auth/user', '/api/no-such-thing'])
    expect((await request.get(path)).headers(), path).toMatchObject({ 'x-content-type-options': 'nosniff' })
})
