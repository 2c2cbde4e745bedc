/** A lost database connection is a 503 with Retry-After, or nothing at all: the process survives, and nothing is lost. */
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import { pledgeBody, type Season } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'

let app: TestApp
let season: Season
let outside: Client

beforeAll(async () => {
  ;({ app, season } = await givenSeason({ now: '2026-09-01T16:00:00Z' }))
  outside = new Client({ connectionString: app.url })
  await outside.connect()
})
afterAll(async () => {
  await outside.end()
  await app.close()
})

/** This often while one pledge is made: before, between and after its statements. */
const ENDED_EACH = 5
const endAllOthers = () =>
  outside.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )

it('a transaction whose connection is ended fails, and the next one works', async () => {
  const { db } = app.deps
  const ended = db.transaction(async (tx) => {
    await tx.query(sql`select 1 as one`)
    await endAllOthers()
    await tx.query(sql`select 2 as two`)
  })
  await expect(ended).rejects.toThrow()
  await vi.waitFor(
    async () => {
      expect(await db.transaction((tx) => tx.query<{ one: number }>(sql`select 1 as one`))).toEqual([
        { one: 1 },
      ])
    },
    { timeout: 20_000 },
  )
})

it('under pledges all connections are ended again and again: each pledge is acknowledged once or refused with 503', async () => {
  const supporter = await app.user()
  const body = await pledgeBody(supporter, season, { lines: { gift: '5.00' }, method: 'check' })
  const statuses = new Set<number>()
  const acknowledged: string[] = []
  for (let made = 0; made < 60; made += 1) {
    const key = { 'idempotency-key': `pledge-${made}` }
    const sent = supporter.post<{ id: string }>(`${season.path}/pledges`, body, key)
    for (let ended = 0; ended < ENDED_EACH; ended += 1) await endAllOthers()
    const one = await sent
    statuses.add(one.status)
    if (one.status === 201) acknowledged.push(one.body.id)
    else expect([one.status, one.headers.get('retry-after')]).toEqual([503, '5'])
  }
  await vi.waitFor(async () => expectStatus(await supporter.get('/api/user/pledges'), 200), {
    timeout: 20_000,
  })
  for (let made = 0; made < 60; made += 1) {
    const key = { 'idempotency-key': `pledge-${made}` }
    acknowledged.push(
      expectStatus(await supporter.post<{ id: string }>(`${season.path}/pledges`, body, key), 201).id,
    )
  }
  const rows = await app.deps.db.query<{ id: string }>(
    sql`select id from pledges where campaign_id = ${season.id} order by id`,
  )
  expect(new Set(acknowledged)).toEqual(new Set(rows.map(({ id }) => id)))
  expect(rows).toHaveLength(60)
  expect(statuses).toContain(503)
})
