import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { frontendHostOf, issuersOf } from './clerk-keys.ts'
import { readConfig } from './config.ts'

const keyOf = (host: string, kind = 'test') => `pk_${kind}_${Buffer.from(host).toString('base64')}`
const pem = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({
  type: 'spki',
  format: 'pem',
})
const KEYS = {
  CLERK_PUBLISHABLE_KEY: keyOf('clerk.example.org$'),
  CLERK_SECRET_KEY: 'sk_test_abc',
  CLERK_JWT_KEY: String(pem),
}
const PUBLIC = {
  ...KEYS,
  APP_URL: 'https://pledges.example.org',
  DATABASE_URL: 'postgres://db.internal/x',
  CARDS: 'sandbox',
  SECRET_KEY: 'x'.repeat(32),
  SMTP_URL: 'smtp://mail.internal:587',
  CLERK_WEBHOOK_SECRET: 'whsec_abc=',
}

function refusal(variables: Record<string, string>): string {
  try {
    readConfig(variables)
  } catch (error) {
    return (error as Error).message
  }
  return 'accepted'
}

describe('the host in a Clerk publishable key', () => {
  it('is the encoded text before the dollar sign', () => {
    expect(frontendHostOf(keyOf('clerk.example.org$'))).toBe('clerk.example.org')
    expect(frontendHostOf(keyOf('brave-cat-12.clerk.accounts.dev$', 'live'))).toBe(
      'brave-cat-12.clerk.accounts.dev',
    )
  })

  it.each([
    '',
    'pk_test_',
    'sk_test_abc',
    keyOf('clerk.example.org'),
    keyOf('nowhere$'),
    keyOf('a.b; script-src *$'),
  ])('is missing in %j', (key) => expect(frontendHostOf(key)).toBeNull())
})

it('tokens are accepted from Clerk’s own host and from the configured proxy', () => {
  const publishableKey = KEYS.CLERK_PUBLISHABLE_KEY
  const issuers = (proxyUrl: string | null) => issuersOf({ publishableKey, proxyUrl }, 'https://site.example')
  expect(issuers(null)).toEqual(['https://clerk.example.org'])
  expect(issuers('/__clerk')).toEqual(['https://clerk.example.org', 'https://site.example/__clerk'])
  expect(issuers('https://id.example/')[1]).toBe('https://id.example')
})

describe('Clerk’s settings', () => {
  it('switch sign-in to Clerk when present, with any kind of line ends', () => {
    const oneLine = { ...KEYS, CLERK_JWT_KEY: String(pem).replaceAll('\n', '\\n') }
    for (const given of [KEYS, oneLine])
      expect(readConfig(given)).toMatchObject({ identity: 'clerk', clerk: { jwtKey: String(pem).trim() } })
    expect(readConfig({ ...KEYS, IDENTITY: 'embedded' }).clerk).toBeNull()
    expect(readConfig({}).clerk).toBeNull()
  })

  it.each([
    [{ CLERK_PUBLISHABLE_KEY: '' }, 'CLERK_PUBLISHABLE_KEY is missing: signing in with Clerk needs it'],
    [{ CLERK_SECRET_KEY: '' }, 'CLERK_SECRET_KEY is missing'],
    [{ CLERK_JWT_KEY: '' }, 'CLERK_JWT_KEY is missing'],
    [{ CLERK_PUBLISHABLE_KEY: 'pk_test_x' }, 'CLERK_PUBLISHABLE_KEY is not a valid publishable key'],
    [{ CLERK_SECRET_KEY: 'abc' }, 'CLERK_SECRET_KEY must start with'],
    [{ CLERK_SECRET_KEY: 'sk_live_abc' }, 'both must be of one kind'],
    [{ CLERK_JWT_KEY: 'abc' }, 'CLERK_JWT_KEY must be the PEM public key'],
    [{ CLERK_WEBHOOK_SECRET: 'abc' }, 'CLERK_WEBHOOK_SECRET must start with whsec_'],
    [{ CLERK_PROXY_URL: 'clerk.example.org' }, 'CLERK_PROXY_URL must be a path of this site'],
    [{ CLERK_PROXY_URL: '//evil.example' }, 'CLERK_PROXY_URL must be a path of this site'],
    [{ CLERK_API_URL: 'clerk' }, 'CLERK_API_URL must look like'],
    [
      {
        CLERK_PUBLISHABLE_KEY: keyOf('clerk.example.org$', 'live'),
        CLERK_SECRET_KEY: 'sk_live_abc',
        CLERK_API_URL: 'http://127.0.0.1:9',
      },
      'a live key is sent to Clerk itself and nowhere else',
    ],
  ])('refuse %j with a reason', (change, words) => {
    const message = refusal({ ...KEYS, ...change })
    expect(message).toContain(words)
    expect(message).not.toContain('sk_live_abc')
  })

  it('require a webhook secret and live keys on a public site', () => {
    expect(refusal({ ...PUBLIC, CLERK_WEBHOOK_SECRET: '' })).toContain(
      'https://pledges.example.org/api/identity/webhooks/clerk',
    )
    expect(refusal(PUBLIC)).toContain('IDENTITY=clerk to keep them')
    expect(refusal({ ...PUBLIC, IDENTITY: 'clerk' })).toBe('accepted')
    const live = {
      CLERK_PUBLISHABLE_KEY: keyOf('clerk.example.org$', 'live'),
      CLERK_SECRET_KEY: 'sk_live_abc',
    }
    expect(refusal({ ...PUBLIC, ...live })).toBe('accepted')
  })
})
