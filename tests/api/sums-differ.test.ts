/** R31: where the database's own sum differs from the domain's by a cent, nothing is locked. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import { countRows, type Season, type TestOrganization, tryToLock } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'

let app: TestApp
let org: TestOrganization
let season: Season

beforeAll(async () => {
  ;({ app, org, season } = await givenSeason({
    pledges: [{ lines: { goals: '2.50' }, method: 'auto_bill_progress' }],
    matches: [{ opponent: 'Bay Prep', startTime: '2026-09-09T16:00:00Z', goals: 3 }],
  }))
})
afterAll(() => app.close())

const lineAmount = (body: string) =>
  app.deps.db.query(
    sql.raw(`create or replace function line_amount(rate bigint, counted numeric) returns bigint
      language sql immutable parallel safe return ${body}`),
  )

it('a lock is refused and writes nothing when the database computes a cent more', async () => {
  await lineAmount('greatest(0, floor(rate * counted + 1.5))::bigint')
  const before = await countRows(app.deps.db)
  const refused = await tryToLock(org, season, 'progress')
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({ code: 'sums_differ' })
  expect(await countRows(app.deps.db)).toEqual(before)

  await lineAmount('greatest(0, div(rate * round(counted * 300) + 150, 300))::bigint')
  const locked = expectStatus(await tryToLock(org, season, 'progress'), 201)
  expect(locked.totals.toBill).toBe('7.50')
})
