/** Both sign-in providers, embedded and Clerk, follow one contract about people, tokens, roles and deletion (R28, R45). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { REPRESENTATIVE, type User } from '#domain/schemas/user.ts'
import { newId } from '#server/platform/base/ids.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus } from '#tests/app.ts'
import {
  call,
  IDENTITY_PROVIDERS,
  type IdentityProvider,
  type Member,
  tokenFor,
} from '#tests/identity-providers.ts'

describe.each(['embedded', 'clerk'] as const)('the %s sign-in', (name) => {
  let provider: IdentityProvider
  beforeAll(async () => {
    provider = await IDENTITY_PROVIDERS[name]()
  })
  afterAll(() => provider.close())

  const { verify, tokenForCookie } = {
    verify: async (token: string) => (await provider.app.deps.identity.verify(token))?.userId ?? null,
    tokenForCookie: (cookie: string) => provider.app.deps.identity.tokenForCookie(new Headers({ cookie })),
  }
  const me = (token: string) => call<User>(provider.app, 'GET', '/api/auth/user', { token })
  const record = async ({ token }: Member) => expectStatus(await me(token), 200)
  const usersWith = (email: string) =>
    provider.app.deps.db.query<{ id: string; deletedAt: Date | null }>(
      sql`select id, deleted_at from users where email = ${email}`,
    )

  it('finds a person by their token, with their name and verified email address', async () => {
    const ada = await provider.join({ email: 'Ada@Example.org', firstName: 'Ada', lastName: 'van Dyk' })
    expect(await record(ada)).toMatchObject({
      firstName: 'Ada',
      lastName: 'van Dyk',
      email: 'ada@example.org',
      emailVerified: true,
      roles: [],
    })
    expect(await verify(ada.token)).toBe((await record(ada)).id)
  })

  it('finds the same user for every sign-in of a person', async () => {
    const bea = await provider.join({ email: 'bea@example.org' })
    const asked = await Promise.all(Array.from({ length: 8 }, () => verify(bea.token)))
    const again = await provider.signInAgain(bea)
    expect(again).not.toBeNull()
    expect(new Set([...asked, await verify(again ?? '')]).size).toBe(1)
    expect(await usersWith('bea@example.org')).toHaveLength(1)
  })

  it('gives an account the name that its person signs up with in place of one that a link added (R65)', async () => {
    const { db, clock } = provider.app.deps
    const forged = newId(clock)
    const own = newId(clock)
    for (const [id, marks] of [
      [forged, ['first_name', 'last_name']],
      [own, []],
    ] as const)
      await db.query(sql`
        insert into users (id, first_name, last_name, email, email_verified_at, not_typed, created_at)
        values (
          ${id}, 'Eve', 'Hall', ${`${id}@example.org`}, ${clock.now()}, ${sql.param([...marks])}::text[],
          ${clock.now()}
        )
      `)
    const name = { firstName: 'Rosa', lastName: 'Diaz' }
    const join = async (id: string) => record(await provider.join({ email: `${id}@example.org`, ...name }))
    expect(await join(forged)).toMatchObject({ id: forged, ...name })
    expect(await join(own)).toMatchObject({ id: own, firstName: 'Eve', lastName: 'Hall' })
    const marked = await db.query(sql`select id from users where not_typed <> '{}'`)
    expect(marked).toEqual([])
  })

  it('refuses tokens that are foreign, changed, expired or for another site', async () => {
    const cid = await provider.join({ email: 'cid@example.org' })
    const bad = await provider.badTokens(cid)
    const accepted: string[] = []
    for (const [what, token] of Object.entries(bad)) {
      if ((await verify(token)) !== null) accepted.push(what)
      if (token.length < 10_000 && (await me(token)).status !== 401) accepted.push(`${what}, by the API`)
    }
    expect(accepted).toEqual([])
    expect(Object.keys(bad).length).toBeGreaterThan(8)
    expect(await verify(cid.token)).not.toBeNull()
  })

  it('gives a token for a session cookie, and for no other cookie', async () => {
    const dee = await provider.join({ email: 'dee@example.org' })
    const id = (await record(dee)).id
    expect(await verify((await tokenForCookie(dee.cookie)) ?? '')).toBe(id)
    expect(await verify((await tokenFor(provider.app, dee.cookie)) ?? '')).toBe(id)
    const forged = `${dee.cookie.slice(0, -12)}AAAAAAAAAAAA`
    for (const cookie of ['', 'other=1', forged, '__session=nonsense']) {
      expect(await tokenForCookie(cookie), cookie).toBeNull()
      expect(await tokenFor(provider.app, cookie), cookie).toBeNull()
    }
    const answer = await call(provider.app, 'GET', '/api/identity/token', { cookie: dee.cookie })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('vary')).toContain('Cookie')
  })

  it('refuses API calls with a cookie instead of a token (R28)', async () => {
    const eli = await provider.join({ email: 'eli@example.org' })
    for (const path of ['/api/auth/user', '/api/user/pledges', '/api/representatives'])
      expect((await call(provider.app, 'GET', path, { cookie: eli.cookie })).status).toBe(401)
    const profile = await call(provider.app, 'PUT', '/api/auth/user', {
      cookie: eli.cookie,
      body: { city: 'X' },
    })
    expect(profile.status).toBe(401)
  })

  it('reads roles from the database, never from a token', async () => {
    const fay = await provider.join({ email: 'fay@example.org' })
    const token = await provider.tokenClaimingRoles(fay)
    expect((await me(token)).body).toMatchObject({ roles: [], email: 'fay@example.org' })
    expect((await call(provider.app, 'GET', '/api/representatives', { token })).status).toBe(403)

    const { id } = await record(fay)
    await provider.app.deps.db.query(sql`
      insert into user_roles (user_id, role, granted_at) values (${id}, ${REPRESENTATIVE}, ${provider.app.clock.now()})`)
    expect((await me(fay.token)).body.roles).toEqual([REPRESENTATIVE])
    expect((await call(provider.app, 'GET', '/api/representatives', { token: fay.token })).status).toBe(200)
  })

  it('signs a person with a verified email address in as the user who has that address, under that user’s name', async () => {
    const id = await ourUser('gus@example.org')
    const gus = await provider.join({ email: 'gus@example.org', firstName: 'Other', lastName: 'Name' })
    expect(await record(gus)).toMatchObject({ id, firstName: 'Gus', lastName: 'Ours' })
  })

  it('gives no existing account to an unverified email address', async () => {
    const id = await ourUser('hal@example.org')
    const token = await provider.joinUnverified('hal@example.org')
    expect(token).toBeNull()
    expect(await usersWith('hal@example.org')).toEqual([{ id, deletedAt: null }])
  })

  it('deletes an account with its profile, and it cannot sign in again (R45)', async () => {
    const ida = await provider.join({ email: 'ida@example.org' })
    const { id } = await record(ida)
    expect((await ida.deleteOwn()).status).toBe(200)
    expect((await me(ida.token)).status).toBe(401)
    expect(await tokenForCookie(ida.cookie)).toBeNull()
    expect(await provider.signInAgain(ida)).toBeNull()
    const [row] = await provider.app.deps.db.query<{ email: string; firstName: null; deletedAt: Date }>(
      sql`select email, first_name, deleted_at from users where id = ${id}`,
    )
    expect(row).toEqual({
      email: `deleted-${id}@deleted.invalid`,
      firstName: null,
      deletedAt: provider.app.clock.now(),
    })
  })

  it('refuses to delete an account that is still needed, with the reason (R45)', async () => {
    const jo = await provider.join({ email: 'jo@example.org' })
    const { id } = await record(jo)
    await onlyOwner(id, 'Cedar')
    const refused = await jo.deleteOwn()
    expect([refused.status, refused.body.details?.reasons]).toEqual([
      409,
      ['You are the only owner of Cedar: add another owner first.'],
    ])
    expect((await record(jo)).id).toBe(id)
  })

  async function ourUser(email: string): Promise<string> {
    const { db, clock } = provider.app.deps
    const id = newId(clock)
    await db.query(sql`
      insert into users (id, first_name, last_name, email, email_verified_at, created_at)
      values (${id}, 'Gus', 'Ours', ${email}, ${clock.now()}, ${clock.now()})`)
    return id
  }

  async function onlyOwner(userId: string, organization: string): Promise<void> {
    const { db, clock } = provider.app.deps
    const id = newId(clock)
    await db.query(sql`
      insert into organizations (id, name, description, city, state, organization_type, time_zone, created_by, created_at)
      values (${id}, ${organization}, 'Boosters', 'Boston', 'MA', 'school', 'America/New_York', ${userId}, ${clock.now()})`)
    await db.query(sql`
      insert into organization_members (organization_id, user_id, role, created_at)
      values (${id}, ${userId}, 'owner', ${clock.now()})`)
  }
})
