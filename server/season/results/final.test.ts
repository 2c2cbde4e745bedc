/** Entries of a source that is not final wait until the final total of their match is entered (R18). */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { NONE, parseQuantity } from '#domain/quantity.ts'
import type { Management } from '#domain/schemas/campaign.ts'
import type { ErrorBody } from '#domain/schemas/error.ts'
import type { Event } from '#domain/schemas/event.ts'
import type { MatchTotals, ResultEntry } from '#domain/schemas/result.ts'
import type { OpenWork } from '#domain/schemas/work-queue.ts'
import { sql } from '#server/platform/db/database.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  confirm,
  openSeason,
  type Season,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { NOT_FINAL } from './enter.ts'
import { enterMatchTotals } from './matches.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let goals: string
let eventId: string

beforeAll(async () => {
  app = await createTestApp()
  org = await setUpOrganization(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  season = await openSeason(org)
  goals = season.statistics.goals.id
  eventId = await scheduled('Bay')
})

const scheduled = async (opponent: string, startTime = '2026-09-20T19:00:00Z') => {
  const event = { name: `vs. ${opponent}`, opponent, eventType: 'game', startTime }
  return expectStatus(await org.representative.post<Event>(`${season.path}/events`, event), 201).id
}
/** As a scorebook file does: `isFinal` is missing where the file says nothing. */
async function entered(total: number, isFinal?: boolean, on = eventId): Promise<string[]> {
  app.clock.advance({ seconds: 1 })
  const rows = [{ eventId: on, statisticId: goals, quantity: parseQuantity(total) ?? NONE }]
  const why = { note: 'Scorebook', evidenceUrl: null, ...(isFinal === undefined ? {} : { isFinal }) }
  return app.deps.db.transaction(
    (tx) => enterMatchTotals(app.deps, tx, { userId: org.scorer.userId }, season.id, rows, why),
    { campaignId: season.id, mode: 'exclusive' },
  )
}
const screen = async () =>
  expectStatus(await org.owner.get<Management>(`/api/dashboard/campaigns/${season.id}`), 200)
const shown = async () =>
  (await screen()).results.map(({ total, isFinal, state, cannotConfirmReason }) => [
    total,
    isFinal,
    state,
    cannotConfirmReason,
  ])
const confirmed = async () =>
  (await screen()).statistics.find(({ id }) => id === goals)?.confirmedQuantity ?? null
const confirmAll = async () =>
  confirm(
    org.owner,
    season,
    (await screen()).results.filter(({ state }) => state === 'entered'),
  )

it('an entry that is not final cannot be confirmed by anybody, and says how it can', async () => {
  const [id = ''] = await entered(61, false)
  expect(await shown()).toEqual([[61, false, 'entered', NOT_FINAL]])
  for (const by of [org.owner, org.representative]) {
    const refused = await by.post<ErrorBody>(`${season.path}/results/confirmations`, { resultIds: [id] })
    expect([refused.status, refused.body.message]).toEqual([409, NOT_FINAL])
  }
  expect(await confirmed()).toBe(0)
  const [standing] = expectStatus(await org.scorer.get<MatchTotals[]>(`${season.path}/results/matches`), 200)
  expect(standing).toMatchObject({ waiting: 61, confirmed: null, isFinal: false })
  const csv = expectStatus(
    await org.owner.get<string>(`/api/dashboard/campaigns/${season.id}/results.csv`),
    200,
  )
  expect(csv).toContain('not_final')
  const voided = await org.scorer.post<ResultEntry>(`${season.path}/results/${id}/void`, { reason: 'Wrong' })
  expect(expectStatus(voided, 201)).toMatchObject({ state: 'voided', isFinal: false })
})

it('the same figure entered as final makes it final, and enters nothing', async () => {
  const [id = ''] = await entered(61, false)
  expect(await entered(61, false)).toEqual([])
  expect(await shown()).toEqual([[61, false, 'entered', NOT_FINAL]])
  expect(await entered(61)).toEqual([])
  expect(await shown()).toEqual([[61, true, 'entered', null]])
  const told = await app.deps.db.query<{ subjectId: string }>(sql`
    select subject_id from audit_log where action = 'result.make_final' and campaign_id = ${season.id}
  `)
  expect(told).toEqual([{ subjectId: id }])
  await confirmAll()
  expect(await confirmed()).toBe(61)
})

it('another final figure replaces it, and nothing is left that cannot be confirmed', async () => {
  await entered(58, false)
  await entered(61, false)
  await entered(65)
  expect((await shown()).map(([, isFinal, , reason]) => [isFinal, reason])).toEqual([
    ...[0, 1, 2].map(() => [true, null]),
  ])
  await confirmAll()
  expect(await confirmed()).toBe(65)
  expect((await screen()).events.find(({ id }) => id === eventId)?.isCompleted).toBe(true)
})

it('beside a confirmed result it waits, and the final figure may be that one', async () => {
  await entered(61)
  await confirmAll()
  await entered(65, false)
  expect(await confirmed()).toBe(61)
  await entered(61)
  await confirmAll()
  expect(await confirmed()).toBe(61)
})

it('the final figure is also counted on the touchline, or added as a single result', async () => {
  const harbor = await scheduled('Harbor', '2026-09-21T19:00:00Z')
  await entered(61, false)
  await entered(3, false, harbor)
  const rows = [{ statisticId: goals, quantity: 61, standing: 61 }]
  expectStatus(await org.scorer.post(`${season.path}/results/matches`, { eventId, rows }), 201)
  const one = { statisticId: goals, eventId: harbor, quantity: 1 }
  expectStatus(await org.scorer.post(`${season.path}/results`, one), 201)
  expect((await shown()).every(([, isFinal]) => isFinal)).toBe(true)
  await confirmAll()
  expect(await confirmed()).toBe(65)
})

it('a final figure of another match or statistic does not make it final', async () => {
  await entered(61, false)
  await entered(2, true, await scheduled('Harbor', '2026-09-21T19:00:00Z'))
  const rows = [{ statisticId: season.statistics.wins.id, quantity: 1 }]
  expectStatus(await org.scorer.post(`${season.path}/results/matches`, { eventId, rows }), 201)
  expect((await shown()).filter(([, isFinal]) => !isFinal)).toEqual([[61, false, 'entered', NOT_FINAL]])
})

it('stays not final in the match that its own is merged into', async () => {
  const other = await scheduled('Bay JV')
  await entered(61, false)
  expectStatus(await org.representative.post(`${season.path}/events/${eventId}/merge`, { into: other }), 200)
  expect(await shown()).toEqual([
    [61, false, 'entered', NOT_FINAL],
    [61, false, 'voided', 'Already voided'],
  ])
})

it('is nobody’s open work until it is final', async () => {
  const open = async () => expectStatus(await org.owner.get<OpenWork>('/api/desk/open'), 200).results
  const before = await open()
  await entered(61, false)
  expect(await open()).toBe(before)
  await entered(61)
  expect(await open()).toBe(before + 1)
})

it('is never confirmed nor made less final in the database', async () => {
  const [id = ''] = await entered(61, false)
  const by = org.owner.userId
  await expect(
    app.deps.db.query(sql`
      update results set confirmed_by = ${by}, confirmed_at = entered_at, confirmation = 1 where id = ${id}
    `),
  ).rejects.toThrow(/results_final/)
  await entered(61)
  await expect(app.deps.db.query(sql`update results set is_final = false where id = ${id}`)).rejects.toThrow(
    /append-only/,
  )
})
