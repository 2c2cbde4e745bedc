import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { IdentitySession, Passkey, TwoFactorSetup, TwoFactorState } from '#domain/schemas/identity.ts'
import { sql } from '#server/db/database.ts'
import { type Browser, openIdentity, type TestIdentity } from '#tests/identity.ts'
import { totp } from '#tests/totp.ts'

let world: TestIdentity
beforeAll(async () => {
  world = await openIdentity()
})
afterAll(() => world.close())

const PASSWORD = 'a long password'
const NEW_PASSWORD = 'another long password'
const enter = (browser: Browser, email: string, password = PASSWORD) =>
  browser.post('/sign-in/email', { email, password })

/** Somebody with an account, signed in. */
async function member(email: string, userAgent?: string): Promise<Browser> {
  await world.account(email)
  const browser = world.browser(userAgent)
  expect((await enter(browser, email)).status).toBe(200)
  return browser
}

const linkOf = async (email: string): Promise<string> => {
  const find = () => world.mails.findLast(({ to, kind }) => to === email && kind === 'password_reset')?.text
  await expect.poll(find).toBeDefined()
  return /reset-password#(\S+)/.exec(find() ?? '')?.[1] ?? ''
}
const auditOf = async (email: string): Promise<string[]> =>
  (
    await world.db.query<{ action: string }>(sql`
      select action from audit_log where actor_id = (select id from users where email = ${email}) order by action`)
  ).map(({ action }) => action)
const subjectsTo = (email: string) =>
  world.mails.filter(({ to }) => to === email).map(({ subject }) => subject)

describe('resetting a forgotten password', () => {
  it('works once with the mailed link and ends every session', async () => {
    const ann = await member('ann@example.org')
    expect((await world.browser().post('/password/forgot', { email: 'Ann@example.org' })).body).toEqual({
      success: true,
    })
    const token = await linkOf('ann@example.org')
    const stranger = world.browser()
    const short = await stranger.post('/password/reset', { token, password: 'short' })
    expect([short.status, Object.keys(short.body.fields ?? {})]).toEqual([400, ['password']])
    const set = await stranger.post('/password/reset', { token, password: NEW_PASSWORD })
    expect(set.status).toBe(200)
    expect(await ann.token()).toBeNull()
    expect((await enter(ann, 'ann@example.org')).status).toBe(401)
    expect((await enter(ann, 'ann@example.org', NEW_PASSWORD)).status).toBe(200)

    const again = await stranger.post('/password/reset', { token, password: PASSWORD })
    expect([again.status, again.body.fields?.token]).toEqual([
      400,
      'That link was used already, or is too old: ask for a new one',
    ])
    expect(await auditOf('ann@example.org')).toEqual(['user.password_reset'])
    expect(subjectsTo('ann@example.org')).toContain('Your password was changed')
  })

  it('is refused with an expired or invalid link', async () => {
    await world.account('bob@example.org')
    const bob = world.browser()
    await bob.post('/password/forgot', { email: 'bob@example.org' })
    const token = await linkOf('bob@example.org')
    const stored = await world.db.query<{ identifier: string }>(
      sql`select identifier from identity.verification`,
    )
    expect(stored.map(({ identifier }) => identifier).join()).not.toContain(token)
    await world.db.query(sql`update identity.verification set expires_at = '2020-01-01T00:00:00Z'`)
    for (const one of [token, 'nonsense', 'x'.repeat(200)]) {
      expect((await bob.post('/password/reset', { token: one, password: NEW_PASSWORD })).status).toBe(400)
    }
    expect((await enter(bob, 'bob@example.org')).status).toBe(200)
  })

  it('answers alike for an unknown address, and mails nothing', async () => {
    const mailed = world.mails.length
    const nobody = await world.browser().post('/password/forgot', { email: 'nobody@example.org' })
    expect([nobody.status, nobody.body]).toEqual([200, { success: true }])
    expect(world.mails.length).toBe(mailed)
  })

  it('can be requested five times an hour per address, with or without an account', async () => {
    for (const email of ['often@example.org', 'ann@example.org']) {
      const ask = () => world.browser().post('/password/forgot', { email })
      const statuses: number[] = []
      for (let count = 0; count < 6; count += 1) statuses.push((await ask()).status)
      expect(statuses.at(-1)).toBe(429)
    }
    const refused = await world.browser().post('/password/forgot', { email: 'often@example.org' })
    expect(refused.body.message).toMatch(/^Too many tries: wait \d+ minutes, then try again$/)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
  })
})

