import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { OwnOrganization } from '#domain/schemas/organization.ts'
import { sql } from '#server/platform/db/database.ts'
import { createNounApi, type NounApi, type Reply } from '#tests/noun-api.ts'
import { organizationRoutes } from './routes.ts'
import type { OwnListItem } from './store.ts'

let api: NounApi
let representative: string

beforeAll(async () => {
  api = await createNounApi(organizationRoutes)
  representative = await api.addRepresentative()
})
afterAll(() => api.close())

const form = {
  name: 'Waco Wolves',
  description: 'A club',
  website: '',
  city: 'Waco',
  state: 'TX',
  organizationType: 'sports_club',
}
const create = (as: string | null, body: object = form) =>
  api.call('POST', '/api/organizations', { as, body })
const created = async (as: string, body: object = {}) =>
  (await create(as, { ...form, ...body })).body as OwnOrganization
const list = async (as: string, query = '') => {
  const reply = await api.call('GET', `/api/organizations/all${query}`, { as })
  expect(reply.status).toBe(200)
  const items = reply.body as OwnListItem[]
  return { items, names: items.map(({ organizations }) => organizations.name), headers: reply.headers }
}
const fieldsOf = ({ body }: Reply) => (body as { fields?: Record<string, string> }).fields

describe('creating an organization', () => {
  it('makes its creator the owner, in the time zone of its state (R22, R24)', async () => {
    const ada = await api.addUser()
    const reply = await create(ada, { ...form, state: 'CA', website: 'https://wolves.test' })
    expect(reply).toMatchObject({
      status: 201,
      body: {
        name: 'Waco Wolves',
        website: 'https://wolves.test',
        timeZone: 'America/Los_Angeles',
        sizeTier: null,
        is501c3: false,
        payeeName: null,
        version: 1,
      },
    })
    const { items } = await list(ada)
    expect(items).toEqual([
      {
        organizations: reply.body,
        owner: { firstName: 'Ada', lastName: 'Love', email: expect.stringContaining('@') },
      },
    ])
    const audited = await api.db.query(sql`select action from audit_log where actor_id = ${ada}`)
    expect(audited).toEqual([{ action: 'organization.create' }])
  })

  it('names every invalid field at once, and requires sign-in', async () => {
    const ada = await api.addUser()
    const reply = await create(ada, {
      name: ' ',
      website: 'javascript:alert(1)',
      state: 'ZZ',
      organizationType: 'bank',
    })
    expect(reply.status).toBe(400)
    expect(fieldsOf(reply)).toEqual({
      name: 'Organization name is required',
      description: 'Description is required',
      website: expect.any(String),
      city: 'City is required',
      state: 'State is required',
      organizationType: 'Organization type is required',
    })
    expect((await create(null)).status).toBe(401)
    expect((await api.call('POST', '/api/organizations', { as: ada, body: '{' })).status).toBe(400)
  })
})

describe('GET /api/organizations/all', () => {
  it('shows representatives all, owners their own, and scorers none (R24)', async () => {
    const owner = await api.addUser()
    const scorer = await api.addUser()
    const { id } = await created(owner, { name: 'Only mine' })
    await api.addMember(id, scorer, 'scorer')
    expect((await list(owner)).names).toEqual(['Only mine'])
    expect((await list(scorer)).names).toEqual([])
    expect((await list(representative)).names.length).toBeGreaterThan(1)
    expect((await api.call('GET', '/api/organizations/all')).status).toBe(401)
  })

  it('shows the earliest owner', async () => {
    const early = await api.addUser({ first: 'Early' })
    const late = await api.addUser({ first: 'Late' })
    const { id } = await created(early)
    api.clock.advance({ seconds: 1 })
    await api.addMember(id, late, 'owner')
    expect((await list(late)).items[0]?.owner?.firstName).toBe('Early')
  })

  it('finds the typed text in name, city, state and the owner shown', async () => {
    const zoe = await api.addUser({ first: 'Zoe', last: 'Quill' })
    await created(zoe, { name: '50% Club', city: 'Juneau', state: 'AK' })
    const found = async (search: string) =>
      (await list(representative, `?search=${encodeURIComponent(search)}`)).names
    for (const search of ['50% cl', 'juneau', 'ak', 'zoe', 'quill', 'Zoe Quill', ' JUNEAU ']) {
      expect([search, await found(search)]).toEqual([search, expect.arrayContaining(['50% Club'])])
    }
    expect(await found('50%')).toEqual(['50% Club'])
    for (const search of ['50_', '%%', '\\', "'; drop table users; --", 'zoe@']) {
      expect([search, await found(search)]).toEqual([search, []])
    }
    expect((await api.call('GET', '/api/organizations/all?search=%00', { as: zoe })).status).toBe(400)
  })

  it('has pages without gaps or repeats', async () => {
    const bob = await api.addUser()
    for (let index = 0; index < 7; index += 1) await created(bob, { name: `Club ${index}` })
    const seen: string[] = []
    let next: string | undefined = '?limit=3&search=club'
    while (next !== undefined) {
      const page: Awaited<ReturnType<typeof list>> = await list(bob, next)
      expect(page.headers.get('x-total-count')).toBe('7')
      seen.push(...page.names)
      next = /all(\?[^>]+)>/.exec(page.headers.get('link') ?? '')?.[1]
    }
    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((index) => `Club ${index}`))
    const bad = await api.call('GET', '/api/organizations/all?limit=0&cursor=x', { as: bob })
    expect(Object.keys(fieldsOf(bad) ?? {})).toEqual(['limit', 'cursor'])
  })
})

