import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Representative } from '#domain/schemas/representative.ts'
import type { User, UserCampaign } from '#domain/schemas/user.ts'
import { sql } from '#server/platform/db/database.ts'
import { createNounApi, type NounApi } from '#tests/noun-api.ts'
import { removeRepresentative } from './roles.ts'
import { userRoutes } from './routes.ts'

let api: NounApi
beforeAll(async () => {
  api = await createNounApi(userRoutes)
})
afterAll(() => api.close())

const get = async <T>(path: string, as: string) => {
  const reply = await api.call('GET', path, { as })
  return { ...reply, body: reply.body as T }
}
const refusalOf = (body: unknown) =>
  body as { code: string; message: string; fields?: Record<string, string> }
const audits = async (subjectId: string) =>
  api.db.query<{ action: string; actorId: string | null; after: unknown }>(sql`
    select action, actor_id, after from audit_log where subject_id = ${subjectId} order by id`)

const PROFILE = {
  firstName: 'Ada',
  lastName: 'Love',
  phone: '555 0100',
  streetAddress1: '1 Main St',
  streetAddress2: null,
  city: 'Dallas',
  state: 'TX',
  zip: '75201',
}

describe('GET /api/auth/user', () => {
  it('is a 401 without a session, and for a deleted account', async () => {
    expect((await api.call('GET', '/api/auth/user')).status).toBe(401)
    const gone = await api.addUser()
    await api.db.query(sql`update users set deleted_at = ${api.clock.now()} where id = ${gone}`)
    expect((await api.call('GET', '/api/auth/user', { as: gone })).status).toBe(401)
  })

  it('answers the signed-in user with roles and organizations', async () => {
    const owner = await api.addUser({ verified: false, email: 'owner@example.org' })
    const organizationId = await api.addOrganization(owner, { name: 'Hawks' })
    const { status, body } = await get<User>('/api/auth/user', owner)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: owner,
      email: 'owner@example.org',
      emailVerified: false,
      roles: [],
      phone: null,
      memberships: [{ organizationId, organizationName: 'Hawks', role: 'owner' }],
    })
    const rep = await get<User>('/api/auth/user', await api.addRepresentative())
    expect(rep.body.roles).toEqual(['pledgeraiser_representatives'])
  })
})

describe('POST /api/users', () => {
  it('updates the caller’s own profile, and audits the names of changed fields only', async () => {
    const id = await api.addUser({ email: 'ada@example.org' })
    const save = () =>
      api.call('POST', '/api/users', { as: id, body: { ...PROFILE, email: 'Ada@Example.org' } })
    const { status, body } = await save()
    expect([status, body]).toMatchObject([201, { ...PROFILE, id, email: 'ada@example.org', version: 2 }])
    await save()
    expect(await audits(id)).toEqual([
      {
        action: 'user.update',
        actorId: id,
        after: { changed: ['phone', 'streetAddress1', 'city', 'state', 'zip'] },
      },
    ])
  })

  it('refuses another email address and changes nobody else', async () => {
    const mine = await api.addUser({ email: 'mine@example.org' })
    const theirs = await api.addUser({ email: 'theirs@example.org', first: 'Bo' })
    const reply = await api.call('POST', '/api/users', {
      as: mine,
      body: { ...PROFILE, email: 'theirs@example.org' },
    })
    expect(reply.status).toBe(400)
    expect(refusalOf(reply.body).fields).toEqual({ email: 'Change your email address in your profile' })
    expect((await get<User>('/api/auth/user', theirs)).body).toMatchObject({ firstName: 'Bo', version: 1 })
    expect((await get<User>('/api/auth/user', mine)).body).toMatchObject({
      email: 'mine@example.org',
      version: 1,
    })
  })

  it('takes one name, in either field, and keeps nothing in the other (R48)', async () => {
    const id = await api.addUser({ email: 'suharto@example.org' })
    const body = { ...PROFILE, email: 'suharto@example.org', firstName: '', lastName: ' Suharto ' }
    expect(await api.call('POST', '/api/users', { as: id, body })).toMatchObject({
      status: 201,
      body: { firstName: 'Suharto', lastName: null },
    })
    const renamed = { firstName: '王小明', lastName: '' }
    expect(await api.call('PUT', '/api/auth/user', { as: id, body: renamed })).toMatchObject({
      status: 200,
      body: { firstName: '王小明', lastName: null },
    })
    expect(
      (await api.call('PUT', '/api/auth/user', { as: id, body: { firstName: '', lastName: '' } })).status,
    ).toBe(400)
  })

  it('says what to do with an address beyond the fifty states, and in a ZIP code that is none (R48)', async () => {
    const id = await api.addUser({ email: 'elsewhere@example.org' })
    const body = { ...PROFILE, email: 'elsewhere@example.org', state: 'PR', zip: '2134' }
    for (const [method, path] of [
      ['POST', '/api/users'],
      ['PUT', '/api/auth/user'],
    ] as const) {
      const { fields } = refusalOf((await api.call(method, path, { as: id, body })).body)
      expect(fields?.state).toMatch(/Puerto Rico is none of them\. Pledge by card without an account/)
      expect(fields?.zip).toBe('Enter a ZIP code such as 97701')
    }
  })

  it('names every missing field', async () => {
    const reply = await api.call('POST', '/api/users', { as: await api.addUser(), body: {} })
    const missing = ['city', 'email', 'firstName', 'phone', 'state', 'streetAddress1', 'zip']
    expect(Object.keys(refusalOf(reply.body).fields ?? {}).sort()).toEqual(missing)
  })
})

