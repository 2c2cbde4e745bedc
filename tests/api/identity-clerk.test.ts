/** Sign-in with Clerk: its webhooks in any order, its outages, and accounts that are deleted there (R16, R28, R45). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { REPRESENTATIVE, type User } from '#domain/schemas/user.ts'
import { eraseLeft } from '#server/accounts/identity/clerk-erasure.ts'
import { JOBS } from '#server/jobs.ts'
import { type SQL, sql } from '#server/platform/db/database.ts'
import { type Answer, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { type ClerkRecord, type ClerkStandIn, type Message, startClerk } from '#tests/clerk/stand-in.ts'
import { givenSeason } from '#tests/given-season.ts'
import { call } from '#tests/identity-providers.ts'

const WEBHOOK = '/api/identity/webhooks/clerk'
let clerk: ClerkStandIn
let app: TestApp

beforeEach(async () => {
  clerk = await startClerk()
  app = await createTestApp({ clerk })
})
afterEach(async () => {
  await app.close()
  await clerk.close()
})

const send = ({ body, headers }: Message): Promise<Answer<{ received?: true; message?: string }>> =>
  app.visitor.post(WEBHOOK, body, headers)
const deliver = async (type: string, data: object) =>
  expect(expectStatus(await send(clerk.message(type, data)), 200)).toEqual({ received: true })
const me = async (subject: string) =>
  call<User>(app, 'GET', '/api/auth/user', { token: await clerk.token(subject) })
const userOf = async (subject: string) => expectStatus(await me(subject), 200)
const users = () =>
  app.deps.db.query<{ email: string; firstName: string | null; deletedAt: Date | null }>(
    sql`select email, first_name, deleted_at from users order by created_at, id`,
  )
const identitiesOf = (userId: string) =>
  app.deps.db.query<{ subject: string }>(
    sql`select subject from user_identities where user_id = ${userId} order by subject`,
  )
const gone = (record: ClerkRecord) => ({ id: record.id, object: 'user', deleted: true })

describe('a person who signs in with Clerk for the first time:', () => {
  it('Clerk is asked about them once, and their tokens need no call afterwards', async () => {
    const ada = clerk.add({ email: 'ada@example.org' })
    const token = await clerk.token(ada.id)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => call<User>(app, 'GET', '/api/auth/user', { token })),
    )
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    await me(ada.id)
    const other = await app.another()
    const verified = await other.deps.identity.verify(await clerk.token(ada.id))
    expect(verified?.userId).toBe((await userOf(ada.id)).id)
    expect(clerk.asked).toEqual([`GET /v1/users/${ada.id}`])
    clerk.fault = 'unreachable'
    expect((await me(ada.id)).status).toBe(200)
  })

  it('Clerk is not asked if its webhook named them before', async () => {
    const ben = clerk.add({ email: 'ben@example.org' })
    await deliver('user.created', ben)
    expect(await userOf(ben.id)).toMatchObject({ email: 'ben@example.org', emailVerified: true })
    expect(clerk.asked).toEqual([])
  })

  it.each(['unreachable', 'silent', 500] as const)(
    'while Clerk is %s they are asked to try again, pages show a visitor’s view, and the next attempt works',
    async (fault) => {
      const cal = clerk.add()
      const token = await clerk.token(cal.id)
      clerk.fault = fault
      const answer = await call<{ code: string; message: string }>(app, 'GET', '/api/auth/user', { token })
      expect([answer.status, answer.body.code]).toEqual([503, 'unavailable'])
      expect(answer.body.message).toContain('Try again in a moment')
      const headers = new Headers({ cookie: `__session=${token}` })
      expect(await app.deps.identity.tokenForCookie(headers)).toBeNull()
      expect(await users()).toEqual([])
      clerk.fault = null
      expect((await me(cal.id)).status).toBe(200)
    },
  )

  it('no user is created for a person unknown to Clerk or without an email address', async () => {
    expect((await me('user_unknown')).status).toBe(401)
    expect((await me(clerk.add({ email: null }).id)).status).toBe(401)
    expect(await users()).toEqual([])
  })

  it('the cookie of this Clerk application is used before the one that all sites on localhost share', async () => {
    const own = clerk.add()
    const other = clerk.add()
    const token = await clerk.token(own.id)
    const shared = await clerk.token(other.id)
    const ask = (cookie: string) => app.deps.identity.tokenForCookie(new Headers({ cookie }))
    const suffix = await cookieSuffix()
    expect(await ask(`__session=${shared}; __session_${suffix}=${token}`)).toBe(token)
    const foreign = await clerk.token(own.id, { iss: 'https://clerk.other.example' }, 'another key')
    expect(await ask(`__session_${suffix}=${foreign}; __session=${shared}`)).toBe(shared)
  })
})

describe('a webhook of Clerk', () => {
  it('is accepted only with a recent signature over its exact bytes', async () => {
    const record = clerk.add({ email: 'eve@example.org' })
    const good = clerk.message('user.created', record)
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    const bad: Record<string, Message> = {
      unsigned: { ...good, headers: {} },
      'changed after signing': { ...good, body: good.body.replace('eve@', 'rep@') },
      'signed with another key': clerk.message('user.created', record, { secret: 'AAAAAAAAAAAAAAAA' }),
      old: clerk.message('user.created', record, { at: minutesAgo(6) }),
      'of the future': clerk.message('user.created', record, { at: minutesAgo(-6) }),
      'under another id': { ...good, headers: { ...good.headers, 'svix-id': 'msg_other' } },
    }
    const statuses = await Promise.all(
      Object.entries(bad).map(async ([what, message]) => [what, (await send(message)).status]),
    )
    expect(statuses).toEqual(Object.keys(bad).map((what) => [what, 400]))
    expect(await users()).toEqual([])
    expectStatus(await send(good), 200)
    expect(await users()).toHaveLength(1)
  })

  it('is refused where no secret is configured, and where it is too large', async () => {
    const other = await createTestApp({ clerk, env: { CLERK_WEBHOOK_SECRET: '' } })
    const { body, headers } = clerk.message('user.created', clerk.add())
    expect((await other.visitor.post(WEBHOOK, body, headers)).status).toBe(404)
    await other.close()
    expect((await send({ body: 'x'.repeat(600_000), headers })).status).toBe(413)
  })

  it('that names nobody is refused, and one about a session changes nothing', async () => {
    expect((await send(clerk.message('user.created', { id: 'user_x' }))).status).toBe(400)
    expect((await send(clerk.message('user.deleted', {}))).status).toBe(400)
    await deliver('session.created', { id: 'sess_x', object: 'session' })
    expect(await users()).toEqual([])
  })

  it('is applied once, and an older one does not undo a newer one', async () => {
    const first = clerk.add({ email: 'fay@example.org', firstName: 'Fay' })
    const second = clerk.change(first.id, { first_name: 'Faye' })
    const third = clerk.change(first.id, { ...emailOf(first, 'faye@example.org') })
    for (const record of [second, first, third, second, first, third]) await deliver('user.updated', record)
    const user = await userOf(first.id)
    expect(user).toMatchObject({ firstName: 'Faye', email: 'faye@example.org' })
    expect(await users()).toHaveLength(1)
    const audited = await app.deps.db.query<{ after: { changed: string[] } }>(
      sql`select after from audit_log where subject_id = ${user.id} order by id`,
    )
    expect(audited.map(({ after }) => after.changed)).toEqual([['email']])
  })

  it('changes a name only if it changed at Clerk, and keeps what was typed on this site', async () => {
    const record = clerk.add({ firstName: 'Ann' })
    const token = await clerk.token(record.id)
    expectStatus(
      await call(app, 'PUT', '/api/auth/user', { token, body: { firstName: 'Anna', city: 'Boston' } }),
      200,
    )
    await deliver('user.updated', clerk.change(record.id, { last_name: 'Roe' }))
    expect(await userOf(record.id)).toMatchObject({ firstName: 'Anna', lastName: 'Roe', city: 'Boston' })
    await deliver('user.updated', clerk.change(record.id, { first_name: 'Annie', last_name: null }))
    expect(await userOf(record.id)).toMatchObject({ firstName: 'Annie', lastName: 'Roe' })
  })

  it('takes the place of a name that a link added, as a whole (R65)', async () => {
    const record = clerk.add({ firstName: null, lastName: null })
    const { id } = await userOf(record.id)
    await app.deps.db.query(sql`
      update users
      set first_name = 'Eve', last_name = 'Hall', not_typed = '{first_name,last_name}'
      where id = ${id}
    `)
    await deliver('user.updated', clerk.change(record.id, { first_name: 'Rosa' }))
    expect(await userOf(record.id)).toMatchObject({ firstName: 'Rosa', lastName: null })
    const audited = await app.deps.db.query<{ after: { changed: string[] } }>(
      sql`select after from audit_log where subject_id = ${id}`,
    )
    expect(audited.map(({ after }) => after.changed)).toEqual([['firstName', 'lastName']])
    expect(await app.deps.db.query(sql`select not_typed from users where id = ${id}`)).toEqual([
      { notTyped: [] },
    ])
  })

  it('sets and removes the picture, but never Clerk’s drawing of initials', async () => {
    const record = clerk.add()
    const url = 'https://img.clerk.com/of-a-person'
    expect((await userOf(record.id)).profileImageUrl).toBeNull()
    await deliver('user.updated', clerk.change(record.id, { has_image: true, image_url: url }))
    expect((await userOf(record.id)).profileImageUrl).toBe(url)
    await deliver('user.updated', clerk.change(record.id, { has_image: false }))
    expect((await userOf(record.id)).profileImageUrl).toBeNull()
  })

  it('changes no role, and sets no email address that another user has verified', async () => {
    const rep = await app.representative()
    await deliver('user.updated', clerk.add({ id: `user_${rep.userId}`, email: rep.email }))
    expect((await userOf(`user_${rep.userId}`)).roles).toEqual([REPRESENTATIVE])
    const other = clerk.add({ email: 'other@example.org' })
    await deliver('user.created', { ...other, public_metadata: { roles: [REPRESENTATIVE] } })
    await deliver('user.updated', clerk.change(other.id, emailOf(other, rep.email)))
    expect(await userOf(other.id)).toMatchObject({ roles: [], email: 'other@example.org' })
  })

  it('verifies an email address only once Clerk has (R16)', async () => {
    const record = clerk.add({ email: 'gil@example.org', isVerified: false })
    expect(await userOf(record.id)).toMatchObject({ email: 'gil@example.org', emailVerified: false })
    const [address] = record.email_addresses
    const proven = [{ ...address, verification: { status: 'verified' } }] as ClerkRecord['email_addresses']
    await deliver('user.updated', clerk.change(record.id, { email_addresses: proven }))
    expect(await userOf(record.id)).toMatchObject({ emailVerified: true })
    expect(await users()).toHaveLength(1)
  })
})

describe('an account that is deleted at Clerk', () => {
  it('is erased, and neither a late webhook nor an open session brings it back', async () => {
    const record = clerk.add({ email: 'ida@example.org' })
    const { id } = await userOf(record.id)
    await deliver('user.deleted', gone(record))
    await deliver('user.deleted', gone(record))
    // The person's last token is valid for some more seconds, and Clerk's record arrives late.
    expect((await me(record.id)).status).toBe(401)
    await deliver('user.updated', record)
    expect((await me(record.id)).status).toBe(401)
    expect(await identitiesOf(id)).toEqual([])
    expect(await users()).toEqual([
      { email: `deleted-${id}@deleted.invalid`, firstName: null, deletedAt: app.clock.now() },
    ])
  })

  it('is not remembered by a request that read it before the deletion', async () => {
    const record = clerk.add()
    await deliver('user.created', record)
    const token = await clerk.token(record.id)
    const { identity, db } = app.deps
    const real = db.query
    const read = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    // What the request reads about the person arrives after the deletion.
    db.query = async <Row extends object>(statement: SQL) => {
      const rows = await real<Row>(statement)
      if (!rows[0] || !('isGone' in rows[0])) return rows
      db.query = real
      read.resolve()
      await gate.promise
      return rows
    }
    const late = identity.verify(token)
    await read.promise
    await deliver('user.deleted', gone(record))
    gate.resolve()
    expect(await late).not.toBeNull()
    expect(await identity.verify(token)).toBeNull()
  })

  it('is not created by a webhook that arrives after the deletion', async () => {
    const record = clerk.add()
    await deliver('user.deleted', gone(record))
    await deliver('user.created', record)
    expect((await me(record.id)).status).toBe(401)
    expect(await users()).toEqual([])
  })

  it('loses its sign-in at once, and its profile once nothing can be billed anymore (R45)', async () => {
    const { supporter, pledge: made } = await givenSeason({ app, pledges: [{ lines: { gift: '25.00' } }] })
    const record = clerk.add({ id: `user_${supporter.userId}`, email: supporter.email })
    await deliver('user.deleted', gone(record))
    expect((await supporter.get('/api/auth/user')).status).toBe(401)
    expect(await identitiesOf(supporter.userId)).toEqual([])
    const profile = async () => (await users()).find(({ email }) => email === supporter.email)
    expect(await profile()).toMatchObject({ deletedAt: null })
    await eraseLeft(app.deps)
    expect(await profile()).toMatchObject({ deletedAt: null })

    await app.deps.db.query(sql`
      update pledges set status = 'cancelled', cancelled_at = ${app.clock.now()} where id = ${made.id}`)
    await JOBS.find(({ name }) => name === 'accounts.erase')?.run(app.deps)
    expect(await profile()).toBeUndefined()
    const [kept] = await app.deps.db.query<{ email: string }>(sql`
      select u.email from pledges p join users u on u.id = p.pledger_id where p.id = ${made.id}`)
    expect(kept?.email).toBe(`deleted-${supporter.userId}@deleted.invalid`)
  })

  it('is kept when its owner signs up with the same address before it is erased', async () => {
    const { supporter, pledge: made } = await givenSeason({ app, pledges: [{ lines: { gift: '25.00' } }] })
    await deliver('user.deleted', gone(clerk.add({ id: `user_${supporter.userId}`, email: supporter.email })))
    const back = clerk.add({ email: supporter.email })
    expect((await userOf(back.id)).id).toBe(supporter.userId)
    await app.deps.db.query(sql`
      update pledges set status = 'cancelled', cancelled_at = ${app.clock.now()} where id = ${made.id}`)
    await eraseLeft(app.deps)
    expect((await userOf(back.id)).email).toBe(supporter.email)
  })

  it('is deleted from this site only after a recent sign-in, first at Clerk and then here', async () => {
    const record = clerk.add({ email: 'kim@example.org' })
    await userOf(record.id)
    const end = async (fva: unknown) =>
      call<{ details?: unknown }>(app, 'POST', '/api/identity/account/deletion', {
        token: await clerk.token(record.id, { fva }),
      })
    for (const fva of [[11, -1], [-1, -1], undefined]) {
      const refused = await end(fva)
      expect([refused.status, refused.body.details]).toEqual([403, { signInAgain: true }])
    }
    clerk.fault = 'unreachable'
    expect((await end([2, -1])).status).toBe(503)
    expect((await userOf(record.id)).email).toBe('kim@example.org')
    clerk.fault = null
    expect((await end([2, -1])).status).toBe(200)
    expect(clerk.people.has(record.id)).toBe(false)
    expect((await me(record.id)).status).toBe(401)
    const farewell = () =>
      app.deps.db.query<{ to: string; isSent: boolean }>(sql`
        select to_address as to, sent_at is not null as is_sent from mails where kind = 'account_deleted'`)
    await expect.poll(farewell).toEqual([{ to: '', isSent: true }])
  })
})

function emailOf(record: ClerkRecord, address: string): Partial<ClerkRecord> {
  const id = `idn_${address}`
  const changed = { id, email_address: address, verification: { status: 'verified' }, linked_to: [] }
  return { primary_email_address_id: id, email_addresses: [...record.email_addresses, changed] }
}

async function cookieSuffix(): Promise<string> {
  const { getCookieSuffix } = await import('@clerk/shared/keys')
  return getCookieSuffix(clerk.env.CLERK_PUBLISHABLE_KEY ?? '')
}
