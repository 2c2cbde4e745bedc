/** A requested void can be declined by a second person, and withdrawn by whoever requested it (R18). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Management } from '#domain/schemas/campaign.ts'
import type { ResultEntry } from '#domain/schemas/result.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  confirm,
  enterMatch,
  openSeason,
  type Season,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let entry: ResultEntry

beforeAll(async () => {
  app = await createTestApp()
  org = await setUpOrganization(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  season = await openSeason(org)
  const match = { opponent: 'Bay', startTime: '2026-08-20T19:00:00Z', goals: 3 }
  const entries = await enterMatch(org, season, match)
  app.clock.advance({ seconds: 1 })
  entry = (await confirm(org.owner, season, entries))[0] as ResultEntry
})

const path = () => `${season.path}/results/${entry.id}/void`
const requestVoid = async (by: Caller) => {
  app.clock.advance({ seconds: 1 })
  return expectStatus(await by.post<ResultEntry>(path(), { reason: 'Counted twice' }), 201)
}
const endVoidRequest = (by: Caller) => {
  app.clock.advance({ seconds: 1 })
  return by.delete<ResultEntry & { message: string }>(path())
}
const screen = async (by: Caller) =>
  expectStatus(await by.get<Management>(`/api/dashboard/campaigns/${season.id}`), 200)
const actions = async () =>
  (
    await app.deps.db.query<{ action: string }>(
      sql`select action from audit_log where subject_id = ${entry.id} order by at`,
    )
  ).map(({ action }) => action)

it('a void declined by a second person leaves the result confirmed, with nothing to confirm', async () => {
  await requestVoid(org.scorer)
  expect(await screen(org.owner)).toMatchObject({
    resultsToConfirm: 1,
    results: [{ state: 'void_requested', voidReason: 'Counted twice', cannotKeepReason: null }],
  })
  expect(expectStatus(await endVoidRequest(org.owner), 200)).toMatchObject({
    id: entry.id,
    state: 'confirmed',
    confirmedBy: entry.confirmedBy,
    voidedBy: null,
    voidReason: null,
  })
  const after = await screen(org.owner)
  expect([after.resultsToConfirm, after.statistics[0]?.confirmedQuantity]).toEqual([0, 3])
  expect(await actions()).toEqual(['result.enter', 'result.confirm', 'result.void', 'result.decline_void'])
})

it('a void withdrawn by its requester can be requested again', async () => {
  await requestVoid(org.scorer)
  expectStatus(await endVoidRequest(org.scorer), 200)
  expect((await actions()).at(-1)).toBe('result.withdraw_void')
  expect(await requestVoid(org.owner)).toMatchObject({
    state: 'void_requested',
    cannotConfirmReason: 'You requested this void: someone else must confirm it',
    cannotKeepReason: null,
  })
})

describe('declining a void is refused', () => {
  it('to a scorer who did not request it', async () => {
    await requestVoid(org.owner)
    const reason = 'Only an owner, a representative or the person who requested the void can keep it'
    expect((await screen(org.scorer)).results[0]?.cannotKeepReason).toBe(reason)
    const refused = await endVoidRequest(org.scorer)
    expect([refused.status, refused.body.message]).toEqual([403, reason])
    expect((await screen(org.owner)).results[0]?.state).toBe('void_requested')
  })

  it('if nobody requested it, or it is confirmed', async () => {
    const early = await endVoidRequest(org.owner)
    expect([early.status, early.body.message]).toEqual([409, 'No one requested to void this result'])
    await requestVoid(org.scorer)
    await confirm(org.owner, season, [entry])
    const late = await endVoidRequest(org.representative)
    expect([late.status, late.body.message]).toEqual([409, 'Already voided'])
  })
})
