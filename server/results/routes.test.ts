/** R18: a void that was asked for can be declined by a second person, and taken back by whoever asked. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Management } from '#domain/schemas/campaign.ts'
import type { ResultEntry } from '#domain/schemas/result.ts'
import { sql } from '#server/db/database.ts'
import { type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { confirm, enterMatch, type House, openHouse, openSeason, type Season } from '#tests/fixtures.ts'

let app: TestApp
let house: House
let season: Season
let entry: ResultEntry

beforeAll(async () => {
  app = await createTestApp()
  house = await openHouse(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  season = await openSeason(house)
  const match = { opponent: 'Bay', startTime: '2026-08-20T19:00:00Z', goals: 3 }
  const entries = await enterMatch(house, season, match)
  app.clock.advance({ seconds: 1 })
  entry = (await confirm(house.owner, season, entries))[0] as ResultEntry
})

const path = () => `${season.path}/results/${entry.id}/void`
const ask = async (by: Caller) => {
  app.clock.advance({ seconds: 1 })
  return expectStatus(await by.post<ResultEntry>(path(), { reason: 'Counted twice' }), 201)
}
const keep = (by: Caller) => {
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

it('declined by a second person: plainly confirmed again, and nothing waits', async () => {
  await ask(house.scorer)
  expect(await screen(house.owner)).toMatchObject({
    resultsToConfirm: 1,
    results: [{ state: 'void_requested', voidReason: 'Counted twice', cannotKeepReason: null }],
  })
  expect(expectStatus(await keep(house.owner), 200)).toMatchObject({
    id: entry.id,
    state: 'confirmed',
    confirmedBy: entry.confirmedBy,
    voidedBy: null,
    voidReason: null,
  })
  const after = await screen(house.owner)
  expect([after.resultsToConfirm, after.statistics[0]?.confirmedQuantity]).toEqual([0, 3])
  expect(await actions()).toEqual(['result.enter', 'result.confirm', 'result.void', 'result.decline_void'])
})

it('taken back by whoever asked, and asked for again', async () => {
  await ask(house.scorer)
  expectStatus(await keep(house.scorer), 200)
  expect((await actions()).at(-1)).toBe('result.withdraw_void')
  expect(await ask(house.owner)).toMatchObject({
    state: 'void_requested',
    cannotConfirmReason: 'You asked for this void: someone else confirms it',
    cannotKeepReason: null,
  })
})

describe('refused', () => {
  it('to a scorer who did not ask for it', async () => {
    await ask(house.owner)
    const reason = 'An owner, a representative or whoever asked for the void keeps it'
    expect((await screen(house.scorer)).results[0]?.cannotKeepReason).toBe(reason)
    const refused = await keep(house.scorer)
    expect([refused.status, refused.body.message]).toEqual([403, reason])
    expect((await screen(house.owner)).results[0]?.state).toBe('void_requested')
  })

  it('where nobody asked, or the void is confirmed', async () => {
    const early = await keep(house.owner)
    expect([early.status, early.body.message]).toEqual([409, 'Nobody asked to void this result'])
    await ask(house.scorer)
    await confirm(house.owner, season, [entry])
    const late = await keep(house.representative)
    expect([late.status, late.body.message]).toEqual([409, 'Voided already'])
  })
})
