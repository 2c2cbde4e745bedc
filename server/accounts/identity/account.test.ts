/** Passwords, sessions, email address and deletion of an account are safe against guessing and theft. */
import { describe, expect, it } from 'vitest'
import type { IdentitySession } from '#domain/schemas/identity.ts'
import { sql } from '#server/platform/db/database.ts'
import { openIdentity } from '#tests/identity.ts'
import {
  auditOf,
  enter,
  member,
  NEW_PASSWORD,
  PASSWORD,
  setUpIdentity,
  subjectsTo,
  world,
} from '#tests/identity-members.ts'

setUpIdentity()

const linkOf = async (email: string): Promise<string> => {
  const find = () => world.mails.findLast(({ to, kind }) => to === email && kind === 'password_reset')?.text
  await expect.poll(find).toBeDefined()
  return /reset-password#(\S+)/.exec(find() ?? '')?.[1] ?? ''
}

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
      'That link was already used or has expired: request a new one',
    ])
    expect(await auditOf('ann@example.org')).toEqual(['user.password_reset'])
    // Erased with the account, whatever address it has by then (R45).
    const id = (await world.userRow('ann@example.org'))?.id
    for (const { to, userId } of world.mails) if (to === 'ann@example.org') expect(userId).toBe(id)
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
    expect(refused.body.message).toMatch(/^Too many attempts: wait \d+ minutes, then try again$/)
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
      expect.stringMatching(/^Too many attempts: wait \d+ seconds?, then try again$/),
    ])
  })
})

describe('sessions', () => {
  it('are listed without secrets and can be ended singly or all others at once', async () => {
    const eva = await member('eva@example.org', 'Desk')
    const phone = world.browser('Phone')
    const tablet = world.browser('Tablet')
    await enter(phone, 'eva@example.org')
    await enter(tablet, 'eva@example.org')
    const list = async () => (await eva.get<IdentitySession[]>('/sessions')).body
    const sessions = await list()
    expect(sessions.map(({ userAgent, isCurrent }) => [userAgent, isCurrent])[0]).toEqual(['Desk', true])
    expect(Object.keys(sessions[0] ?? {}).sort()).toEqual([
      'createdAt',
      'id',
      'isCurrent',
      'lastSeenAt',
      'userAgent',
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

describe('changing an email address', () => {
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
    expect(subjectsTo('pat@example.org')).toContain('The email address of your account was changed')
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
      otp: 'That is not the code in the newest email',
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
      email: `deleted-${id}@deleted.invalid`,
      firstName: null,
      deletedAt: world.clock.now(),
    })
    expect(subjectsTo('sam@example.org')).toContain('Your account is deleted')
    await world.account('sam@example.org')
    expect((await world.userRow('sam@example.org'))?.id).not.toBe(id)
  })
})

it('session cookies are marked Secure when the site is reached over HTTPS', async () => {
  const httpsWorld = await openIdentity({
    APP_URL: 'https://pledge.example.org',
    DEMO: '0',
    CARDS: 'sandbox',
    MAIL: 'outbox',
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
