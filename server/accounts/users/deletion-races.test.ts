/** What ties an account (R45), changed at the very moment in which the account is deleted. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeLink } from '#server/messaging/links/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { openDraft, openSeason, type Season, setUpOrganization } from '#tests/fixtures.ts'
import { interleave, untilSomebodyWaits } from '#tests/interleaving.ts'
import { deleteUser } from './deletion.ts'

let app: TestApp
let owner: Caller
let organizationId: string

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const cedar = {
  name: 'Cedar',
  description: 'Boosters',
  city: 'Boston',
  state: 'MA',
  organizationType: 'school',
}
const create = async (by: Caller) => by.post<{ id: string }>('/api/organizations', cedar)

beforeEach(async () => {
  owner = await app.user()
  organizationId = expectStatus(await create(owner), 201).id
})

const path = () => `/api/organizations/${organizationId}`
const join = (userId: string, role = 'owner') =>
  app.deps.db.query(sql`
    insert into organization_members (organization_id, user_id, role, created_at)
    values (${organizationId}, ${userId}, ${role}, ${app.clock.now()})`)
const deletion = ({ userId }: Caller) =>
  deleteUser(app.deps, userId).then(
    () => 'deleted',
    (error: Error) => error.message,
  )
const ownerless = async () =>
  app.deps.db.query(sql`
    select o.id from organizations o
    where not exists (
      select from organization_members m join users u on u.id = m.user_id
      where m.organization_id = o.id and m.role = 'owner' and u.deleted_at is null
    )`)
const activeMembers = async () =>
  app.deps.db.query(sql`
    select m.user_id, m.role, u.deleted_at is not null as is_gone
    from organization_members m join users u on u.id = m.user_id
    where m.organization_id = ${organizationId}`)

describe('while an account is deleted,', () => {
  it('its owner creates no organization', async () => {
    const person = await app.user()
    const [done, made] = await interleave(
      app,
      () => deletion(person),
      () => create(person),
    )
    expect([done, made.status]).toEqual(['deleted', 401])
    expect(await ownerless()).toEqual([])
  })

  it('its owner joins no organization', async () => {
    const person = await app.user()
    // Whoever has the link may accept it, whatever their address.
    const invited = { email: 'any@example.org', role: 'owner' }
    const { id } = expectStatus(await owner.post<{ id: string }>(`${path()}/invitations`, invited), 201)
    const token = await makeLink(app.deps.db, app.clock, 'invitation', { subjectId: id })
    const [done, joined] = await interleave(
      app,
      () => deletion(person),
      () => person.post('/api/organization-invitations/acceptances', { token }),
    )
    expect([done, joined.status]).toEqual(['deleted', 401])
    expect(await activeMembers()).toEqual([{ userId: owner.userId, role: 'owner', isGone: false }])
  })

  it('its owner invites no ambassadors', async () => {
    const org = await setUpOrganization(app)
    const season = await openDraft(org)
    const other = await app.user()
    organizationId = org.organizationId
    await join(other.userId)
    const [done, invited] = await interleave(
      app,
      () => deletion(org.owner),
      () => org.owner.post(`${season.path}/ambassadors`, { email: 'ann@example.org' }),
    )
    expect([done, invited.status]).toEqual(['deleted', 401])
  })

  it('the other owner of an organization is not deleted', async () => {
    const other = await app.user()
    await join(other.userId)
    const answers = await interleave(
      app,
      () => deletion(owner),
      () => deletion(other),
    )
    expect(answers).toEqual(['deleted', expect.stringContaining('You are the only owner of Cedar')])
    expect(await ownerless()).toEqual([])
  })

  it('the other owner is not removed', async () => {
    const other = await app.user()
    await join(other.userId)
    const representative = await app.representative()
    const [done, removed] = await interleave(
      app,
      () => deletion(owner),
      () => representative.delete(`${path()}/members/${other.userId}`),
    )
    expect([done, removed.status]).toEqual(['deleted', 409])
    expect(await ownerless()).toEqual([])
  })

  it('the other representative is not deleted', async () => {
    await app.deps.db.query(sql`delete from user_roles`)
    const one = await app.representative('One')
    const two = await app.representative('Two')
    const answers = await interleave(
      app,
      () => deletion(one),
      () => deletion(two),
    )
    expect(answers).toEqual(['deleted', expect.stringContaining('You are the last representative')])
  })

  it('its owner does not become a representative', async () => {
    const one = await app.representative('One')
    const two = await app.representative('Two')
    const person = await app.user()
    expectStatus(await one.post('/api/representatives', { email: person.email }), 201)
    const [done, confirmed] = await interleave(
      app,
      () => deletion(person),
      () => two.post(`/api/representatives/${person.userId}/confirmation`),
    )
    expect([done, confirmed.status]).toEqual(['deleted', 404])
    const roles = await app.deps.db.query(sql`select from user_roles where user_id = ${person.userId}`)
    expect(roles).toEqual([])
  })
})

describe('a pledge', () => {
  let season: Season
  beforeEach(async () => {
    season = await openSeason(await setUpOrganization(app))
  })
  const promise = (by: Caller) =>
    by.post(`${season.path}/pledges`, {
      paymentMethod: 'check',
      isAnonymous: false,
      note: null,
      pledgeStatistics: [{ statisticId: season.statistics.goals.id, pledgeAmount: 2 }],
    })

  it('is not made while its account is deleted', async () => {
    const person = await app.user()
    const [done, made] = await interleave(
      app,
      () => deletion(person),
      () => promise(person),
    )
    expect([done, made.status]).toEqual(['deleted', 403])
  })

  it('that was just made keeps its account from being deleted', async () => {
    const person = await app.user()
    const [made, done] = await interleave(
      app,
      () => promise(person),
      () => deletion(person),
    )
    expect([made.status, done]).toEqual([201, expect.stringContaining('pledge')])
  })
})

it('an account whose owner has just created an organization is not deleted', async () => {
  const person = await app.user()
  const [made, done] = await interleave(
    app,
    () => create(person),
    () => deletion(person),
  )
  expect([made.status, done]).toEqual([201, expect.stringContaining('You are the only owner of Cedar')])
})

it('a deletion that waits for an organization does not keep its owner from finishing a change of it', async () => {
  const { db, clock } = app.deps
  const other = await app.user()
  await join(other.userId)
  let done: Promise<string> | undefined
  await db.transaction(async (tx) => {
    await tx.query(sql`select from organizations where id = ${organizationId} for update`)
    done = deletion(owner)
    await untilSomebodyWaits(db)
    const note = { action: 'organization.update', subject: 'organization', subjectId: organizationId }
    await audit(tx, clock, { actorId: owner.userId, ...note })
  })
  expect(await done).toBe('deleted')
})