describe('changing a password', () => {
  it('requires the current one, ends other sessions and renews this one', async () => {
    const cat = await member('cat@example.org')
    const phone = world.browser()
    await enter(phone, 'cat@example.org')
    const wrong = await cat.post('/password', { currentPassword: 'wrong', newPassword: NEW_PASSWORD })
    expect([wrong.status, wrong.body.fields]).toEqual([
      400,
      { currentPassword: 'That is not your current password' },
    ])
    const before = cat.cookie
    const changed = await cat.post('/password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD })
    expect(changed.status).toBe(200)
    expect(cat.cookie).not.toBe(before)
    expect(await cat.token()).not.toBeNull()
    expect(await phone.token()).toBeNull()
    expect(await world.identity.tokenForCookie(new Headers({ cookie: before }))).toBeNull()
    expect(await auditOf('cat@example.org')).toEqual(['user.password_change'])
  })

  it('is refused after five wrong guesses of the current one', async () => {
    const dan = await member('dan@example.org')
    const guess = () => dan.post('/password', { currentPassword: 'wrong', newPassword: NEW_PASSWORD })
    for (let count = 0; count < 5; count += 1) expect((await guess()).status).toBe(400)
    const refused = await guess()
    expect([refused.status, refused.body.message]).toEqual([
      429,
      expect.stringMatching(/^Too many tries: wait \d+ seconds?, then try again$/),
    ])
  })
})

describe('sessions', () => {
  it('are listed without secrets and can be ended singly or all others at once', async () => {
    const eva = await member('eva@example.org', 'Desk')
    const [phone, tablet] = [world.browser('Phone'), world.browser('Tablet')]
    await enter(phone, 'eva@example.org')
    await enter(tablet, 'eva@example.org')
    const list = async () => (await eva.get<IdentitySession[]>('/sessions')).body
    const sessions = await list()
    expect(sessions.map(({ userAgent, isCurrent }) => [userAgent, isCurrent])[0]).toEqual(['Desk', true])
    expect(Object.keys(sessions[0] ?? {}).sort()).toEqual([
      ...['createdAt', 'id', 'isCurrent', 'lastSeenAt', 'userAgent'],
    ])

    const ofPhone = sessions.find(({ userAgent }) => userAgent === 'Phone')?.id
    const stranger = await member('eve@example.org')
    expect((await stranger.delete(`/sessions/${ofPhone}`)).status).toBe(404)
    expect((await world.browser().delete(`/sessions/${ofPhone}`)).status).toBe(401)
    expect(await phone.token()).not.toBeNull()
    expect((await eva.delete(`/sessions/${ofPhone}`)).status).toBe(200)
    expect(await phone.token()).toBeNull()
    expect((await eva.delete('/sessions')).status).toBe(200)
    expect(await tablet.token()).toBeNull()
    expect((await list()).map(({ userAgent }) => userAgent)).toEqual(['Desk'])
    expect(await stranger.token()).not.toBeNull()
  })

  it('are stored as hashes and renewed at each sign-in', async () => {
    const fin = await member('fin@example.org')
    const before = fin.cookie
    await enter(fin, 'fin@example.org')
    expect(fin.cookie).not.toBe(before)
    const rows = await world.db.query<{ token: string }>(sql`select token from identity.session`)
    for (const { token } of rows) {
      expect(token).toMatch(/^[0-9a-f]{64}$/)
      expect(decodeURIComponent(fin.cookie)).not.toContain(token)
    }
  })

  it('cannot be used from another site', async () => {
    const gus = await member('gus@example.org')
    const foreign = { origin: 'https://evil.example' }
    const paths = [
      '/password',
      '/two-factor',
      '/two-factor/off',
      '/passkeys/options',
      '/account/deletion',
      '/email',
    ]
    const body = {
      password: PASSWORD,
      currentPassword: PASSWORD,
      newPassword: NEW_PASSWORD,
      email: 'x@example.org',
    }
    for (const path of paths) expect((await gus.post(path, body, foreign)).status, path).toBe(403)
    expect((await gus.call('DELETE', '/sessions', undefined, foreign)).status).toBe(403)
  })
})

/** Turns two-factor sign-in on. */
async function turnOnTwoFactor(browser: Browser): Promise<TwoFactorSetup & { code: string }> {
  const { body } = await browser.post<TwoFactorSetup>('/two-factor', { password: PASSWORD })
  const code = totp(body.secret)
  const on = await browser.post('/two-factor/confirm', { code })
  expect(on.status).toBe(200)
  return { ...body, code }
}

describe('two-factor sign-in', () => {
  it('is on once a code was confirmed, and is then required', async () => {
    const hal = await member('hal@example.org')
    expect((await hal.post('/two-factor', { password: 'wrong' })).status).toBe(400)
    const { body: setup } = await hal.post<TwoFactorSetup>('/two-factor', { password: PASSWORD })
    expect(setup.qr).toMatch(/^data:image\/svg\+xml;base64,/)
    expect(setup.backupCodes).toHaveLength(10)
    expect((await hal.get<TwoFactorState>('/two-factor')).body.isOn).toBe(false)
    expect((await enter(world.browser(), 'hal@example.org')).body.twoFactorRequired).toBe(false)
    const wrong = await hal.post('/two-factor/confirm', { code: totp(setup.secret, 100) })
    expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([400, ['code']])
    expect((await hal.post('/two-factor/confirm', { code: totp(setup.secret) })).status).toBe(200)
    expect((await hal.get<TwoFactorState>('/two-factor')).body).toEqual({ isOn: true, backupCodesLeft: 10 })

    const phone = world.browser()
    const first = await enter(phone, 'hal@example.org')
    expect([first.status, first.body.twoFactorRequired]).toEqual([200, true])
    expect(await phone.token()).toBeNull()
    expect((await phone.post('/sign-in/two-factor', { code: totp(setup.secret, 100) })).status).toBe(400)
    expect((await phone.post('/sign-in/two-factor', { code: totp(setup.secret, 1) })).status).toBe(200)
    expect(await phone.token()).not.toBeNull()
    expect(await auditOf('hal@example.org')).toEqual(['user.two_factor_on'])
  })

  it('requires the password first, and ends after five wrong codes', async () => {
    const ida = await member('ida@example.org')
    const { secret } = await turnOnTwoFactor(ida)
    const stranger = world.browser()
    expect((await stranger.post('/sign-in/two-factor', { code: totp(secret) })).status).toBe(401)
    await enter(stranger, 'ida@example.org')
    for (let count = 0; count < 5; count += 1) {
      expect((await stranger.post('/sign-in/two-factor', { code: totp(secret, 100 + count) })).status).toBe(
        400,
      )
    }
    const late = await stranger.post('/sign-in/two-factor', { code: totp(secret) })
    expect([late.status, late.body.message]).toEqual([401, 'That took too long: sign in again'])
  })

  it('accepts an app code once, even in simultaneous requests', async () => {
    const may = await member('may@example.org')
    const { secret, code: shown } = await turnOnTwoFactor(may)
    const next = totp(secret, 1)
    const use = async (code: string) => {
      const browser = world.browser()
      await enter(browser, 'may@example.org')
      return { browser, answer: await browser.post('/sign-in/two-factor', { code }) }
    }
    const seen = await use(shown)
    expect([seen.answer.status, seen.answer.body.fields]).toEqual([
      400,
      { code: 'That is not the code that the app shows now: try the next one' },
    ])
    const many = await Promise.all(['a', 'b', 'c'].map(() => use(next)))
    expect(many.map(({ answer }) => answer.status).sort()).toEqual([200, 400, 400])
    const opened = await Promise.all(many.map(({ browser }) => browser.token()))
    expect(opened.filter(Boolean)).toHaveLength(1)
    const sessions = await world.db.query(sql`
      select 1 from identity.session s join identity."user" u on u.id = s.user_id where u.email = 'may@example.org'`)
    // The session that turned it on, and the one that was opened.
    expect(sessions).toHaveLength(2)
  })

  it('accepts a backup code once, and stores only its hash', async () => {
    const jan = await member('jan@example.org')
    const { backupCodes } = await turnOnTwoFactor(jan)
    const [row] = await world.db.query<{ backupCodes: string }>(sql`
      select backup_codes from identity.two_factor t join identity."user" u on u.id = t.user_id
       where u.email = 'jan@example.org'`)
    for (const code of backupCodes) expect(row?.backupCodes).not.toContain(code)
    const use = async (code: string) => {
      const browser = world.browser()
      await enter(browser, 'jan@example.org')
      return browser.post('/sign-in/two-factor', { code })
    }
    expect((await use(row?.backupCodes.match(/hash:[\w-]+/)?.[0] ?? '')).status).toBe(400)
    expect((await use(backupCodes[0] as string)).status).toBe(200)
    expect((await use(backupCodes[0] as string)).status).toBe(400)
    expect((await use(backupCodes[1] as string)).status).toBe(200)
    expect((await jan.get<TwoFactorState>('/two-factor')).body.backupCodesLeft).toBe(8)

    const renewed = await jan.post<{ backupCodes: string[] }>('/two-factor/backup-codes', {
      password: PASSWORD,
    })
    expect(renewed.body.backupCodes).toHaveLength(10)
    expect((await use(backupCodes[2] as string)).status).toBe(400)
    expect((await use(renewed.body.backupCodes[0] as string)).status).toBe(200)
  })

  it('is skipped on a trusted device until the password changes', async () => {
    const kai = await member('kai@example.org')
    const { secret } = await turnOnTwoFactor(kai)
    const phone = world.browser()
    await enter(phone, 'kai@example.org')
    await phone.post('/sign-in/two-factor', { code: totp(secret, 1), trustDevice: true })
    await phone.post('/sign-out')
    expect((await enter(phone, 'kai@example.org')).body.twoFactorRequired).toBe(false)
    await kai.post('/password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD })
    expect((await enter(phone, 'kai@example.org', NEW_PASSWORD)).body.twoFactorRequired).toBe(true)
  })

  it('is turned off with the password', async () => {
    const lee = await member('lee@example.org')
    await turnOnTwoFactor(lee)
    expect((await lee.post('/two-factor/off', { password: 'wrong' })).status).toBe(400)
    expect((await lee.post('/two-factor/off', { password: PASSWORD })).status).toBe(200)
    expect((await lee.get<TwoFactorState>('/two-factor')).body).toEqual({ isOn: false, backupCodesLeft: 0 })
    expect((await enter(world.browser(), 'lee@example.org')).body.twoFactorRequired).toBe(false)
  })
})

describe('passkeys', () => {
  it('require the password to be added, and are refused if invalid', async () => {
    const max = await member('max@example.org')
    expect((await max.post('/passkeys/options', { password: 'wrong' })).status).toBe(400)
    const options = await max.post<{ authenticatorSelection: object }>('/passkeys/options', {
      password: PASSWORD,
    })
    expect(options.body.authenticatorSelection).toMatchObject({ userVerification: 'required' })
    const made = { id: 'aaaa', rawId: 'aaaa', type: 'public-key', response: { clientDataJSON: 'e30' } }
    expect((await max.post('/passkeys', { name: 'Phone', response: made })).status).toBe(400)
    expect((await max.get<Passkey[]>('/passkeys')).body).toEqual([])

    const stranger = world.browser()
    expect(
      (await stranger.post<{ userVerification: string }>('/sign-in/passkey/options')).body.userVerification,
    ).toBe('required')
    const refused = await stranger.post('/sign-in/passkey', { response: made })
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'That passkey did not work here: try again, or use your password',
    ])
    expect((await stranger.post('/sign-in/passkey', { response: { id: 3 } })).status).toBe(400)
  })

  it('are renamed and removed by their owner only', async () => {
    const [ned, other] = [await member('ned@example.org'), await member('oda@example.org')]
    await world.db.query(sql`
      insert into identity.passkey (id, name, public_key, user_id, credential_id, counter, device_type, backed_up)
      select 'key1', 'Phone', 'x', id, 'credential', 0, 'singleDevice', false
        from identity."user" where email = 'ned@example.org'`)
    expect((await other.call('PUT', '/passkeys/key1', { name: 'Mine' })).status).toBe(404)
    expect((await other.delete('/passkeys/key1')).status).toBe(404)
    expect((await ned.call('PUT', '/passkeys/key1', { name: '' })).status).toBe(400)
    expect((await ned.call('PUT', '/passkeys/key1', { name: 'Old phone' })).status).toBe(200)
    expect((await ned.get<Passkey[]>('/passkeys')).body.map(({ name }) => name)).toEqual(['Old phone'])
    expect((await ned.delete('/passkeys/key1')).status).toBe(200)
    expect((await ned.get<Passkey[]>('/passkeys')).body).toEqual([])
    expect(await auditOf('ned@example.org')).toEqual(['user.passkey_remove', 'user.passkey_rename'])
  })
})

