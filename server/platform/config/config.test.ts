import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const refusal = (variables: Record<string, string | undefined>) => {
  try {
    readConfig(variables)
  } catch (error) {
    return (error as Error).message
  }
  return 'accepted'
}
const realSite = {
  APP_URL: 'https://pledges.example.org',
  HOST: '0.0.0.0',
  DATABASE_URL: 'postgres://app:secret@db.internal:5432/pledges',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  SMTP_URL: 'smtp://mail.internal:587',
  SECRET_KEY: 'x'.repeat(32),
}

describe('the settings', () => {
  it('need no variables on a developer’s machine', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      appUrl: 'http://localhost:3000',
      isLoopback: true,
      demo: true,
      cards: 'sandbox',
      mail: 'outbox',
      identity: 'embedded',
      databaseUrl: null,
      settlementNoticeDays: 3,
      checkClearingDays: 7,
      logLevel: 'info',
      limits: { perMinute: { writes: 120, pledges: 30 } },
      cache: true,
      jobs: true,
      migrates: true,
      shutdown: { noticeMs: 0, requestsMs: 30_000 },
    })
    expect(config.dataDir).toMatch(/^\/.*\.data$/)
  })

  it('keep metrics to themselves until a token or a port is set', () => {
    expect(readConfig({}).metrics.isOn).toBe(false)
    expect(readConfig({ METRICS_PORT: '9464' }).metrics).toMatchObject({
      isOn: true,
      port: 9464,
      token: null,
    })
    expect(readConfig({ METRICS_TOKEN: 'x'.repeat(16) }).metrics.isOn).toBe(true)
    expect(refusal({ METRICS_TOKEN: 'short' })).toContain('METRICS_TOKEN must have at least 16 characters')
    expect(refusal({ METRICS_PORT: '3000' })).toContain('METRICS_PORT must differ from PORT')
  })

  it('charge no more cards at once than there are connections', () => {
    expect(readConfig({}).atOnce).toEqual({ charges: 20, mails: 16 })
    expect(readConfig({ DATABASE_CONNECTIONS: '6' }).atOnce.charges).toBe(6)
    expect(readConfig({ CHARGES_AT_ONCE: '40', DATABASE_CONNECTIONS: '40' }).atOnce.charges).toBe(40)
    expect(refusal({ CHARGES_AT_ONCE: '21' })).toContain(
      'CHARGES_AT_ONCE must be at most DATABASE_CONNECTIONS (20)',
    )
  })

  it('treat an empty text as not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' }).port).toBe(3000)
  })

  it('check the form of a maps key; a mistyped one does not stop the start', () => {
    const key = `AIza${'x'.repeat(35)}`
    expect(readConfig({}).places).toEqual({ provider: 'none', key: null })
    expect(readConfig({ GOOGLE_MAPS_KEY: key }).places).toEqual({ provider: 'google', key })
    for (const mistyped of [`${key}x`, key.slice(1), 'none'])
      expect(readConfig({ GOOGLE_MAPS_KEY: mistyped }).places).toEqual({ provider: 'google', key: null })
  })

  it('trust the three names of this machine at the site’s port', () => {
    expect(readConfig({ PORT: '4000' }).trustedOrigins).toEqual([
      'http://localhost:4000',
      'http://127.0.0.1:4000',
      'http://[::1]:4000',
    ])
    expect(readConfig(realSite).trustedOrigins).toEqual(['https://pledges.example.org'])
  })

  it('fill the demo by default into the embedded database only', () => {
    expect(readConfig({ DATABASE_URL: 'postgres://localhost/x' }).demo).toBe(false)
    expect(readConfig({ DATABASE_URL: 'postgres://localhost/x', DEMO: '1' }).demo).toBe(true)
    expect(readConfig({ DEMO: '0' }).demo).toBe(false)
  })

  it('show a site to search engines only if it is public with real cards, or if set', () => {
    expect(readConfig(realSite).isListed).toBe(true)
    const shown = (variables: Record<string, string>) => readConfig({ ...realSite, ...variables }).isListed
    expect(shown({ CARDS: 'sandbox' })).toBe(false)
    expect(shown({ DEMO: '1' })).toBe(false)
    expect(readConfig({}).isListed).toBe(false)
    expect(readConfig({ SEARCH_ENGINES: '1' }).isListed).toBe(true)
    expect(shown({ SEARCH_ENGINES: '0' })).toBe(false)
  })

  it('use the direct database address for jobs and LISTEN if there is one', () => {
    const url = 'postgres://localhost/x'
    expect(readConfig({ DATABASE_URL: url }).databaseDirectUrl).toBe(url)
    const direct = 'postgres://localhost:5433/x'
    expect(readConfig({ DATABASE_URL: url, DATABASE_DIRECT_URL: direct }).databaseDirectUrl).toBe(direct)
  })

  it('take an address with several hosts, and say what is wrong with one without repeating it', () => {
    const several = 'postgres://app:hunter2@one:5432,two:5433/pledges?target_session_attrs=read-write'
    expect(readConfig({ DATABASE_URL: several }).databaseUrl).toBe(several)
    const refused = refusal({ DATABASE_URL: several.replace('read-write', 'standby') })
    expect(refused).toContain('DATABASE_URL must have a target_session_attrs of read-write')
    expect(refused).not.toContain('hunter2')
    for (const wrong of ['mysql://app@one/x', 'postgres://app:hunter2@one,two:port/x', 'one:5432'])
      expect(refusal({ DATABASE_URL: wrong })).toMatch(/DATABASE_URL must look like postgres:(?!.*hunter2)/)
  })

  it('name every invalid variable at once', () => {
    const message = refusal({
      PORT: 'http',
      LOG_LEVEL: 'loud',
      SMTP_URL: 'mail',
      SETTLEMENT_NOTICE_DAYS: '99',
      CHECK_CLEARING_DAYS: '7.5',
    })
    expect(message).toContain('PORT must be a whole number')
    expect(message).toContain('LOG_LEVEL')
    expect(message).toContain('SMTP_URL must look like smtp://')
    expect(message).toContain('SETTLEMENT_NOTICE_DAYS must be at most 60')
    expect(message).toContain('CHECK_CLEARING_DAYS must be a whole number')
  })

  it('never repeat a secret in the error', () => {
    expect(refusal({ ...realSite, PORT: 'x', SMTP_URL: 'hunter2' })).not.toContain('hunter2')
  })
})