describe('changing an organization', () => {
  const put = (id: string, as: string | null, body: object, headers = {}) =>
    api.call('PUT', `/api/organizations/${id}`, { as, body, headers })

  it('lets owners and representatives edit only the fields that R25 names', async () => {
    const owner = await api.addUser()
    const { id } = await created(owner, { website: 'https://old.test' })
    const campaign = await api.addCampaign(id)
    const emptied = vi.fn()
    const stop = api.deps.cache.onChange(emptied)
    const changed = await put(id, owner, {
      payeeName: 'Wolves Inc',
      name: 'Taken over',
      is501c3: true,
    })
    stop()
    expect(changed).toMatchObject({
      status: 200,
      body: {
        name: 'Waco Wolves',
        is501c3: false,
        website: 'https://old.test',
        payeeName: 'Wolves Inc',
        version: 2,
      },
    })
    expect(emptied.mock.calls).toEqual([[[`campaign:${campaign}`, 'campaigns']]])
    expect((await put(id, representative, { website: '' })).body).toMatchObject({ website: null, version: 3 })
    expect(fieldsOf(await put(id, owner, { description: '', website: 'ftp://x' }))).toEqual({
      description: 'Description is required',
      website: expect.any(String),
    })
  })

  it('keeps the month in which its year starts, January at first, and says who changed it (R76)', async () => {
    const owner = await api.addUser()
    const { id, fiscalYearFrom } = await created(owner)
    expect(fiscalYearFrom).toBe('01')
    expect((await put(id, owner, { fiscalYearFrom: '07' })).body).toMatchObject({ fiscalYearFrom: '07' })
    // Another field leaves it as it is.
    expect((await put(id, representative, { zip: '76701' })).body).toMatchObject({ fiscalYearFrom: '07' })
    for (const wrong of ['7', '00', '13', 7, null, ''])
      expect([wrong, fieldsOf(await put(id, owner, { fiscalYearFrom: wrong }))]).toEqual([
        wrong,
        { fiscalYearFrom: expect.stringContaining('Choose a month') },
      ])
    const [audited] = await api.db.query(sql`
      select before ->> 'fiscalYearFrom' as before, after ->> 'fiscalYearFrom' as after
      from audit_log
      where subject_id = ${id} and action = 'organization.update' and actor_id = ${owner}
    `)
    expect(audited).toEqual({ before: '01', after: '07' })
    const store = (month: number) =>
      api.db.query(sql`update organizations set fiscal_year_starts = ${month} where id = ${id}`)
    await expect(store(0)).rejects.toThrow(/fiscal_year_starts/)
    await expect(store(13)).rejects.toThrow(/fiscal_year_starts/)
  })

  it('refuses other users, an unknown organization and a stale version', async () => {
    const owner = await api.addUser()
    const other = await api.addUser()
    const scorer = await api.addUser()
    const { id } = await created(owner)
    await created(other)
    await api.addMember(id, scorer, 'scorer')
    for (const caller of [other, scorer])
      expect((await put(id, caller, { description: 'x' })).status).toBe(403)
    expect((await put(id, null, { description: 'x' })).status).toBe(401)
    expect((await put(randomUUID(), owner, { description: 'x' })).status).toBe(404)
    const once = { 'if-match': '"1"' }
    expect((await put(id, owner, { description: 'one' }, once)).status).toBe(200)
    expect(await put(id, owner, { description: 'two' }, once)).toMatchObject({
      status: 409,
      body: { code: 'stale', details: { current: { description: 'one', version: 2 } } },
    })
  })
})

