import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ManualClock, systemClock } from '#server/platform/base/clock.ts'
import { keyFor, readRing } from '#server/platform/db/secrets.ts'
import { type Browser, openIdentity, type TestIdentity } from '#tests/identity.ts'
import { createSignIn } from '#tests/sessions.ts'
import { createIdentityKeys } from './keys.ts'
import { createTokens } from './token.ts'

let world: TestIdentity
beforeAll(async () => {
  world = await openIdentity()
})
afterAll(() => world.close())

const browser = () => world.browser()
const signUp = (user: Browser, email: string, more = {}) =>
  user.post('/sign-up/email', {
    email,
    password: 'a long password',
    firstName: 'Ada',
    lastName: 'van Dyk',
    ...more,
  })
const verify = (user: Browser, email: string, otp = world.newestCode(email)) =>
  user.post('/email-otp/verify-email', { email, otp })

const userOf = async (token: string) => (await world.identity.verify(token))?.userId

describe('signing up', () => {
  it('mails a code that verifies the address and signs in', async () => {
    const ada = browser()
    const answer = await signUp(ada, 'Ada@Example.org')
    expect([answer.status, answer.body]).toEqual([
      200,
      { email: 'ada@example.org', emailVerified: false, twoFactorRequired: false },
    ])
    expect(await ada.token()).toBeNull()
    expect(await world.userRow('ada@example.org')).toBeUndefined()

    const code = world.newestCode('ada@example.org')
    const wrong = await verify(ada, 'ada@example.org', code === '000000' ? '111111' : '000000')
    expect([wrong.status, wrong.body.fields]).toEqual([
      400,
      { otp: 'That code does not work: enter the newest one, or request another' },
    ])
    const right = await verify(ada, 'ada@example.org')
    expect([right.status, right.body.emailVerified]).toEqual([200, true])
    const cookie = right.headers.getSetCookie().find((line) => line.includes('session_token')) ?? ''
    expect(cookie).toMatch(/HttpOnly/i)
    expect(cookie).toMatch(/SameSite=Lax/i)
    expect(cookie).not.toMatch(/Secure/)
    const user = await world.userRow('ada@example.org')
    expect(user).toMatchObject({ firstName: 'Ada', lastName: 'van Dyk', emailVerifiedAt: world.clock.now() })
    expect(await userOf((await ada.token()) as string)).toBe(user?.id)
  })

  it('mails the way back to the screen for the code, without the address in it', async () => {
    const eve = world.browser()
    await signUp(eve, 'eve@example.org')
    const mail = world.mails.findLast(({ to }) => to === 'eve@example.org')
    expect(mail?.text).toMatch(/Open that screen again: http\S+\/sign-up\?step=code\n/)
  })

  it('accepts only the newest code, three attempts each, in the browser that signed up', async () => {
    const bea = browser()
    const other = browser()
    await signUp(bea, 'bea@example.org')
    const replaced = world.newestCode('bea@example.org')
    const again = { email: 'bea@example.org', type: 'email-verification' }
    expect((await bea.post('/email-otp/send-verification-otp', again)).status).toBe(200)
    const second = world.newestCode('bea@example.org')
    expect(second).not.toBe(replaced)
    expect((await verify(other, 'bea@example.org', second)).status).toBe(401)
    await signUp(other, 'other@example.org')
    expect((await verify(other, 'bea@example.org', second)).status).toBe(400)
    const mailed = world.mails.length
    expect((await other.post('/email-otp/send-verification-otp', again)).status).toBe(200)
    expect(world.mails.length).toBe(mailed)

    for (let attempt = 0; attempt < 3; attempt += 1)
      expect((await verify(bea, 'bea@example.org', replaced)).status).toBe(400)
    expect((await verify(bea, 'bea@example.org', second)).status).toBe(400)
    expect(await bea.token()).toBeNull()
  })

  it('names every invalid field at once', async () => {
    const answer = await browser().post('/sign-up/email', {
      email: 'nobody',
      password: 'short',
      firstName: ' ',
    })
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.fields ?? {}).sort()).toEqual(['email', 'firstName', 'password'])
  })

  it('answers alike for an address that has an account, and mails its owner', async () => {
    await world.account('cid@example.org')
    const known = browser()
    const fresh = browser()
    const password = { password: 'tried by somebody' }
    const answers = [
      await signUp(known, 'cid@example.org', password),
      await signUp(fresh, 'new@example.org', password),
    ]
    const shape = ({ status, body, headers }: Awaited<ReturnType<typeof signUp>>) => ({
      status,
      body: { ...body, email: '' },
      cookies: headers.getSetCookie().map((line) => line.replace(/=[^;]*/, '').replace(/\w{20,}/g, '')),
    })
    expect(shape(answers[0] as never)).toEqual(shape(answers[1] as never))
    expect(world.mails.findLast(({ to }) => to === 'cid@example.org')?.subject).toBe(
      'You already have an account',
    )

    const wrong = [
      await verify(known, 'cid@example.org', '123456'),
      await verify(fresh, 'new@example.org', '123456'),
    ]
    expect(wrong[0]).toMatchObject({ status: 400, body: wrong[1]?.body })
    const signedIn = await Promise.all(
      ['cid@example.org', 'new@example.org'].map((email) =>
        browser().post('/sign-in/email', { email, ...password }),
      ),
    )
    expect(signedIn[0]).toMatchObject({ status: 401, body: signedIn[1]?.body })
    expect((await known.post('/email-otp/send-verification-otp', { email: 'cid@example.org' })).status).toBe(
      200,
    )
    expect(await known.token()).toBeNull()
  })

  it('says at sign-in that the address must be confirmed first, and mails the code again (R16)', async () => {
    const email = 'jo@example.org'
    await signUp(browser(), email, { password: 'what jo chose' })
    const first = world.newestCode(email)
    const laptop = browser()
    const enter = (password: string, from = laptop) => from.post('/sign-in/email', { email, password })

    const wrong = await enter('what jo mistyped')
    const nobody = await laptop.post('/sign-in/email', { email: 'no-jo@example.org', password: 'wrong' })
    expect([wrong.status, wrong.body]).toEqual([401, nobody.body])
    expect(wrong.headers.getSetCookie()).toEqual([])
    expect((await laptop.post('/email-otp/send-verification-otp', { email })).status).toBe(401)

    const right = await enter('what jo chose')
    expect(right).toMatchObject({ status: 401, body: { details: { isUnconfirmed: true } } })
    expect(right.body.message).toMatch(/^Confirm your email address first/)
    expect(await laptop.token()).toBeNull()
    expect((await laptop.post('/email-otp/send-verification-otp', { email })).status).toBe(200)
    const code = world.newestCode(email)
    expect(code).not.toBe(first)
    expect((await verify(laptop, email, code)).status).toBe(200)
    expect(await laptop.token()).not.toBeNull()

    expect((await enter('what jo chose', browser())).status).toBe(200)
    expect((await enter('what jo mistyped', browser())).body).toEqual(nobody.body)
  })

  it('tells its owner once in a while, by mail only, that an address has an account (R16)', async () => {
    const email = 'kit@example.org'
    await world.account(email)
    const before = world.mails.length
    await signUp(browser(), email, { password: 'a second one' })
    const kit = browser()
    const answer = await kit.post('/sign-in/email', { email, password: 'a second one' })
    expect(answer).toMatchObject({ status: 401, body: { details: { isUnconfirmed: true } } })
    // Nor is that mailed again within minutes, whoever asks, and the answer is the same.
    for (let times = 0; times < 3; times += 1)
      expect(await kit.post('/email-otp/send-verification-otp', { email })).toMatchObject({ status: 200 })
    expect(world.mails.slice(before).map(({ to, subject }) => [to, subject])).toEqual([
      [email, 'You already have an account'],
    ])
    expect((await kit.post('/sign-in/email', { email, password: 'a long password' })).status).toBe(200)
  })
})

