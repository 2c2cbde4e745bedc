import { OpenAPIHono } from '@hono/zod-openapi'
import { SignJWT } from 'jose'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmbeddedIdentity, type EmbeddedIdentity } from '#server/adapters/identity-embedded.ts'
import { createTokens, keyFor, readSecret } from '#server/adapters/identity-token.ts'
import { ManualClock, systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { type Database, openDatabase, sql } from '#server/db/database.ts'
import { createLimits, type Limits } from '#server/limits.ts'
import type { OutgoingMail } from '#server/mails/actions.ts'
import { createTestDatabase, type TestDatabase } from '#tests/database.ts'

const OWN = 'http://localhost:3000'
const PER_MINUTE = { writes: 1000, pledges: 1000, sign_in: 20, card_saves: 1000 }

let test: TestDatabase
let db: Database
let limits: Limits
let identity: EmbeddedIdentity
let app: OpenAPIHono
const mails: OutgoingMail[] = []
const clock = new ManualClock('2026-03-01T12:00:00Z')

beforeAll(async () => {
  test = await createTestDatabase()
  db = openDatabase({ url: test.url, connections: 4 })
  limits = createLimits(test.url, PER_MINUTE, 1_000)
  identity = await createEmbeddedIdentity({
    ...{ config: readConfig({}), db, clock, limits, log: pino({ level: 'silent' }) },
    sendMail: async (mail) => void mails.push(mail),
  })
  app = new OpenAPIHono()
  identity.mount(app)
})

afterAll(async () => {
  await limits.close()
  await db.close()
  await test.drop()
})

/** A browser: its address counts against the limits, its cookies come back with every call. */
class Browser {
  readonly #address: string
  readonly #cookies = new Map<string, string>()
  constructor(address: string) {
    this.#address = address
  }

  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = { origin: OWN },
  ) {
    const request = new Request(`${OWN}/api/identity${path}`, {
      method,
      headers: {
        'x-forwarded-for': this.#address,
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const response = await app.fetch(request, { incoming: { socket: { remoteAddress: '127.0.0.1' } } })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (!name) continue
      if (value && !/max-age=0/i.test(line)) this.#cookies.set(name, value)
      else this.#cookies.delete(name)
    }
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer }
  }

  post = (path: string, body: unknown, headers?: Record<string, string>) =>
    this.call('POST', path, body, headers)
  token = async () => (await this.call('GET', '/token')).body.token ?? null
  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }
}

type Answer = {
  token?: string | null
  emailVerified?: boolean
  code?: string
  message?: string
  fields?: Record<string, string>
}

let addresses = 0
const browser = () => new Browser(`203.0.113.${++addresses}`)
const signUp = (user: Browser, email: string, more = {}) =>
  user.post('/sign-up/email', {
    email,
    password: 'a long password',
    firstName: 'Ada',
    lastName: 'van Dyk',
    ...more,
  })
const newestCode = (to: string) =>
  /\b(\d{6})\b/.exec(mails.findLast((mail) => mail.to === to)?.text ?? '')?.[1] ?? 'no code was mailed'
const userRow = async (email: string) =>
  (
    await db.query<{ id: string; firstName: string; lastName: string; emailVerifiedAt: Date | null }>(sql`
      select id, first_name, last_name, email_verified_at from users where email = ${email} and deleted_at is null`)
  )[0]

