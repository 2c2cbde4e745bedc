import { describe, expect, it } from 'vitest'
import { openingsFor, pageSecurity } from './page-security.ts'

const policyFor = (provider: 'sandbox' | 'stripe') => {
  const cards = { provider, publishableKey: null }
  const { 'content-security-policy': policy = '' } = pageSecurity('N0nce', false, openingsFor({ cards }))
  return Object.fromEntries(
    policy.split('; ').map((line) => {
      const [name = '', ...values] = line.split(' ')
      return [name, values]
    }),
  )
}

describe('the Content-Security-Policy', () => {
  it('lets a page reach nothing but this site', () => {
    const policy = policyFor('sandbox')
    expect(policy['script-src']).toEqual(["'self'", "'nonce-N0nce'"])
    for (const name of ['default-src', 'connect-src', 'frame-src']) expect(policy[name]).toEqual(["'self'"])
    expect(JSON.stringify(policy)).not.toContain('stripe')
  })

  it('is opened for Stripe where cards are Stripe’s, and only as far as its form needs', () => {
    const policy = policyFor('stripe')
    expect(policy['script-src']).toEqual([
      ...["'self'", "'nonce-N0nce'", 'https://js.stripe.com', 'https://*.js.stripe.com'],
    ])
    expect(policy['connect-src']).toContain('https://api.stripe.com')
    expect(policy['frame-src']).toContain('https://hooks.stripe.com')
    expect(policy['default-src']).toEqual(["'self'"])
    expect(policy['style-src']).toEqual(["'self'", "'nonce-N0nce'"])
  })
})