describe('GET /api/user/campaigns', () => {
  const names = async (as: string, query = '') =>
    (await get<UserCampaign[]>(`/api/user/campaigns${query}`, as)).body.map(({ name }) => name).sort()

  it('lists campaigns of the caller’s organizations, drafts to owners only, and all to representatives', async () => {
    const owner = await api.addUser()
    const scorer = await api.addUser()
    const stranger = await api.addUser()
    const organizationId = await api.addOrganization(owner, { name: 'Otters 100%' })
    await api.addMember(organizationId, scorer, 'scorer')
    await api.addCampaign(organizationId, { name: 'Spring_A' })
    await api.addCampaign(organizationId, { name: 'Draft', status: 'draft' })
    const elsewhere = await api.addOrganization(stranger)
    await api.addCampaign(elsewhere, { name: 'Elsewhere' })
    expect(await names(owner)).toEqual(['Draft', 'Spring_A'])
    expect(await names(scorer)).toEqual(['Spring_A'])
    const representative = await api.addRepresentative()
    expect(await names(representative)).toEqual(['Draft', 'Elsewhere', 'Spring_A'])
    expect(await names(representative, '?search=otters')).toEqual(['Draft', 'Spring_A'])
    expect(await names(representative, '?search=100%25')).toEqual(['Draft', 'Spring_A'])
    expect(await names(representative, '?search=g_A')).toEqual(['Spring_A'])
    expect(await names(representative, '?search=%25_%25')).toEqual([])
    expect((await get<UserCampaign[]>('/api/user/campaigns?search=Spring', owner)).body[0]).toMatchObject({
      organization: { name: 'Otters 100%' },
      organizationName: 'Otters 100%',
    })
  })

  it('says which of them the caller manages: an owner and a representative do, a scorer does not', async () => {
    const owner = await api.addUser()
    const scorer = await api.addUser()
    const organizationId = await api.addOrganization(owner)
    await api.addMember(organizationId, scorer, 'scorer')
    await api.addCampaign(organizationId, { name: 'Managed' })
    const canManage = async (as: string) =>
      (await get<UserCampaign[]>('/api/user/campaigns?search=Managed', as)).body[0]?.canManage
    expect(await canManage(owner)).toBe(true)
    expect(await canManage(await api.addRepresentative())).toBe(true)
    expect(await canManage(scorer)).toBe(false)
  })

  it('has pages with a total count and a link to the next', async () => {
    const owner = await api.addUser()
    const organizationId = await api.addOrganization(owner)
    for (const name of ['a', 'b', 'c']) await api.addCampaign(organizationId, { name })
    const first = await get<UserCampaign[]>('/api/user/campaigns?limit=2', owner)
    expect([first.body.length, first.headers.get('x-total-count')]).toEqual([2, '3'])
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const second = await get<UserCampaign[]>(next, owner)
    expect([second.body.length, second.headers.get('link')]).toEqual([1, null])
    expect([...first.body, ...second.body].map(({ name }) => name).sort()).toEqual(['a', 'b', 'c'])
    expect((await api.call('GET', '/api/user/campaigns?limit=201', { as: owner })).status).toBe(400)
  })
})