describe('signing up', () => {
  it('signs in at once, mails a code, and the code proves the address', async () => {
    const ada = browser()
    const answer = await signUp(ada, 'Ada@Example.org')
    expect([answer.status, answer.body]).toEqual([200, { email: 'ada@example.org', emailVerified: false }])
    const cookie = answer.headers.getSetCookie().join()
    expect(cookie).toMatch(/HttpOnly/i)
    expect(cookie).toMatch(/SameSite=Lax/i)
    expect(cookie).not.toMatch(/Secure/)

    const before = await userRow('ada@example.org')
    expect(before).toMatchObject({ firstName: 'Ada', lastName: 'van Dyk', emailVerifiedAt: null })
    expect(await identity.verify((await ada.token()) as string)).toBe(before?.id)

    const code = newestCode('ada@example.org')
    const wrong = await ada.post('/email-otp/verify-email', {
      email: 'ada@example.org',
      otp: code === '000000' ? '111111' : '000000',
    })
    expect([wrong.status, wrong.body.fields]).toEqual([
      400,
      { otp: 'That is not the code in the newest e-mail' },
    ])
    const right = await ada.post('/email-otp/verify-email', { email: 'ada@example.org', otp: code })
    expect([right.status, right.body.emailVerified]).toEqual([200, true])
    const after = await userRow('ada@example.org')
    expect(after?.id).toBe(before?.id)
    expect(after?.emailVerifiedAt).toEqual(clock.now())
  })

  it('takes the newest code, three tries each, and only from the account itself', async () => {
    const [bea, other] = [browser(), browser()]
    await signUp(bea, 'bea@example.org')
    const replaced = newestCode('bea@example.org')
    expect(
      (
        await bea.post('/email-otp/send-verification-otp', {
          email: 'bea@example.org',
          type: 'email-verification',
        })
      ).status,
    ).toBe(200)
    const second = newestCode('bea@example.org')
    expect(second).not.toBe(replaced)
    expect(
      (await other.post('/email-otp/verify-email', { email: 'bea@example.org', otp: second })).status,
    ).toBe(401)
    await signUp(other, 'other@example.org')
    expect(
      (await other.post('/email-otp/verify-email', { email: 'bea@example.org', otp: second })).status,
    ).toBe(400)
    expect((await other.post('/email-otp/send-verification-otp', { email: 'bea@example.org' })).status).toBe(
      400,
    )

    const guess = () => bea.post('/email-otp/verify-email', { email: 'bea@example.org', otp: replaced })
    for (let tries = 0; tries < 3; tries += 1) expect((await guess()).status).toBe(400)
    const late = await bea.post('/email-otp/verify-email', { email: 'bea@example.org', otp: second })
    expect([late.status, late.body.fields?.otp]).toEqual([
      400,
      'Too many tries with that code: ask for a new one',
    ])
    expect((await userRow('bea@example.org'))?.emailVerifiedAt).toBeNull()
  })

  it('names every wrong field at once', async () => {
    const answer = await browser().post('/sign-up/email', {
      email: 'nobody',
      password: 'short',
      firstName: ' ',
    })
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.fields ?? {}).sort()).toEqual(['email', 'firstName', 'password'])
  })

  it('refuses an address that is proven, and lets its owner have one that nobody has', async () => {
    await identity.createAccount({
      email: 'cid@example.org',
      password: 'a long password',
      firstName: 'Cid',
      lastName: 'Roe',
    })
    const taken = await signUp(browser(), 'cid@example.org')
    expect([taken.status, Object.keys(taken.body.fields ?? {})]).toEqual([400, ['email']])

    const [squatter, owner] = [browser(), browser()]
    await signUp(squatter, 'dee@example.org', { password: 'the squatter' })
    const squatted = await userRow('dee@example.org')
    expect((await signUp(owner, 'dee@example.org')).status).toBe(200)
    expect(await squatter.token()).toBeNull()
    expect(
      (await squatter.post('/sign-in/email', { email: 'dee@example.org', password: 'the squatter' })).status,
    ).toBe(401)
    const code = newestCode('dee@example.org')
    expect(
      (await owner.post('/email-otp/verify-email', { email: 'dee@example.org', otp: code })).status,
    ).toBe(200)
    expect((await userRow('dee@example.org'))?.id).not.toBe(squatted?.id)
    expect(await identity.verify((await owner.token()) as string)).toBe(
      (await userRow('dee@example.org'))?.id,
    )
  })
})

describe('signing in and out', () => {
  it('opens a session with the right password, and ends it', async () => {
    const id = await identity.createAccount({
      email: 'eve@example.org',
      password: 'demo-password',
      firstName: 'Eve',
      lastName: 'Poe',
    })
    const eve = browser()
    const answer = await eve.post('/sign-in/email', { email: 'eve@example.org', password: 'demo-password' })
    expect([answer.status, answer.body]).toEqual([200, { email: 'eve@example.org', emailVerified: true }])
    expect(await identity.verify((await eve.token()) as string)).toBe(id)
    const kept = eve.cookie
    expect(
      await identity.verify((await identity.tokenForCookie(new Headers({ cookie: kept }))) as string),
    ).toBe(id)

    expect((await eve.post('/sign-out', {})).status).toBe(200)
    expect(await eve.token()).toBeNull()
    expect(await identity.tokenForCookie(new Headers({ cookie: kept }))).toBeNull()
    expect(await identity.tokenForCookie(new Headers({ cookie: `${kept.slice(0, -8)}AAAAAAAA` }))).toBeNull()
    expect(await identity.tokenForCookie(new Headers())).toBeNull()
  })

  it('says the same of a wrong password and of nobody', async () => {
    const wrong = await browser().post('/sign-in/email', { email: 'eve@example.org', password: 'wrong' })
    const nobody = await browser().post('/sign-in/email', { email: 'nobody@example.org', password: 'wrong' })
    expect(wrong.status).toBe(401)
    expect([nobody.status, nobody.body]).toEqual([wrong.status, wrong.body])
  })

  it('allows 20 tries a minute from one address', async () => {
    const tries = browser()
    const statuses: number[] = []
    for (let count = 0; count < 21; count += 1) {
      statuses.push(
        (await tries.post('/sign-in/email', { email: `n${count}@example.org`, password: 'wrong' })).status,
      )
    }
    expect(statuses).toEqual([...Array(20).fill(401), 429])
    const refused = await tries.post('/sign-in/email', {
      email: 'eve@example.org',
      password: 'demo-password',
    })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(
      (await browser().post('/sign-in/email', { email: 'eve@example.org', password: 'demo-password' }))
        .status,
    ).toBe(200)
  })

  it('allows fewer for one account, but only after failures', async () => {
    await identity.createAccount({
      email: 'fay@example.org',
      password: 'demo-password',
      firstName: 'Fay',
      lastName: 'Orr',
    })
    const right = () =>
      browser().post('/sign-in/email', { email: 'fay@example.org', password: 'demo-password' })
    for (let count = 0; count < 8; count += 1) expect((await right()).status).toBe(200)
    for (let count = 0; count < 5; count += 1) {
      expect(
        (await browser().post('/sign-in/email', { email: 'fay@example.org', password: 'wrong' })).status,
      ).toBe(401)
    }
    expect((await right()).status).toBe(429)
  })
})

