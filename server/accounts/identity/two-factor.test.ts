/** Two-factor sign-in and passkeys work once per code, and only for their owner. */
import { describe, expect, it } from 'vitest'
import type { Passkey, TwoFactorSetup, TwoFactorState } from '#domain/schemas/identity.ts'
import { sql } from '#server/platform/db/database.ts'
import type { Browser } from '#tests/identity.ts'
import {
  auditOf,
  enter,
  member,
  NEW_PASSWORD,
  PASSWORD,
  setUpIdentity,
  world,
} from '#tests/identity-members.ts'
import { totp } from '#tests/totp.ts'

setUpIdentity()

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
    // The session that turned it on, and the new one.
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
    const ned = await member('ned@example.org')
    const other = await member('oda@example.org')
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
