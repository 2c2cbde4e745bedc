/** A replica that lags: after a change the public reads the primary, on this instance and on the others (R55). */
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Campaign, CampaignDetail, CampaignListItem } from '#domain/schemas/campaign.ts'
import { type Database, openDatabase, sql } from '#server/platform/db/database.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { openSeason, type Season, setUpOrganization, type TestOrganization } from '#tests/fixtures.ts'

let app: TestApp
let other: TestApp
let org: TestOrganization
let season: Season
let replica: Database

/** One connection whose one transaction sees what was committed when it began, for as long as it is open. */
async function lagFromNow(): Promise<void> {
  await replica.pool.query('rollback')
  await replica.pool.query('begin isolation level repeatable read')
  await replica.query(sql`select id from campaigns`)
}

beforeAll(async () => {
  app = await createTestApp()
  other = await app.another()
  replica = openDatabase({ url: app.url, connections: 1 })
  for (const { deps } of [app, other]) Object.assign(deps.db, { replica, hasReplica: true })
  org = await setUpOrganization(app)
})
afterAll(async () => {
  await replica.close()
  await app.close()
})
beforeEach(async () => {
  season = await openSeason(org)
  app.clock.advance({ minutes: 1 })
  await lagFromNow()
})

const rename = async (name: string) =>
  expectStatus(await org.representative.put<Campaign>(season.path, { name }), 200)
const pageOf = async ({ visitor }: TestApp) =>
  expectStatus(await visitor.get<CampaignDetail>(season.path), 200).campaigns.name
const namesOf = async ({ visitor }: TestApp, query = '') =>
  expectStatus(await visitor.get<CampaignListItem[]>(`/api/campaigns${query}`), 200).map(
    ({ campaigns }) => campaigns.name,
  )

it('the page of a campaign without recent changes is read from the replica', async () => {
  await app.deps.db.query(sql`update campaigns set name = 'Told to nobody' where id = ${season.id}`)
  expect(await pageOf(app)).toBe('Fall Season')
})

it('a change shows at once on the same instance: on its page, in lists and searches', async () => {
  expect(await pageOf(app)).toBe('Fall Season')
  await rename('Renamed Season')
  expect(await pageOf(app)).toBe('Renamed Season')
  expect(await namesOf(app)).toContain('Renamed Season')
  expect(await namesOf(app, '?search=renamed')).toEqual(['Renamed Season'])
})

it('a change shows on another instance as soon as it is notified', async () => {
  expect(await pageOf(other)).toBe('Fall Season')
  await rename('Heard Of')
  await vi.waitFor(
    async () => {
      expect(await pageOf(other)).toBe('Heard Of')
      expect(await namesOf(other)).toContain('Heard Of')
    },
    { timeout: 20_000 },
  )
})

it('a changed campaign is read from the replica again after ten seconds', async () => {
  await rename('Later Season')
  app.clock.advance({ seconds: 9 })
  expect(await pageOf(app)).toBe('Later Season')
  // A cached response lives for half a minute.
  app.clock.advance({ seconds: 31 })
  expect(await pageOf(app)).toBe('Fall Season')
  await lagFromNow()
  app.clock.advance({ seconds: 31 })
  expect(await pageOf(app)).toBe('Later Season')
})

it('while the replica cannot be reached, public reads go to the primary and /readyz says so', async () => {
  const unreachable = new URL(app.url)
  unreachable.port = '1'
  const database = openDatabase({ url: app.url, replicaUrl: unreachable.href })
  const { db } = app.deps
  const { replica: lagging } = db
  Object.assign(db, { replica: database.replica, isReplicaReachable: database.isReplicaReachable })
  try {
    const name = 'Read from the primary'
    await db.query(sql`update campaigns set name = ${name} where id = ${season.id}`)
    expect(await pageOf(app)).toBe(name)
    const fromHere = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }
    expect(await (await app.app.request('/readyz', {}, fromHere)).json()).toMatchObject({
      database: 'ok',
      replica: 'unreachable',
      books: 'ok',
    })
  } finally {
    Object.assign(db, { replica: lagging })
    await database.close()
  }
})
