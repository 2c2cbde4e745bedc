import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { only, sql, type Transact } from '#server/platform/db/database.ts'
import { createNounApi, type NounApi } from '#tests/noun-api.ts'
import { createRanks, type Ranks, refreshRanks } from './ranks.ts'

let api: NounApi
let ranks: Ranks
let campaigns: string[]

beforeAll(async () => {
  api = await createNounApi([])
  ranks = createRanks(api.deps)
  const lions = await api.addOrganization(await api.addUser(), { name: 'LIONS', city: 'Waco', state: 'TX' })
  campaigns = await Promise.all(
    [1, 2, 3].map((n) => api.addCampaign(lions, { name: `Cup ${n}`, pledged: n * 1_000 })),
  )
})
afterAll(async () => {
  await ranks.close()
  await api.close()
})

const rankOf = async (id: string | undefined) =>
  only(
    await api.db.query<Record<string, unknown>>(sql`select * from campaign_ranks where campaign_id = ${id}`),
  )

const pledge = (id: string | undefined, cents: number) =>
  api.db.query(sql`
    update campaign_totals set pledged_cents = pledged_cents + ${cents}, supporters_count = supporters_count + 1
     where campaign_id = ${id}`)

it('campaign ranks that are out of date are rebuilt once', async () => {
  expect(await ranks.rebuildDrifted()).toBe(3)
  expect(await rankOf(campaigns[2])).toMatchObject({
    status: 'active',
    pledgedCents: 3_000,
    supportersCount: 1,
    progress: 300,
    name: 'cup 3',
    search: 'cup 3 lions waco tx soccer futbol futsal',
  })
  expect(await ranks.rebuildDrifted()).toBe(0)
})

it('changed campaign ranks are refreshed together, and cached lists are cleared', async () => {
  const emptied = vi.fn()
  const stop = api.deps.cache.onChange(emptied)
  await pledge(campaigns[0], 500)
  await pledge(campaigns[1], 700)
  for (let times = 0; times < 100; times += 1) ranks.changed(campaigns[times % 2] as string)
  await ranks.flush()
  expect(await rankOf(campaigns[0])).toMatchObject({ pledgedCents: 1_500, supportersCount: 2 })
  expect(await rankOf(campaigns[1])).toMatchObject({ pledgedCents: 2_700 })
  expect(emptied.mock.calls).toEqual([[['campaigns']]])
  ranks.changed(campaigns[0] as string)
  await ranks.flush()
  expect(emptied).toHaveBeenCalledTimes(1)
  stop()
})

it('a campaign that was renamed and got a pledge is ranked by both', async () => {
  const rename = (name: string) =>
    api.db.query(sql`update campaigns set name = ${name} where id = ${campaigns[1]}`)
  await rename('Bowl 2')
  await pledge(campaigns[1], 300)
  ranks.changed(campaigns[1] as string)
  await ranks.flush()
  expect(await rankOf(campaigns[1])).toMatchObject({
    pledgedCents: 3_000,
    supportersCount: 3,
    name: 'bowl 2',
    search: 'bowl 2 lions waco tx soccer futbol futsal',
    words: expect.stringContaining('bowl'),
  })
  await rename('Cup 2')
  ranks.changed(campaigns[1] as string)
  await ranks.flush()
  expect(await rankOf(campaigns[1])).toMatchObject({ name: 'cup 2', pledgedCents: 3_000 })
})

it.each([
  ['status', sql`update campaigns set status = 'paused'`, { status: 'paused' }],
  ['template', sql`update campaigns set template = 'baseball'`, { template: 'baseball' }],
  ['last day', sql`update campaigns set end_on = '2026-07-04'`, { endOn: '2026-07-04' }],
  ['goal', sql`update campaigns set goal_cents = 777700`, { goalCents: 777_700 }],
])('a rank follows when only the %s of its campaign changes', async (_, change, expected) => {
  const id = await api.addCampaign(await api.addOrganization(await api.addUser()))
  await refreshRanks(api.db, [id])
  await api.db.query(sql`${change} where id = ${id}`)
  expect(await refreshRanks(api.db, [id])).toEqual([id])
  expect(await rankOf(id)).toMatchObject(expected)
  expect(await refreshRanks(api.db, [id])).toEqual([])
})

it('a rank follows when only the city of its organization changes', async () => {
  const organizationId = await api.addOrganization(await api.addUser())
  const id = await api.addCampaign(organizationId)
  await refreshRanks(api.db, [id])
  await api.db.query(sql`update organizations set city = 'Moab' where id = ${organizationId}`)
  expect(await refreshRanks(api.db, [id])).toEqual([id])
  expect(await rankOf(id)).toMatchObject({ search: expect.stringContaining('moab') })
})

it('a changed campaign rank is refreshed by itself', async () => {
  await pledge(campaigns[0], 1)
  ranks.changed(campaigns[0] as string)
  await vi.waitFor(
    async () => expect(await rankOf(campaigns[0])).toMatchObject({ pledgedCents: 1_501 }),
    20_000,
  )
})

it('waiting rank changes are kept while the database is unavailable', async () => {
  let isAway = true
  const transaction: Transact = (work, lock) => {
    if (!isAway) return api.db.transaction(work, lock)
    isAway = false
    return Promise.reject(new Error('away'))
  }
  const other = createRanks({ ...api.deps, db: { ...api.db, transaction } })
  await pledge(campaigns[2], 10)
  other.changed(campaigns[2] as string)
  await expect(other.flush()).rejects.toThrow('away')
  await other.flush()
  expect(await rankOf(campaigns[2])).toMatchObject({ pledgedCents: 3_010 })
  await other.close()
})

it('campaign ranks are rebuilt on start, and a rebuild can be stopped', async () => {
  const other = createRanks(api.deps)
  await pledge(campaigns[1], 5)
  await other.start()
  expect(await rankOf(campaigns[1])).toMatchObject({ pledgedCents: 3_005 })
  await other.close()
  const another = createRanks(api.deps)
  const interrupted = another.start()
  await another.close()
  await interrupted
  expect(await another.rebuildDrifted()).toBe(0)
})

it('the progress of a campaign rank is bounded for amounts far above the goal', async () => {
  await pledge(campaigns[2], 90_000_000_000_000)
  ranks.changed(campaigns[2] as string)
  await ranks.flush()
  expect((await rankOf(campaigns[2])).progress).toBe(2_147_483_647)
})
