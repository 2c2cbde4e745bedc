import { describe, expect, it } from 'vitest'
import type { PublicConfig } from '#web/page-data.ts'
import { openingsFor, pageSecurity } from './page-security.ts'

const SCRIPT = "'sha256-RFWPLDbv2BY+rCkDzsE+0fr8ylGr2R2faWMhq4lfEQc='"

type Settings = { identity?: PublicConfig['identity']; cards?: 'sandbox' | 'stripe'; mapsKey?: string | null }

const policyFor = ({
  identity = { provider: 'embedded' },
  cards: provider = 'sandbox',
  mapsKey,
}: Settings = {}) => {
  const cards = { provider, publishableKey: null, bankAccounts: true }
  const places = { provider: mapsKey === undefined ? 'none' : 'google', key: mapsKey ?? null } as const
  const openings = openingsFor({ cards, places, identity })
  const { 'content-security-policy': policy = '' } = pageSecurity([SCRIPT], false, openings)
  return Object.fromEntries(
    policy.split('; ').map((line) => {
      const [name = '', ...values] = line.split(' ')
      return [name, values]
    }),
  )
}

describe('the Content-Security-Policy', () => {
  it('allows only this site by default', () => {
    const policy = policyFor()
    expect(policy['script-src']).toEqual(["'self'", SCRIPT])
    for (const name of ['default-src', 'connect-src', 'frame-src']) expect(policy[name]).toEqual(["'self'"])
    expect(JSON.stringify(policy)).not.toContain('stripe')
  })

  it('allows Stripe, as far as its form needs, if cards are by Stripe', () => {
    const policy = policyFor({ cards: 'stripe' })
    expect(policy['script-src']).toEqual([
      "'self'",
      SCRIPT,
      'https://js.stripe.com',
      'https://*.js.stripe.com',
      'https://connect-js.stripe.com',
    ])
    expect(policy['connect-src']).toContain('https://api.stripe.com')
    expect(policy['frame-src']).toContain('https://hooks.stripe.com')
    expect(policy['default-src']).toEqual(["'self'"])
    expect(policy['frame-src']).toContain('https://connect-js.stripe.com')
    expect(policy['img-src']).toEqual(["'self'", 'data:', 'https://*.stripe.com'])
    expect(policy['style-src-elem']).toBeUndefined()
  })

  it('allows Clerk’s host, pictures and bot check if sign-in is by Clerk', () => {
    const publishableKey = `pk_test_${Buffer.from('clerk.example.org$').toString('base64')}`
    const policy = policyFor({ identity: { provider: 'clerk', publishableKey, proxyUrl: null } })
    const [host, test] = ['https://clerk.example.org', 'https://challenges.cloudflare.com']
    expect(policy['script-src']).toEqual(["'self'", SCRIPT, host, test])
    expect(policy['connect-src']).toEqual(["'self'", host])
    expect(policy['frame-src']).toEqual(["'self'", test])
    expect(policy['img-src']).toEqual(["'self'", 'data:', 'https://img.clerk.com'])
    expect(policy['worker-src']).toEqual(["'self'", 'blob:'])
    expect(policy['style-src-elem'], 'without a hash, which would turn it off').toEqual([
      "'self'",
      "'unsafe-inline'",
    ])
    expect(policy['style-src']).toEqual(policyFor()['style-src'])

    const behind = (proxyUrl: string) =>
      policyFor({ identity: { provider: 'clerk', publishableKey, proxyUrl } })
    expect(behind('/__clerk')['connect-src']).toEqual(["'self'"])
    expect(behind('https://id.example/clerk')['connect-src']).toEqual(["'self'", 'https://id.example'])
    expect(policyFor()['worker-src']).toEqual(["'self'"])
  })

  it('allows Google’s script and its requests if addresses are looked up', () => {
    const policy = policyFor({ mapsKey: 'AIza…' })
    expect(policy['script-src']).toEqual([
      "'self'",
      SCRIPT,
      'https://maps.googleapis.com',
      'https://maps.gstatic.com',
    ])
    expect(policy['connect-src']).toEqual(["'self'", 'https://*.googleapis.com', 'https://*.gstatic.com'])
    // Its frames, pictures and fonts are for maps, which are not used.
    for (const name of ['default-src', 'frame-src', 'font-src']) expect(policy[name]).toEqual(["'self'"])
    expect(policy['img-src']).toEqual(["'self'", 'data:'])
  })

  it('does not allow Google with a malformed key', () => {
    expect(policyFor({ mapsKey: null })).toEqual(policyFor())
  })

  it('allows two services together', () => {
    const policy = policyFor({ cards: 'stripe', mapsKey: 'AIza…' })
    expect(policy['script-src']).toContain('https://js.stripe.com')
    expect(policy['script-src']).toContain('https://maps.googleapis.com')
  })

  it('never allows inline scripts, eval or any site', () => {
    for (const policy of [policyFor(), policyFor({ cards: 'stripe', mapsKey: 'AIza…' })])
      for (const [name, values] of Object.entries(policy))
        expect(values.join(' '), name).not.toMatch(
          /'unsafe-inline'|'unsafe-eval'|(^| )(\*|https:|http:)( |$)/,
        )
  })
})

describe('the other security headers', () => {
  it.each([true, false])('are sent, with development mode %s', (isDevelopment) => {
    expect(pageSecurity([SCRIPT], isDevelopment, [])).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    })
  })
})
