/** What both sides of the identity promise, one suite for both: whatever is behind it, the product sees the same. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { REPRESENTATIVE, type User } from '#domain/schemas/user.ts'
import { newId } from '#server/platform/base/ids.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus } from '#tests/app.ts'
import { call, type Member, SIDES, type Side, tokenFor } from '#tests/identity-sides.ts'

describe.each(['embedded', 'clerk'] as const)('the %s side', (name) => {
  let side: Side
  beforeAll(async () => {
    side = await SIDES[name]()
  })
  afterAll(() => side.close())

  const { verify, tokenForCookie } = {
    verify: (token: string) => side.app.deps.identity.verify(token),
    tokenForCookie: (cookie: string) => side.app.deps.identity.tokenForCookie(new Headers({ cookie })),
  }
  const me = (token: string) => call<User>(side.app, 'GET', '/api/auth/user', { token })
  const record = async ({ token }: Member) => expectStatus(await me(token), 200)
  const usersWith = (email: string) =>
    side.app.deps.db.query<{ id: string; deletedAt: Date | null }>(
      sql`select id, deleted_at from users where email = ${email}`,
    )

  it('knows a person by their token: with their name, and a proven address', async () => {
    const ada = await side.join({ email: 'Ada@Example.org', firstName: 'Ada', lastName: 'van Dyk' })
    expect(await record(ada)).toMatchObject({
      ...{ firstName: 'Ada', lastName: 'van Dyk', email: 'ada@example.org', emailVerified: true, roles: [] },
    })
    expect(await verify(ada.token)).toBe((await record(ada)).id)
  })

  it('knows the same person again: one account, however often and from wherever', async () => {
    const bea = await side.join({ email: 'bea@example.org' })
    const asked = await Promise.all(Array.from({ length: 8 }, () => verify(bea.token)))
    const again = await side.signInAgain(bea)
    expect(again).not.toBeNull()
    expect(new Set([...asked, await verify(again ?? '')]).size).toBe(1)
    expect(await usersWith('bea@example.org')).toHaveLength(1)
  })

  it('believes no token that is not its own, whole, in time and for this site', async () => {
    const cid = await side.join({ email: 'cid@example.org' })
    const bad = await side.badTokens(cid)
    const believed: string[] = []
    for (const [what, token] of Object.entries(bad)) {
      if ((await verify(token)) !== null) believed.push(what)
      if (token.length < 10_000 && (await me(token)).status !== 401) believed.push(`${what}, by the API`)
    }
    expect(believed).toEqual([])
    expect(Object.keys(bad).length).toBeGreaterThan(8)
    expect(await verify(cid.token)).not.toBeNull()
  })

  it('turns the cookie of a session into a token, and nothing else into one', async () => {
    const dee = await side.join({ email: 'dee@example.org' })
    const id = (await record(dee)).id
    expect(await verify((await tokenForCookie(dee.cookie)) ?? '')).toBe(id)
    expect(await verify((await tokenFor(side.app, dee.cookie)) ?? '')).toBe(id)
    const forged = `${dee.cookie.slice(0, -12)}AAAAAAAAAAAA`
    for (const cookie of ['', 'other=1', forged, '__session=nonsense']) {
      expect(await tokenForCookie(cookie), cookie).toBeNull()
      expect(await tokenFor(side.app, cookie), cookie).toBeNull()
    }
    const answer = await call(side.app, 'GET', '/api/identity/token', { cookie: dee.cookie })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('vary')).toContain('Cookie')
  })

  it('lets no cookie do what needs a token (R28)', async () => {
    const eli = await side.join({ email: 'eli@example.org' })
    for (const path of ['/api/auth/user', '/api/user/pledges', '/api/representatives'])
      expect((await call(side.app, 'GET', path, { cookie: eli.cookie })).status).toBe(401)
    const profile = await call(side.app, 'PUT', '/api/auth/user', { cookie: eli.cookie, body: { city: 'X' } })
    expect(profile.status).toBe(401)
  })

  it('has roles from our own record, never from a token', async () => {
    const fay = await side.join({ email: 'fay@example.org' })
    const boast = await side.boastful(fay)
    expect((await me(boast)).body).toMatchObject({ roles: [], email: 'fay@example.org' })
    expect((await call(side.app, 'GET', '/api/representatives', { token: boast })).status).toBe(403)

    const { id } = await record(fay)
    await side.app.deps.db.query(sql`
      insert into user_roles (user_id, role, granted_at) values (${id}, ${REPRESENTATIVE}, ${side.app.clock.now()})`)
    expect((await me(fay.token)).body.roles).toEqual([REPRESENTATIVE])
    expect((await call(side.app, 'GET', '/api/representatives', { token: fay.token })).status).toBe(200)
  })

  it('gives a proven address to the user who has it already, with name and role', async () => {
    const id = await ourUser('gus@example.org')
    const gus = await side.join({ email: 'gus@example.org', firstName: 'Other', lastName: 'Name' })
    expect(await record(gus)).toMatchObject({ id, firstName: 'Gus', lastName: 'Ours' })
  })

  it('gives nobody’s account to an address that is not proven', async () => {
    const id = await ourUser('hal@example.org')
    const token = await side.joinUnproven('hal@example.org')
    expect(token).toBeNull()
    expect(await usersWith('hal@example.org')).toEqual([{ id, deletedAt: null }])
  })

  it('deletes an account with its profile, and nobody comes back with it (R45)', async () => {
    const ida = await side.join({ email: 'ida@example.org' })
    const { id } = await record(ida)
    expect((await ida.deleteOwn()).status).toBe(200)
    expect((await me(ida.token)).status).toBe(401)
    expect(await tokenForCookie(ida.cookie)).toBeNull()
    expect(await side.signInAgain(ida)).toBeNull()
    const [row] = await side.app.deps.db.query<{ email: string; firstName: null; deletedAt: Date }>(
      sql`select email, first_name, deleted_at from users where id = ${id}`,
    )
    expect(row).toEqual({
      ...{ email: `deleted-${id}@deleted.invalid`, firstName: null, deletedAt: side.app.clock.now() },
    })
  })

  it('keeps an account while something still ties it, and says what (R45)', async () => {
    const jo = await side.join({ email: 'jo@example.org' })
    const { id } = await record(jo)
    await onlyOwner(id, 'Cedar')
    const refused = await jo.deleteOwn()
    expect([refused.status, refused.body.details?.reasons]).toEqual([
      ...[409, ['You are the only owner of Cedar: add another owner first.']],
    ])
    expect((await record(jo)).id).toBe(id)
  })

  async function ourUser(email: string): Promise<string> {
    const { db, clock } = side.app.deps
    const id = newId(clock)
    await db.query(sql`
      insert into users (id, first_name, last_name, email, email_verified_at, created_at)
      values (${id}, 'Gus', 'Ours', ${email}, ${clock.now()}, ${clock.now()})`)
    return id
  }

  async function onlyOwner(userId: string, organization: string): Promise<void> {
    const { db, clock } = side.app.deps
    const id = newId(clock)
    await db.query(sql`
      insert into organizations (id, name, description, city, state, organization_type, time_zone, created_by, created_at)
      values (${id}, ${organization}, 'Boosters', 'Boston', 'MA', 'school', 'America/New_York', ${userId}, ${clock.now()})`)
    await db.query(sql`
      insert into organization_members (organization_id, user_id, role, created_at)
      values (${id}, ${userId}, 'owner', ${clock.now()})`)
  }
})