describe('a public site', () => {
  it('refuses demo accounts, sandbox cards and the outbox by default', () => {
    for (const variables of [{ HOST: '0.0.0.0' }, { APP_URL: 'https://pledges.example.org' }]) {
      const message = refusal(variables)
      expect(message).toContain('DEMO=0')
      expect(message).toContain('CARDS=sandbox')
      expect(message).toContain('MAIL=outbox')
    }
  })

  it('accepts each if it is set explicitly', () => {
    const config = readConfig({ HOST: '0.0.0.0', DEMO: '1', CARDS: 'sandbox', MAIL: 'outbox' })
    expect(config).toMatchObject({ demo: true, cards: 'sandbox', mail: 'outbox', isLoopback: false })
    expect(refusal({ HOST: '0.0.0.0', DEMO: '1', CARDS: 'sandbox' })).toContain('SMTP_URL')
  })

  it('gives proxies time to notice that it stops', () => {
    expect(readConfig(realSite).shutdown).toEqual({ noticeMs: 5_000, requestsMs: 30_000 })
    const set = readConfig({ ...realSite, SHUTDOWN_NOTICE_SECONDS: '0', SHUTDOWN_SECONDS: '60' })
    expect(set.shutdown).toEqual({ noticeMs: 0, requestsMs: 60_000 })
  })

  it('accepts a server with real cards, mail and database', () => {
    expect(readConfig(realSite)).toMatchObject({ cards: 'stripe', mail: 'smtp', demo: false })
  })

  it('requires all keys of a provider that is switched on', () => {
    const message = refusal({ CARDS: 'stripe', MAIL: 'smtp', IDENTITY: 'clerk' })
    for (const name of ['STRIPE_SECRET_KEY', 'SMTP_URL', 'CLERK_PUBLISHABLE_KEY'])
      expect(message).toContain(name)
  })
})

describe('the Stripe settings', () => {
  const test = { STRIPE_PUBLISHABLE_KEY: 'pk_test_x', STRIPE_SECRET_KEY: 'sk_test_x' }

  it('move real money only with live keys (R39)', () => {
    expect(readConfig(test)).toMatchObject({ cards: 'stripe', moneyMode: 'sandbox', isListed: false })
    expect(readConfig(realSite)).toMatchObject({ cards: 'stripe', moneyMode: 'live' })
    expect(readConfig({ ...test, CARDS: 'sandbox' })).toMatchObject({ cards: 'sandbox' })
    expect(readConfig({ ...realSite, CARDS: 'sandbox' }).moneyMode).toBe('sandbox')
  })

  it.each([
    [{ ...test, STRIPE_SECRET_KEY: 'sk_live_x' }, 'both must be of one kind'],
    [{ ...test, STRIPE_PUBLISHABLE_KEY: 'pk_live_x' }, 'both must be of one kind'],
    [{ ...test, STRIPE_SECRET_KEY: 'pk_test_x' }, 'STRIPE_SECRET_KEY must start with sk_test_'],
    [{ ...test, STRIPE_PUBLISHABLE_KEY: 'sk_test_x' }, 'STRIPE_PUBLISHABLE_KEY must start with pk_test_'],
    [{ ...test, STRIPE_WEBHOOK_SECRET: 'secret' }, 'STRIPE_WEBHOOK_SECRET must start with whsec_'],
    [{ STRIPE_SECRET_KEY: 'sk_test_x' }, 'STRIPE_PUBLISHABLE_KEY is missing'],
    [{ ...realSite, APP_URL: '', HOST: '' }, 'would charge real cards'],
    [{ ...realSite, APP_URL: 'http://pledges.example.org' }, 'https only'],
    [{ ...realSite, STRIPE_API_HOST: 'stand-in.test' }, 'a live key is sent to Stripe itself'],
    [{ ...realSite, STRIPE_WEBHOOK_SECRET: '' }, 'https://pledges.example.org/api/webhooks/stripe'],
    [{ ...realSite, ...test }, 'CARDS=stripe to keep them'],
  ])('are refused with a reason: %o', (variables, words) => {
    expect(refusal(variables)).toContain(words)
  })

  it('accept test keys on a public site if set explicitly', () => {
    const config = readConfig({ ...realSite, ...test, CARDS: 'stripe' })
    expect(config).toMatchObject({ cards: 'stripe', moneyMode: 'sandbox', isListed: false })
  })

  it('never repeat a key in the error', () => {
    const keys = { STRIPE_PUBLISHABLE_KEY: 'pk_live_abc', STRIPE_SECRET_KEY: 'sk_test_hunter2' }
    expect(refusal(keys)).not.toMatch(/hunter2|pk_live_abc/)
  })
})