describe('changing an e-mail address', () => {
  it('takes effect once its code was typed, and notifies the old address', async () => {
    const pat = await member('pat@example.org')
    const id = (await world.userRow('pat@example.org'))?.id
    const ask = (password: string) => pat.post('/email', { email: 'Pat.New@example.org', password })
    expect((await ask('wrong')).status).toBe(400)
    expect((await ask(PASSWORD)).status).toBe(200)
    expect((await world.userRow('pat@example.org'))?.id).toBe(id)
    const confirm = (otp: string) => pat.post('/email/confirm', { email: 'pat.new@example.org', otp })
    const code = world.newestCode('pat.new@example.org')
    expect((await confirm(code === '000000' ? '111111' : '000000')).status).toBe(400)
    expect((await confirm(code)).status).toBe(200)
    expect((await confirm(code)).status).toBe(400)
    expect((await world.userRow('pat.new@example.org'))?.id).toBe(id)
    expect(await world.userRow('pat@example.org')).toBeUndefined()
    expect(subjectsTo('pat@example.org')).toContain('The e-mail address of your account was changed')
    expect((await enter(world.browser(), 'pat@example.org')).status).toBe(401)
    expect((await enter(world.browser(), 'pat.new@example.org')).status).toBe(200)
  })

  it('is impossible to an address in use, without revealing that it is', async () => {
    const [quin] = [await member('quin@example.org'), await member('rose@example.org')]
    const mailed = world.mails.length
    const taken = await quin.post('/email', { email: 'rose@example.org', password: PASSWORD })
    expect([taken.status, taken.body]).toEqual([200, { success: true }])
    expect(world.mails.length).toBe(mailed)
    expect(
      (await quin.post('/email/confirm', { email: 'rose@example.org', otp: '123456' })).body.fields,
    ).toEqual({
      otp: 'That is not the code in the newest e-mail',
    })
  })
})