describe('signing in and out', () => {
  it('opens a session with the right password, and ends it on sign-out', async () => {
    const id = await world.identity.createAccount({
      email: 'eve@example.org',
      password: 'demo-password',
      firstName: 'Eve',
      lastName: 'Poe',
    })
    const eve = browser()
    const answer = await eve.post('/sign-in/email', { email: 'eve@example.org', password: 'demo-password' })
    expect([answer.status, answer.body]).toEqual([
      200,
      { email: 'eve@example.org', emailVerified: true, twoFactorRequired: false },
    ])
    expect(await userOf((await eve.token()) as string)).toBe(id)
    const kept = eve.cookie
    expect(await userOf((await world.identity.tokenForCookie(new Headers({ cookie: kept }))) as string)).toBe(
      id,
    )

    expect((await eve.post('/sign-out', {})).status).toBe(200)
    expect(await eve.token()).toBeNull()
    expect(await world.identity.tokenForCookie(new Headers({ cookie: kept }))).toBeNull()
    expect(
      await world.identity.tokenForCookie(new Headers({ cookie: `${kept.slice(0, -8)}AAAAAAAA` })),
    ).toBeNull()
    expect(await world.identity.tokenForCookie(new Headers())).toBeNull()
  })

  it('answers alike for a wrong password and an unknown address', async () => {
    const wrong = await browser().post('/sign-in/email', { email: 'eve@example.org', password: 'wrong' })
    const nobody = await browser().post('/sign-in/email', { email: 'nobody@example.org', password: 'wrong' })
    expect(wrong.status).toBe(401)
    expect([nobody.status, nobody.body]).toEqual([wrong.status, wrong.body])
  })

  it('allows 20 attempts a minute from one IP address', async () => {
    const device = browser()
    // At once: on a busy machine, one after the other takes longer than the minute.
    const attempts = Array.from({ length: 21 }, (_, count) =>
      device.post('/sign-in/email', { email: `n${count}@example.org`, password: 'wrong' }),
    )
    const statuses = (await Promise.all(attempts)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([...Array(20).fill(401), 429])
    const refused = await device.post('/sign-in/email', {
      email: 'eve@example.org',
      password: 'demo-password',
    })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(
      (await browser().post('/sign-in/email', { email: 'eve@example.org', password: 'demo-password' }))
        .status,
    ).toBe(200)
  })

  it('lets five of fifty guesses at once through to one account, wherever they come from', async () => {
    await world.account('fifty@example.org')
    const guesses = Array.from({ length: 50 }, (_, index) => ({
      email: 'fifty@example.org',
      password: index === 49 ? 'a long password' : `guess ${index}`,
    }))
    const answers = await Promise.all(guesses.map((guess) => browser().post('/sign-in/email', guess)))
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    expect([count(401) + count(200), count(429)]).toEqual([5, 45])
  })

  it('refuses passwords that many people use, in any case, wherever one is chosen', async () => {
    const refused = (answer: { status: number; body: { fields?: Record<string, string> } }) => [
      answer.status,
      Object.values(answer.body.fields ?? {}).join(),
    ]
    const words = expect.stringContaining('easy to guess')
    for (const password of ['password123', 'QwertyUiop', '1234567890'])
      expect(refused(await signUp(browser(), 'common@example.org', { password }))).toEqual([400, words])
    const token = 'x'.repeat(24)
    expect(refused(await browser().post('/password/reset', { token, password: 'iloveyou1' }))).toEqual([
      400,
      words,
    ])
    await world.account('change@example.org')
    const user = browser()
    await user.post('/sign-in/email', { email: 'change@example.org', password: 'a long password' })
    const change = { currentPassword: 'a long password', newPassword: 'Sunshine1' }
    const answer = await user.post('/password', change)
    expect(refused(answer)).toEqual([400, words])
    expect(answer.body.fields).toHaveProperty('newPassword')
  })

  it('locks one account after five failures, never after successes', async () => {
    await world.identity.createAccount({
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

describe('sign-in requests from other sites', () => {
  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['another port', { origin: 'http://localhost:4000' }],
    ['no origin, but a cross-site fetch header', { 'sec-fetch-site': 'cross-site' }],
  ])('are refused for %s', async (_, headers) => {
    const body = { email: 'eve@example.org', password: 'demo-password' }
    expect((await browser().post('/sign-in/email', body, headers as Record<string, string>)).status).toBe(403)
    expect((await browser().post('/sign-out', {}, headers as Record<string, string>)).status).toBe(403)
  })

  it('do not include other names of this machine, or programs without an origin', async () => {
    const body = { email: 'eve@example.org', password: 'demo-password' }
    for (const origin of ['http://127.0.0.1:3000', 'http://[::1]:3000']) {
      expect((await browser().post('/sign-in/email', body, { origin })).status).toBe(200)
    }
    expect((await browser().post('/sign-in/email', body, {})).status).toBe(200)
  })
})

describe('session tokens', () => {
  it('are never cached, and null without a session', async () => {
    const answer = await browser().call('GET', '/token')
    expect([answer.status, answer.body]).toEqual([200, { token: null }])
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('carry only the user’s id and the session’s, and are valid for five minutes', async () => {
    const wall = new ManualClock(systemClock.now())
    const keys = await createIdentityKeys(world.db, wall)
    const { issue, read } = createTokens(keys, wall)
    const subject = { userId: '0190a1b2-0000-7000-8000-000000000001', sessionId: 's1' }
    const token = await issue(subject)
    const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as object
    expect(Object.keys(payload).sort()).toEqual(['exp', 'iat', 'iss', 'sid', 'sub'])
    wall.advance({ seconds: 299 })
    expect(await read(token)).toEqual(subject)
    expect(await createTokens(keys, wall).read(token)).not.toBeNull()
    wall.advance({ seconds: 2 })
    expect(await read(token)).toBeNull()
    expect(await createTokens(keys, wall).read(token)).toBeNull()
  })

  it('are refused when forged, unsigned, endless or changed', async () => {
    const [root] = await readRing(world.db)
    const key = keyFor(root.key, 'bearer')
    const userId = await world.account('forged@example.org')
    const good = await (await createSignIn(world.db))(userId)
    expect(await userOf(good)).toBe(userId)
    const [head, claims, signature] = good.split('.') as [string, string, string]
    const { sid } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sid: string }
    const make = (alg: string, secret: Uint8Array, { exp = true, session = sid, sub = userId } = {}) => {
      const jwt = new SignJWT({ sid: session })
        .setProtectedHeader({ alg, kid: root.id })
        .setIssuer('pledgeraiser')
        .setSubject(sub)
      return (exp ? jwt.setExpirationTime('5m') : jwt).sign(secret)
    }
    const other = Buffer.from(
      JSON.stringify({ iss: 'pledgeraiser', sub: userId, sid, exp: 9_999_999_999 }),
    ).toString('base64url')
    const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
    expect(await userOf(await make('HS256', key))).toBe(userId)
    const bad = [
      await make('HS256', new Uint8Array(32)),
      await make('HS512', key),
      await make('HS256', key, { exp: false }),
      await make('HS256', key, { session: 'another' }),
      await make('HS256', key, { sub: await world.account('other-forged@example.org') }),
      `${head}.${other}.${signature}`,
      `${none}.${other}.`,
      'nonsense',
      '',
      'x'.repeat(5000),
    ]
    for (const token of bad) expect(await world.identity.verify(token)).toBeNull()
  })

  it('are valid on every instance because the secret is created once', async () => {
    const rings = await Promise.all(Array.from({ length: 8 }, () => readRing(world.db)))
    expect(new Set(rings.map(([{ key }]) => key.toString('hex'))).size).toBe(1)
    expect(rings[0]?.[0].key.length).toBe(32)
  })
})
