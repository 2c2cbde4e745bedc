/** A season in which matches are scheduled, counted, imported, confirmed and merged. */
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Management } from '#domain/schemas/campaign.ts'
import type { ErrorBody } from '#domain/schemas/error.ts'
import type { Event } from '#domain/schemas/event.ts'
import type { Imported, ImportPreview } from '#domain/schemas/import.ts'
import type { PossibleDuplicate, ResultEntry } from '#domain/schemas/result.ts'
import { type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { openSeason, type Season, setUpOrganization, type TestOrganization } from '#tests/fixtures.ts'

export let app: TestApp
export let org: TestOrganization
export let season: Season
export let goals: string

/** Opens the program once, and a new season for each test. */
export function setUpMatchSeason(): void {
  beforeAll(async () => {
    app = await createTestApp()
    org = await setUpOrganization(app)
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    app.clock.advance({ minutes: 1 })
    season = await openSeason(org)
    goals = season.statistics.goals.id
  })
}

export const DAY = '2026-10-03'
/** 7:00 PM in Boston, almost the next day in UTC. */
export const EVENING = '2026-10-03T23:00:00.000Z'
export const schedule = async (name: string, more: object = {}) =>
  expectStatus(
    await org.representative.post<Event>(`${season.path}/events`, {
      name,
      eventType: 'game',
      startTime: EVENING,
      ...more,
    }),
    201,
  )
export const enter = async (eventId: string, quantity: number, more: object = {}, by: Caller = org.scorer) =>
  expectStatus(
    await by.post<ResultEntry[]>(`${season.path}/results/matches`, {
      eventId,
      rows: [{ statisticId: goals, quantity }],
      ...more,
    }),
    201,
  )
export const added = async (event: object, quantity: number, by: Caller = org.scorer) =>
  expectStatus(
    await by.post<ResultEntry[]>(`${season.path}/results/matches`, {
      event: { startTime: EVENING, ...event },
      rows: [{ statisticId: goals, quantity }],
    }),
    201,
  )
export type Refusal = ErrorBody & { details?: { pairs: PossibleDuplicate[] } }
export const file = (...lines: string[]) => ['date,opponent,goals', ...lines].join('\n')
export const preview = async (text: string, more: object = {}, by: Caller = org.scorer) =>
  expectStatus(await by.post<ImportPreview>(`${season.path}/imports/preview`, { text, ...more }), 200)
export const load = (text: string, more: object = {}, by: Caller = org.scorer) =>
  by.post<Imported & ErrorBody>(`${season.path}/imports`, { text, ...more })
export const screen = async () =>
  expectStatus(await org.owner.get<Management>(`/api/dashboard/campaigns/${season.id}`), 200)
export const names = async () => (await screen()).events.map(({ name }) => name)
export const goalsNow = async () => {
  const { statistics } = await screen()
  const { confirmedQuantity, unconfirmedQuantity } = statistics.find(({ id }) => id === goals) ?? {}
  return [confirmedQuantity, unconfirmedQuantity]
}
export const attemptConfirm = (
  results: readonly { id: string }[],
  more: object = {},
  by: Caller = org.owner,
) =>
  by.post<Refusal & ResultEntry[]>(`${season.path}/results/confirmations`, {
    resultIds: results.map(({ id }) => id),
    ...more,
  })
export const merge = (from: string, into: string, by: Caller = org.owner) =>
  by.post<Event & ErrorBody>(`${season.path}/events/${from}/merge`, { into })
export const remove = (id: string, by: Caller = org.representative) =>
  by.delete<Event & ErrorBody>(`${season.path}/events/${id}`)