describe('other sites', () => {
  it.each([
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['another port', { origin: 'http://localhost:4000' }],
    ['no origin, but a browser that says so', { 'sec-fetch-site': 'cross-site' }],
  ])('are refused: %s', async (_, headers) => {
    const body = { email: 'eve@example.org', password: 'demo-password' }
    expect((await browser().post('/sign-in/email', body, headers as Record<string, string>)).status).toBe(403)
    expect((await browser().post('/sign-out', {}, headers as Record<string, string>)).status).toBe(403)
  })

  it('are not other names of this machine, nor programs without an origin', async () => {
    const body = { email: 'eve@example.org', password: 'demo-password' }
    for (const origin of ['http://127.0.0.1:3000', 'http://[::1]:3000']) {
      expect((await browser().post('/sign-in/email', body, { origin })).status).toBe(200)
    }
    expect((await browser().post('/sign-in/email', body, {})).status).toBe(200)
  })
})

describe('tokens', () => {
  it('are never cached, and null without a session', async () => {
    const answer = await browser().call('GET', '/token')
    expect([answer.status, answer.body]).toEqual([200, { token: null }])
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('carry our user and nothing personal, for five minutes of real time', async () => {
    const key = keyFor(await readSecret(db), 'bearer')
    const wall = new ManualClock(systemClock.now())
    const { issue, verify } = createTokens(key, wall)
    const token = await issue('0190a1b2-0000-7000-8000-000000000001')
    const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as object
    expect(Object.keys(payload).sort()).toEqual(['exp', 'iat', 'iss', 'sub'])
    wall.advance({ seconds: 299 })
    expect(await verify(token)).toBe('0190a1b2-0000-7000-8000-000000000001')
    expect(await createTokens(key, wall).verify(token)).not.toBeNull()
    wall.advance({ seconds: 2 })
    expect(await verify(token)).toBeNull()
    expect(await createTokens(key, wall).verify(token)).toBeNull()
  })

  it('are refused when forged, unsigned, endless or changed', async () => {
    const key = keyFor(await readSecret(db), 'bearer')
    const make = (alg: string, secret: Uint8Array, exp = true) => {
      const jwt = new SignJWT().setProtectedHeader({ alg }).setIssuer('pledgeraiser').setSubject('someone')
      return (exp ? jwt.setExpirationTime('5m') : jwt).sign(secret)
    }
    const good = await make('HS256', key)
    expect(await identity.verify(good)).toBe('someone')
    const [head, , signature] = good.split('.') as [string, string, string]
    const other = Buffer.from(
      JSON.stringify({ iss: 'pledgeraiser', sub: 'other', exp: 9_999_999_999 }),
    ).toString('base64url')
    const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
    const bad = [
      await make('HS256', new Uint8Array(32)),
      await make('HS512', key),
      await make('HS256', key, false),
      `${head}.${other}.${signature}`,
      `${none}.${other}.`,
      'nonsense',
      '',
      'x'.repeat(5000),
    ]
    for (const token of bad) expect(await identity.verify(token)).toBeNull()
  })

  it('hold on every instance: the secret is made once', async () => {
    const secrets = await Promise.all(Array.from({ length: 8 }, () => readSecret(db)))
    expect(new Set(secrets.map((secret) => secret.toString('hex'))).size).toBe(1)
    expect(secrets[0]?.length).toBe(32)
  })
})
