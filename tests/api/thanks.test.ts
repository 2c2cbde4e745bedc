/** R26: a supporter is thanked by name on the campaign's page only if they want to be, once a representative has checked it. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { CampaignDetail, Management } from '#domain/schemas/campaign.ts'
import type { Pledge, PledgeDetail } from '#domain/schemas/pledge.ts'
import type { ThanksPage } from '#domain/schemas/thanks.ts'
import type { WorkQueueSteps } from '#domain/schemas/work-queue.ts'
import { deleteUser } from '#server/accounts/users/deletion.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, expectStatus, type TestApp } from '#tests/app.ts'
import { pledgeBody, type Season, type TestOrganization } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'

let app: TestApp
let org: TestOrganization
let season: Season

beforeAll(async () => {
  ;({ app, org, season } = await givenSeason({
    now: '2026-09-01T16:00:00Z',
    env: { HOLD_PLEDGES_ABOVE: '500' },
  }))
})
afterAll(() => app.close())

const detail = async () => expectStatus(await app.visitor.get<CampaignDetail>(season.path), 200)
const thanked = async () => (await detail()).thanks ?? []

async function tryPledge(by: Caller, more: object, rate = '1.00') {
  const body = await pledgeBody(by, season, { lines: { goals: rate }, method: 'check' })
  return by.post<Pledge>(`${season.path}/pledges`, { ...body, ...more })
}
async function supports(name: [string, string | null], more: object = { thankByName: true }, rate?: string) {
  const [firstName, lastName] = name
  const by = await app.user({ firstName, lastName: lastName ?? '' })
  return { by, pledge: expectStatus(await tryPledge(by, more, rate), 201) }
}
const search = (by: Caller, which: string, more: object = {}) =>
  by.post<ThanksPage>(`${season.path}/thanks/searches`, { which, ...more })
const listed = async (which: string, more: object = {}) =>
  expectStatus(await search(org.representative, which, more), 200)
const decide = (pledgeId: string, name: string, isShown = true, by = org.representative) =>
  by.put(`${season.path}/thanks/${pledgeId}`, { isShown, name })
const choose = (by: Caller, pledgeId: string, thankByName: boolean) =>
  by.put(`/api/pledges/${pledgeId}/thanks`, { thankByName })
const own = async (by: Caller, id: string) =>
  expectStatus(await by.get<PledgeDetail>(`/api/pledges/${id}`), 200).thanks

it('no one is thanked who did not choose it, and no one who keeps the pledge anonymous', async () => {
  const { by, pledge } = await supports(['Quinn', 'Silent'], {})
  expect(pledge).not.toHaveProperty('thanks')
  expect(await listed('waiting')).toEqual({ items: [], count: 0, next: null })
  expect((await decide(pledge.id, 'Quinn S.')).status).toBe(404)
  const both = await tryPledge(by, { thankByName: true, isAnonymous: true })
  expect(both).toMatchObject({
    status: 400,
    body: { fields: { thankByName: expect.stringContaining('anonymous') } },
  })
  const hidden = expectStatus(await tryPledge(by, { isAnonymous: true }), 201)
  expect((await choose(by, hidden.id, true)).status).toBe(409)
  expect(await detail()).not.toHaveProperty('thanks')
})

it('a name waits for a representative, who shows it by first name and initial, and takes it down', async () => {
  const { by, pledge } = await supports(['Rosa', 'Larsen'])
  expect(await own(by, pledge.id)).toBe('asked')
  expect(await thanked()).toEqual([])
  expect((await listed('waiting')).items).toEqual([{ pledgeId: pledge.id, name: 'Rosa L.', isShown: false }])
  const seen = await app.deps.db.query(
    sql`select from audit_log where action = 'name.show' and subject_id = ${pledge.id}`,
  )
  expect(seen).toHaveLength(1)
  const managed = expectStatus(
    await org.representative.get<Management>(`/api/dashboard/campaigns/${season.id}`),
    200,
  )
  expect(managed.thanks).toEqual({ waiting: 1, decided: 0 })
  const namesToCheck = async () =>
    expectStatus(await org.representative.get<WorkQueueSteps>('/api/desk/steps'), 200).steps.filter(
      ({ kind }) => kind === 'check_names',
    )
  expect(await namesToCheck()).toMatchObject([{ campaignId: season.id, count: 1 }])

  expect((await decide(pledge.id, 'Rosa Larsen')).status).toBe(409)
  expectStatus(await decide(pledge.id, 'Rosa L.'), 200)
  expect(await thanked()).toEqual(['Rosa L.'])
  expect(await namesToCheck()).toEqual([])
  const { pledges } = await detail()
  expect(JSON.stringify(pledges)).not.toContain('Rosa')
  expect(await own(by, pledge.id)).toBe('shown')

  expectStatus(await decide(pledge.id, 'Rosa L.', false), 200)
  expect(await thanked()).toEqual([])
  expect((await listed('decided')).items).toEqual([{ pledgeId: pledge.id, name: 'Rosa L.', isShown: false }])
  expectStatus(await decide(pledge.id, 'Rosa L.'), 200)
})

it('owners, scorers, supporters and visitors neither see nor decide', async () => {
  const { by, pledge } = await supports(['Vera', 'Moss'])
  const { body } = await org.owner.get<Management>(`/api/dashboard/campaigns/${season.id}`)
  expect(body).not.toHaveProperty('thanks')
  for (const [who, status] of [
    [app.visitor, 401],
    [by, 403],
    [org.scorer, 403],
    [org.owner, 403],
  ] as const) {
    expect((await search(who, 'waiting')).status).toBe(status)
    expect((await decide(pledge.id, 'Vera M.', true, who)).status).toBe(status)
  }
  const stranger = await app.user({ firstName: 'Stranger' })
  expect((await choose(stranger, pledge.id, false)).status).toBe(404)
  expect((await choose(org.representative, pledge.id, false)).status).toBe(404)
  expect(await thanked()).toEqual(['Rosa L.'])
})

it('newest first, a page at a time, each supporter once', async () => {
  const { by, pledge } = await supports(['Ivo', null])
  const again = expectStatus(await tryPledge(by, { thankByName: true }), 201)
  const first = await listed('waiting', { limit: 2 })
  expect(first.items.map(({ pledgeId }) => pledgeId)).toEqual([again.id, pledge.id])
  expect(first).toMatchObject({ count: 3, next: pledge.id })
  const rest = await listed('waiting', { limit: 2, cursor: first.next })
  expect(rest.items.map(({ name }) => name)).toEqual(['Vera M.'])
  expectStatus(await decide(pledge.id, 'Ivo'), 200)
  expectStatus(await decide(again.id, 'Ivo'), 200)
  expect(await thanked()).toEqual(['Ivo', 'Rosa L.'])
})

it('the supporter takes it back and wants it again, which is checked again', async () => {
  const { by, pledge } = await supports(['Tess', 'Otte'])
  expectStatus(await decide(pledge.id, 'Tess O.'), 200)
  expect(await thanked()).toContain('Tess O.')
  expectStatus(await choose(by, pledge.id, false), 200)
  expect(await own(by, pledge.id)).toBeUndefined()
  expect(await thanked()).not.toContain('Tess O.')
  expect((await decide(pledge.id, 'Tess O.')).status).toBe(404)
  expectStatus(await choose(by, pledge.id, true), 200)
  expect(await thanked()).not.toContain('Tess O.')
  expect((await listed('waiting')).items.map(({ name }) => name)).toContain('Tess O.')
})

it('another name is not shown before it is checked too', async () => {
  const { by, pledge } = await supports(['Nora', 'Pike'])
  expectStatus(await decide(pledge.id, 'Nora P.'), 200)
  expectStatus(await by.put('/api/auth/user', { firstName: 'Buy At Example', onPledges: true }), 200)
  await vi.waitFor(async () => expect(await thanked()).not.toContain('Nora P.'), { timeout: 20_000 })
  expect(JSON.stringify(await thanked())).not.toContain('Example')
  expect((await listed('waiting')).items[0]?.name).toBe('Buy At Example P.')
})

it('a cancelled pledge and a deleted account are thanked no longer', async () => {
  const cancels = await supports(['Cleo', 'Rand'])
  expectStatus(await decide(cancels.pledge.id, 'Cleo R.'), 200)
  expect(await thanked()).toContain('Cleo R.')
  expectStatus(await cancels.by.post(`/api/pledges/${cancels.pledge.id}/cancellation`, {}), 201)
  expect(await thanked()).not.toContain('Cleo R.')
  expect((await decide(cancels.pledge.id, 'Cleo R.')).status).toBe(404)
  await deleteUser(app.deps, cancels.by.userId)
  const rows = await app.deps.db.query(
    sql`select thanks, thanked_as, note from pledges where id = ${cancels.pledge.id}`,
  )
  expect(rows).toEqual([{ thanks: null, thankedAs: null, note: null }])
})

it('a deleted account, and a pledge that was made to name no one, leave the page at once', async () => {
  const leaves = await supports(['Lena', 'Voss'])
  const erases = await supports(['Erik', 'Sand'])
  expectStatus(await decide(leaves.pledge.id, 'Lena V.'), 200)
  expectStatus(await decide(erases.pledge.id, 'Erik S.'), 200)
  expect(await thanked()).toEqual(expect.arrayContaining(['Erik S.', 'Lena V.']))
  await app.deps.db.query(
    sql`update pledges set status = 'settled' where id in (${leaves.pledge.id}, ${erases.pledge.id})`,
  )
  await deleteUser(app.deps, leaves.by.userId)
  await vi.waitFor(async () => expect(await thanked()).not.toContain('Lena V.'), { timeout: 20_000 })
  expect(await thanked()).toContain('Erik S.')
  expectStatus(await erases.by.delete(`/api/pledges/${erases.pledge.id}/details`), 204)
  expect(await thanked()).not.toContain('Erik S.')
})

it('a held pledge keeps the wish until it is released', async () => {
  const { by, pledge } = await supports(['Hal', 'Bell'], { thankByName: true }, '50.00')
  expect(pledge).toMatchObject({ isHeld: true })
  expect(await own(by, pledge.id)).toBe('asked')
  expect((await listed('waiting')).items.map(({ name }) => name)).not.toContain('Hal B.')
  expectStatus(await org.representative.put(`/api/held-pledges/${pledge.id}`, { decision: 'release' }), 200)
  expectStatus(await decide(pledge.id, 'Hal B.'), 200)
  expect(await thanked()).toContain('Hal B.')
})

it('a name that was changed waits again, and the next step says so', async () => {
  const { by, pledge } = await supports(['Jonh', 'Reyes'])
  expectStatus(await decide(pledge.id, 'Jonh R.'), 200)
  const waiting = async () => {
    const { steps } = expectStatus(await org.representative.get<WorkQueueSteps>('/api/desk/steps'), 200)
    return steps.find(({ kind }) => kind === 'check_names')?.count ?? 0
  }
  const before = await waiting()
  expectStatus(await by.put('/api/auth/user', { firstName: 'John', onPledges: true }), 200)
  expect(await waiting()).toBe(before + 1)
})