describe('members of an organization', () => {
  const setRole = (id: string, as: string, email: string, role: string) =>
    api.call('POST', `/api/organizations/${id}/members`, { as, body: { email, role } })
  const remove = (id: string, as: string, userId: string) =>
    api.call('DELETE', `/api/organizations/${id}/members/${userId}`, { as })
  const rolesOf = (id: string) =>
    api.db.query(
      sql`select user_id, role from organization_members where organization_id = ${id} order by role`,
    )

  it('join by invitation only: no address gets a role, and the answer does not tell who has an account', async () => {
    const owner = await api.addUser()
    const { id } = await created(owner)
    await api.addUser({ email: 'stranger@test.test', first: 'Nia' })
    for (const [as, email] of [
      [owner, 'stranger@test.test'],
      [owner, 'nobody@test.test'],
      [representative, 'stranger@test.test'],
    ] as const)
      for (const role of ['owner', 'treasurer'])
        expect(await setRole(id, as, email, role)).toMatchObject({
          status: 409,
          body: { code: 'conflict', message: expect.stringContaining('by invitation') },
        })
    expect(await rolesOf(id)).toEqual([{ userId: owner, role: 'owner' }])
    const bad = await setRole(id, owner, 'nope', 'king')
    expect(fieldsOf(bad)).toEqual({ email: 'Valid email is required', role: 'Choose a role' })
    expect((await setRole(randomUUID(), owner, 'stranger@test.test', 'owner')).status).toBe(404)
  })

  it('become owners by accepting, and get any other role at once', async () => {
    const owner = await api.addUser()
    const { id } = await created(owner)
    const nia = await api.addUser({ email: 'nia@test.test', first: 'Nia' })
    await api.addMember(id, nia, 'scorer')
    expect((await setRole(id, owner, 'nia@test.test', 'owner')).status).toBe(409)
    expect((await setRole(id, nia, 'nia@test.test', 'owner')).status).toBe(403)
    for (const role of ['treasurer', 'confirmer'])
      expect(await setRole(id, owner, 'nia@test.test', role)).toMatchObject({ status: 201, body: { role } })
    await api.db.query(sql`update organization_members set role = 'owner' where user_id = ${nia}`)
    for (let twice = 0; twice < 2; twice += 1)
      expect(await setRole(id, owner, ' NIA@test.test', 'scorer')).toMatchObject({
        status: 201,
        body: { userId: nia, firstName: 'Nia', email: 'nia@test.test', role: 'scorer' },
      })
    const audited = await api.db.query(sql`
      select after from audit_log where subject_id = ${id} and action = 'organization.change_role' order by id`)
    expect(audited).toEqual(
      ['treasurer', 'confirmer', 'scorer'].map((role) => ({ after: { userId: nia, role } })),
    )
  })

  it('always include an owner, even with simultaneous removals', async () => {
    const one = await api.addUser({ email: 'one@test.test' })
    const two = await api.addUser()
    const { id } = await created(one)
    expect((await remove(id, one, one)).status).toBe(409)
    expect((await setRole(id, representative, 'one@test.test', 'scorer')).status).toBe(409)
    await api.addMember(id, two, 'owner')
    const both = await Promise.all([remove(id, representative, one), remove(id, representative, two)])
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409])
    const left = await api.db.query(sql`select role from organization_members where organization_id = ${id}`)
    expect(left).toEqual([{ role: 'owner' }])
  })

  it('can be removed once if they are scorers', async () => {
    const owner = await api.addUser()
    const scorer = await api.addUser()
    const { id } = await created(owner)
    await api.addMember(id, scorer, 'scorer')
    expect((await remove(id, scorer, scorer)).status).toBe(403)
    expect((await remove(id, owner, scorer)).status).toBe(204)
    expect((await remove(id, owner, scorer)).status).toBe(404)
  })
})