describe('representatives', () => {
  const reset = () => api.db.query(sql`delete from user_roles`)
  const list = async (as: string) => (await get<Representative[]>('/api/representatives', as)).body

  it('are listed and changed by representatives only', async () => {
    const user = await api.addUser()
    expect((await api.call('GET', '/api/representatives')).status).toBe(401)
    for (const [method, path] of [
      ['GET', '/api/representatives'],
      ['POST', '/api/representatives'],
      ['DELETE', `/api/representatives/${user}`],
    ] as const) {
      const body = method === 'POST' ? { email: 'someone@example.org' } : undefined
      expect((await api.call(method, path, { as: user, body })).status).toBe(403)
    }
  })

  const propose = (as: string, email: string) =>
    api.call('POST', '/api/representatives', { as, body: { email } })
  const confirm = (as: string, id: string) =>
    api.call('POST', `/api/representatives/${id}/confirmation`, { as })
  const remove = (as: string, id: string) => api.call('DELETE', `/api/representatives/${id}`, { as })
  const stateOf = async (as: string, id: string) =>
    (await list(as)).find((one) => one.id === id)?.state ?? 'none'

  it('take two to make a third: one proposes, a second one confirms, and all are mailed', async () => {
    await reset()
    const rep = await api.addRepresentative()
    const second = await api.addRepresentative()
    const other = await api.addUser({ email: 'new@example.org' })
    const proposed = await propose(rep, 'New@example.org')
    expect(proposed).toMatchObject({ status: 201, body: { id: other, state: 'proposed' } })
    expect((await propose(second, 'new@example.org')).body).toMatchObject({ state: 'proposed' })
    expect((await api.call('GET', '/api/representatives', { as: other })).status).toBe(403)
    expect(await confirm(rep, other)).toMatchObject({
      status: 403,
      body: { code: 'not_a_second_person', message: expect.stringContaining('You proposed it') },
    })
    expect((await confirm(other, other)).status).toBe(403)
    expect((await confirm(second, randomUUID())).status).toBe(404)
    expect(await confirm(second, other)).toMatchObject({ status: 201, body: { state: 'active' } })
    expect((await confirm(second, other)).status).toBe(404)
    expect(await stateOf(other, other)).toBe('active')
    expect((await remove(rep, other)).status).toBe(204)
    expect((await remove(rep, other)).status).toBe(404)
    expect(await audits(other)).toMatchObject([
      { action: 'role.propose', actorId: rep },
      { action: 'role.grant', actorId: second },
      { action: 'role.remove', actorId: rep },
    ])
    const mails = await api.db.query<{ subject: string; to: string }>(sql`
      select m.subject, u.id::text as to
      from mails m
      join users u on u.email = m.to_address
      where m.kind = 'role_change' and u.id in (${rep}, ${second}, ${other})
    `)
    const mailed = (subject: string) =>
      mails
        .filter((mail) => mail.subject === subject)
        .map(({ to }) => to)
        .sort()
    expect(mailed('A new representative is proposed')).toEqual([rep, second].sort())
    expect(mailed('There is a new representative')).toEqual([rep, second, other].sort())
    expect(mailed('A representative was removed')).toEqual([rep, second, other].sort())
  })

  it('cannot add a second one alone, nor confirm what somebody proposed who has left', async () => {
    await reset()
    const rep = await api.addRepresentative()
    await api.addUser({ email: 'sock@example.org' })
    expect(await propose(rep, 'sock@example.org')).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('npm run role') },
    })
    const second = await api.addRepresentative()
    const third = await api.addRepresentative()
    const other = await api.addUser({ email: 'left@example.org' })
    expect((await propose(rep, 'left@example.org')).status).toBe(201)
    expect((await remove(second, rep)).status).toBe(204)
    expect((await confirm(third, other)).status).toBe(403)
    expect((await remove(third, other)).status).toBe(204)
    expect(await stateOf(third, other)).toBe('none')
    expect((await propose(second, 'left@example.org')).status).toBe(201)
    expect((await confirm(third, other)).status).toBe(201)
  })

  it('confirm nobody in their own first 72 hours, unless the server’s command gave them the role', async () => {
    await reset()
    const rep = await api.addRepresentative()
    const second = await api.addRepresentative()
    const newer = await api.addUser({ email: 'newer@example.org' })
    const newest = await api.addUser({ email: 'newest@example.org' })
    await propose(rep, 'newer@example.org')
    await confirm(second, newer)
    await propose(rep, 'newest@example.org')
    expect(await confirm(newer, newest)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('You can approve in 72 hours') },
    })
    api.clock.advance({ hours: 71, minutes: 59 })
    expect((await confirm(newer, newest)).status).toBe(403)
    expect((await list(newer)).find(({ id }) => id === newest)?.cannotConfirmReason).toContain('1 hour')
    api.clock.advance({ minutes: 1 })
    expect((await confirm(newer, newest)).status).toBe(201)
  })

  it('cannot grant the role to themselves, to unknown or to unverified addresses', async () => {
    await reset()
    const rep = await api.addRepresentative()
    await api.addRepresentative()
    await api.db.query(sql`update users set email = 'self@example.org' where id = ${rep}`)
    await api.addUser({ email: 'unproven@example.org', verified: false })
    const grant = async (email: string) => {
      const reply = await api.call('POST', '/api/representatives', { as: rep, body: { email } })
      return [reply.status, Object.keys(refusalOf(reply.body).fields ?? {})]
    }
    expect(await grant('self@example.org')).toEqual([403, []])
    expect(await grant('nobody@example.org')).toEqual([400, ['email']])
    expect(await grant('unproven@example.org')).toEqual([400, ['email']])
  })

  it('cannot remove themselves or the last one, even simultaneously', async () => {
    await reset()
    const one = await api.addRepresentative()
    const two = await api.addRepresentative()
    expect((await api.call('DELETE', `/api/representatives/${one}`, { as: one })).status).toBe(403)
    const both = await Promise.all([
      api.call('DELETE', `/api/representatives/${two}`, { as: one }),
      api.call('DELETE', `/api/representatives/${one}`, { as: two }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([204, 403])
    const [last] = await api.db.query<{ userId: string }>(sql`select user_id from user_roles`)
    const byCommand = { transact: api.db.transaction, clock: api.clock, actor: null, appUrl: '' }
    await expect(removeRepresentative(byCommand, last?.userId ?? '')).rejects.toThrow(
      'The last representative cannot be removed',
    )
  })
})

describe('PUT /api/auth/user', () => {
  it('changes the fields sent, and audits their names', async () => {
    const id = await api.addUser({ email: 'gwen@example.org' })
    const change = (body: object) => api.call('PUT', '/api/auth/user', { as: id, body })
    const named = await change({ firstName: 'Gwen', phone: '555 0111', city: 'Austin', state: 'TX' })
    expect(named).toMatchObject({ status: 200, body: { firstName: 'Gwen', city: 'Austin', state: 'TX' } })
    const emptied = await change({ phone: ' ', state: '' })
    expect(emptied.body).toMatchObject({ firstName: 'Gwen', phone: null, city: 'Austin', state: null })
    expect((await audits(id)).map(({ after }) => after)).toEqual([
      { changed: ['firstName', 'phone', 'city', 'state'] },
      { changed: ['phone', 'state'] },
    ])
  })

  it('names every invalid field, and ignores an email address', async () => {
    const id = await api.addUser({ email: 'hugo@example.org' })
    const body = { firstName: '', state: 'ZZ', zip: 'x'.repeat(21), email: 'other@example.org' }
    const wrong = await api.call('PUT', '/api/auth/user', { as: id, body })
    expect(Object.keys(refusalOf(wrong.body).fields ?? {}).sort()).toEqual(['firstName', 'state', 'zip'])
    const { body: kept } = await api.call('PUT', '/api/auth/user', {
      as: id,
      body: { email: 'other@example.org' },
    })
    expect(kept).toMatchObject({ email: 'hugo@example.org' })
  })
})
