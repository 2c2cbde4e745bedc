import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiKey, MadeApiKey, Scope } from '#domain/schemas/api-key.ts'
import type { AuditEntry } from '#domain/schemas/audit-log.ts'
import type { ResultEntry } from '#domain/schemas/result.ts'
import type { UserCampaign } from '#domain/schemas/user.ts'
import { sql } from '#server/platform/db/database.ts'
import { aKey, keyFor } from '#tests/api-keys.ts'
import { type Caller, expectStatus, type TestApp } from '#tests/app.ts'
import {
  openDraft,
  openSeason,
  type Season,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { joinOrganization } from '#tests/join-organization.ts'
import { setSecondStep } from '#tests/sessions.ts'

let app: TestApp
let org: TestOrganization
let season: Season
beforeAll(async () => {
  ;({ app, org, season } = await givenSeason({
    env: { SECOND_STEP: 'required', KEY_WRITES_PER_MINUTE: '40' },
  }))
})
afterAll(() => app.close())

const own = (...scopes: Scope[]) => keyFor(org.organizationId, scopes)
const campaigns = (by: Caller) => by.get<UserCampaign[]>('/api/user/campaigns')
const listed = async (by: Caller, id: string) =>
  expectStatus(await by.get<ApiKey[]>(`/api/api-keys?organizationId=${org.organizationId}`), 200).find(
    (one) => one.id === id,
  )
const anotherOwner = async (): Promise<Caller> => {
  const person = await app.user({ firstName: 'Rosa', lastName: 'Diaz' })
  await joinOrganization(app, org.organizationId, person, 'owner')
  return person
}

describe('an API key (R80)', () => {
  it('is in one answer only, and stored as a hash', async () => {
    const { id, key } = await aKey(org, org.owner, own('campaigns:read'))
    expect(key).toMatch(/^pledgeraiser_key_[0-9a-f]{64}$/)
    expect(await listed(org.owner, id)).toMatchObject({ ending: key.slice(-4), scopes: ['campaigns:read'] })
    const mailed = await app.deps.db.query(sql`select to_address from mails where kind = 'api_key'`)
    expect(mailed).toHaveLength(1)
    const rows = await app.deps.db.query<{ row: string }>(sql`
      select k::text as row from api_keys k
      union all select i::text from idempotency_keys i
      union all select a::text from audit_log a`)
    expect(rows.filter(({ row }) => row.includes(key.slice(-64)))).toEqual([])
  })

  it('does what its scopes name; to write includes to read', async () => {
    const { caller } = await aKey(org, org.owner, own('results:write'))
    expectStatus(await caller.get(`${season.path}/results`), 200)
    const refused = await caller.get<{ message: string }>(`/api/dashboard/campaigns/${season.id}`)
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'This API key lacks the scope campaigns:read',
    ])
    const only = await aKey(org, org.owner, own('results:read'))
    const entry = { statisticId: season.statistics.goals.id, quantity: 1 }
    expect((await only.caller.post(`${season.path}/results`, entry)).status).toBe(403)
    expect((await org.owner.post('/api/api-keys', own('charges:read'))).status).toBe(400)
  })

  it('of an organization reaches no other one of its maker’s, and nothing that is the provider’s', async () => {
    const elsewhere = await setUpOrganization(app, 'Ridgeview Boosters')
    const theirs = await openDraft(elsewhere)
    await joinOrganization(app, elsewhere.organizationId, org.owner, 'owner')
    await app.deps.db.query(sql`
      insert into user_roles (user_id, role, granted_at)
      values (${org.owner.userId}, 'pledgeraiser_representatives', '2026-01-01')`)
    const { caller } = await aKey(org, org.owner)
    const seen = expectStatus(await campaigns(caller), 200).map(({ id }) => id)
    expect(seen).toContain(season.id)
    expect(seen).not.toContain(theirs.id)
    expect((await caller.get(theirs.path)).status).toBe(404)
    expect((await caller.get(`/api/organizations/${elsewhere.organizationId}`)).status).toBe(403)
    expect((await caller.get('/api/payments')).status).toBe(403)
    await app.deps.db.query(sql`delete from user_roles where user_id = ${org.owner.userId}`)
  })

  it('is not a second person: its maker can’t confirm what it entered, and it confirms nothing', async () => {
    const { caller } = await aKey(org, org.owner, own('results:write'))
    const entry = { statisticId: season.statistics.goals.id, quantity: 2 }
    const { id } = expectStatus(await caller.post<ResultEntry>(`${season.path}/results`, entry), 201)
    const confirm = (by: Caller) => by.post(`${season.path}/results/confirmations`, { resultIds: [id] })
    expect((await confirm(caller)).body).toMatchObject({ message: expect.stringContaining('takes a person') })
    expect((await confirm(org.owner)).status).toBe(403)
    expectStatus(await confirm(await anotherOwner()), 201)
  })

  it('works as the password of Basic authentication, a person’s token does not', async () => {
    const { key } = await aKey(org, org.owner)
    const basic = (password: string) => ({ authorization: `Basic ${btoa(`zapier:${password}`)}` })
    const status = async (password: string) =>
      (await app.app.request('/api/user/campaigns', { headers: basic(password) })).status
    expect(await status(key)).toBe(200)
    expect(await status(`${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`)).toBe(401)
    expect(await status(org.owner.token)).toBe(401)
  })

  it('does not sign in, and is no one’s own', async () => {
    const { caller } = await aKey(org, org.owner)
    for (const path of ['/api/identity/token', '/api/auth/user', '/api/user/pledges'])
      expect([path, (await caller.get(path)).status]).toEqual([path, 403])
  })

  it('moves no campaign to another status', async () => {
    const { caller } = await aKey(org, org.representative, keyFor(null))
    expect((await caller.put(season.path, { status: 'paused' })).status).toBe(403)
    expectStatus(await caller.put(season.path, { goal: '12000.00' }), 200)
  })

  it('is named in the history of what it did', async () => {
    const { id, caller } = await aKey(org, org.owner, own('rewards:write'))
    const reward = { title: 'Ball', description: 'Signed', type: 'milestone_maker', threshold: 5 }
    app.clock.advance({ seconds: 1 })
    expectStatus(
      await caller.post(`${season.path}/rewards`, { ...reward, statisticId: season.statistics.goals.id }),
      201,
    )
    const log = expectStatus(await org.owner.get<AuditEntry[]>(`${season.path}/audit-log?kind=rewards`), 200)
    expect(log[0]?.who).toMatch(/^API key “Zapier” \(.+\)$/)
    const made = expectStatus(await org.owner.get<AuditEntry[]>(`${season.path}/audit-log?kind=people`), 200)
    expect(made.map(({ text }) => text)).toContain('Made an API key')
    const rows = await app.deps.db.query(sql`select from audit_log where api_key_id = ${id}`)
    expect(rows).toHaveLength(1)
  })

  it('stops with its maker’s role, and works again once another owner has replaced it', async () => {
    const leaving = await anotherOwner()
    const { id, caller } = await aKey(org, leaving, own('campaigns:read'))
    expectStatus(await campaigns(caller), 200)
    expectStatus(
      await org.owner.delete(`/api/organizations/${org.organizationId}/members/${leaving.userId}`),
      204,
    )
    const refused = await campaigns(caller)
    expect([refused.status, refused.body]).toMatchObject([
      401,
      { message: expect.stringContaining('an owner') },
    ])
    expect((await listed(org.owner, id))?.stoppedReason).toContain('Rosa Diaz is no longer an owner')
    const again = expectStatus(await org.owner.post<MadeApiKey>(`/api/api-keys/${id}/replacements`), 201)
    expectStatus(await campaigns(app.withKey(again.key, org.owner)), 200)
    expect((await campaigns(caller)).status).toBe(401)
  })

  it('works 24 hours more once it was replaced, and ends at once when revoked', async () => {
    const { id, caller } = await aKey(org, org.owner, own('campaigns:read'))
    const { key } = expectStatus(await org.owner.post<MadeApiKey>(`/api/api-keys/${id}/replacements`), 201)
    const next = app.withKey(key, org.owner)
    app.clock.advance({ hours: 23 })
    expectStatus(await campaigns(caller), 200)
    app.clock.advance({ hours: 2 })
    expect((await campaigns(caller)).status).toBe(401)
    expectStatus(await campaigns(next), 200)
    expect((await listed(org.owner, id))?.lastUsedAt).toBe(app.clock.now().toISOString())
    expectStatus(await org.representative.delete(`/api/api-keys/${id}`), 204)
    expect((await campaigns(next)).status).toBe(401)
  })

  it('of the provider takes today’s second step to make', async () => {
    const old = await app.representative('Old')
    await setSecondStep(app.deps, old.userId, new Date('2026-01-01'))
    const made = await old.post<{ code: string }>('/api/api-keys', keyFor(null))
    expect([made.status, made.body.code]).toEqual([403, 'second_step_required'])
  })

  it('has limits of its own, with Retry-After', async () => {
    const { caller } = await aKey(org, org.owner, own('results:read'))
    const answers = await Promise.all(Array.from({ length: 41 }, () => caller.post(`${season.path}/results`)))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(1)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expectStatus(await caller.get(`${season.path}/results`), 200)
  })
})

it('lists that a program polls are newest first, with an id', async () => {
  const { caller } = await aKey(org, org.representative, keyFor(null))
  app.clock.advance({ seconds: 1 })
  const newest = await openSeason(org)
  const [first] = expectStatus(await campaigns(caller), 200)
  expect(first?.id).toBe(newest.id)
  type Item = { campaigns: { id: string } }
  const read = async (path: string) => await caller.get<Item[]>(path)
  const page = await read('/api/campaigns?sort=created&limit=1')
  expect(page.body[0]?.campaigns.id).toBe(newest.id)
  const next = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1] ?? ''
  expect(expectStatus(await read(next), 200)[0]?.campaigns.id).not.toBe(newest.id)
})