describe('deleting an account', () => {
  it('erases the profile and every way to sign in', async () => {
    const sam = await member('sam@example.org')
    const id = (await world.userRow('sam@example.org'))?.id
    expect((await sam.get('/account/deletion')).body).toEqual({ reasons: [] })
    expect((await sam.post('/account/deletion', { password: 'wrong' })).status).toBe(400)
    expect((await sam.post('/account/deletion', { password: PASSWORD })).status).toBe(200)
    expect(await sam.token()).toBeNull()
    expect((await enter(sam, 'sam@example.org')).status).toBe(401)
    const [left] = await world.db.query<{
      email: string
      firstName: string | null
      deletedAt: Date | null
    }>(sql`
      select email, first_name, deleted_at from users where id = ${id}`)
    expect(left).toEqual({
      ...{ email: `deleted-${id}@deleted.invalid`, firstName: null, deletedAt: world.clock.now() },
    })
    expect(subjectsTo('sam@example.org')).toContain('Your account is deleted')
    await world.account('sam@example.org')
    expect((await world.userRow('sam@example.org'))?.id).not.toBe(id)
  })
})

it('session cookies are marked Secure when the site is reached over HTTPS', async () => {
  const httpsWorld = await openIdentity({
    ...{ APP_URL: 'https://pledge.example.org', DEMO: '0', CARDS: 'sandbox', MAIL: 'outbox' },
  })
  try {
    await httpsWorld.account('tom@example.org')
    const answer = await httpsWorld
      .browser()
      .post(
        '/sign-in/email',
        { email: 'tom@example.org', password: PASSWORD },
        { origin: 'https://pledge.example.org' },
      )
    expect(answer.status).toBe(200)
    for (const cookie of answer.headers.getSetCookie()) {
      expect(cookie).toMatch(/;\s*Secure/i)
      expect(cookie).toMatch(/HttpOnly/i)
      expect(cookie).toMatch(/SameSite=Lax/i)
    }
  } finally {
    await httpsWorld.close()
  }
})
