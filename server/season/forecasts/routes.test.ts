/** What a campaign's forecast says while it runs, when it is over, and to whom (R23, R61). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CampaignForecast } from '#domain/schemas/forecast.ts'
import type { Quote } from '#domain/schemas/pledge.ts'
import { refreshForecasts } from '#server/season/pledges/scheduled.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  lock,
  openDraft,
  openSeason,
  play,
  pledge,
  previewOf,
  type Season,
  setStatus,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { changeLine } from '#tests/line-changes.ts'
import { outdatedForecasts } from './saved-forecast.ts'

let app: TestApp
let org: TestOrganization
beforeAll(async () => {
  app = await createTestApp()
  org = await setUpOrganization(app)
})
afterAll(() => app.close())

const forecastOf = async ({ path }: Season) =>
  expectStatus(await org.owner.get<CampaignForecast>(`${path}/forecast`), 200)
const goalsOf = (forecast: CampaignForecast) => forecast.statistics.find(({ name }) => name === 'Goals')
const quoteOf = async ({ path, statistics }: Season, maximumAmount: string | null, rate = '2.00') =>
  expectStatus(
    await org.owner.post<Quote>(`${path}/pledges/quote`, {
      maximumAmount,
      pledgeStatistics: [{ statisticId: statistics.goals.id, pledgeAmount: rate }],
    }),
    200,
  )

const change = async ({ path }: Season, statisticId: string, changes: object) =>
  expectStatus(await org.owner.put(`${path}/statistics/${statisticId}`, changes), 200)

const DAYS = ['01', '04', '08', '11', '15', '18', '22', '25']
const start = (day: number) => `2026-10-${DAYS[day]}T19:00:00Z`

/** Eight matches on the schedule. */
async function scheduled(): Promise<{ season: Season; events: string[] }> {
  const season = await openSeason(org)
  const events: string[] = []
  for (const day of DAYS.keys()) {
    const event = {
      name: `vs. Team ${day}`,
      eventType: 'game',
      startTime: start(day),
      opponent: `Team ${day}`,
    }
    events.push(
      expectStatus(
        await org.representative.post<{ id: string }>(`${season.path}/events`, { ...event, venue: 'home' }),
        201,
      ).id,
    )
  }
  return { season, events }
}
const playMatch = (season: Season, events: string[], day: number, goals: number) =>
  play(org, season, {
    opponent: `Team ${day}`,
    startTime: start(day),
    eventId: events[day] as string,
    goals,
    wins: goals > 2 ? 1 : 0,
  })

test('a forecast starts from last year, follows the matches, and keeps how it was', async () => {
  const { season, events } = await scheduled()
  await pledge(org, season, { lines: { goals: '2.00', gift: '25.00' }, method: 'check', most: '120.00' })
  const before = await forecastOf(season)
  expect(before).toMatchObject({
    isOver: false,
    matches: { played: 0, left: 8, cancelled: 0 },
    earned: '25.00',
  })
  expect(goalsOf(before)?.history).toHaveLength(1)
  expect(Number(before.amount.high)).toBeLessThanOrEqual(120)
  for (const day of [0, 1, 2, 3]) await playMatch(season, events, day, 1)
  const after = await forecastOf(season)
  expect(after.matches).toMatchObject({ played: 4, left: 4 })
  const was = goalsOf(before)?.range
  const is = goalsOf(after)?.range
  // 40 goals in eight matches last year, and one a match now.
  expect(is?.likely).toBeLessThan(was?.likely ?? 0)
  expect(is?.low).toBeGreaterThanOrEqual(4)
  expect(goalsOf(after)?.history.map(({ played }) => played)).toEqual([0, 1, 2, 3, 4])
  expect(goalsOf(after)?.history.at(-1)).toMatchObject({ confirmedQuantity: 4, eventId: events[3], ...is })
  expect(Number(after.amount.likely)).toBeLessThan(Number(before.amount.likely))
})

test('a raised line counts what is to come once: the old rate for what was, the new one for the rest (R58)', async () => {
  const { season, events } = await scheduled()
  const made = await pledge(org, season, { lines: { goals: '2.00' }, method: 'check', most: '900.00' })
  for (const day of [0, 1, 2, 3]) await playMatch(season, events, day, 3)
  const before = await forecastOf(season)
  await changeLine(made, season, { kind: 'raise', on: 'goals', rate: '3.00' })
  const after = await forecastOf(season)
  // 12 goals at $2.00, and the rest of the same endings at $3.00.
  for (const key of ['low', 'likely', 'high'] as const) {
    expect(Number(after.amount[key])).toBeCloseTo(24 + 1.5 * (Number(before.amount[key]) - 24), 2)
  }
})

test('a pledge of one match is forecast at the mean of a match, then at what that match had (R58)', async () => {
  const { season, events } = await scheduled()
  for (const day of [0, 1, 2, 3]) await playMatch(season, events, day, 3)
  const total = goalsOf(await forecastOf(season))?.range?.likely ?? 0
  const counts = { from: 'match' as const, eventId: events[4] as string }
  await pledge(org, season, { lines: { goals: '2.00' }, method: 'check', most: '900.00', counts })
  const before = await forecastOf(season)
  expect(Number(before.amount.likely)).toBeCloseTo((2 * (total - 12)) / 4, 1)
  await playMatch(season, events, 4, 5)
  const after = await forecastOf(season)
  expect(after.amount).toEqual({ low: '10.00', likely: '10.00', high: '10.00' })
})

test('a pledge from now on is forecast at what is to come, not at what was (R58)', async () => {
  const { season, events } = await scheduled()
  for (const day of [0, 1, 2, 3]) await playMatch(season, events, day, 3)
  const total = goalsOf(await forecastOf(season))?.range?.likely ?? 0
  const counts = { from: 'now' as const }
  await pledge(org, season, { lines: { goals: '2.00' }, method: 'check', most: '900.00', counts })
  expect(Number((await forecastOf(season)).amount.likely)).toBeCloseTo(2 * (total - 12), 1)
})

test('a match that is taken off the schedule lowers the forecast by what a match has (R61)', async () => {
  const { season, events } = await scheduled()
  await playMatch(season, events, 0, 3)
  const before = goalsOf(await forecastOf(season))?.range
  const remove = async (day: number) =>
    expectStatus(await org.representative.delete(`${season.path}/events/${events[day]}`), 200)
  await remove(7)
  await remove(6)
  await refreshForecasts(app.deps)
  const forecast = await forecastOf(season)
  expect(forecast.matches).toMatchObject({ played: 1, left: 5, cancelled: 2 })
  // 40 goals in eight matches last year: five a match.
  const fewer = (before?.likely ?? 0) - (goalsOf(forecast)?.range?.likely ?? 0)
  expect(fewer).toBeGreaterThanOrEqual(7)
  expect(fewer).toBeLessThanOrEqual(11)
  expect(goalsOf(forecast)?.range?.high).toBeLessThan(before?.high ?? 0)
})

test('last year’s result counts as a rate where its matches were given (R61)', async () => {
  const { season, events } = await scheduled()
  const { goals } = season.statistics
  // Before the first result it is last year's figure, as the estimate is (R7, R9).
  expect(goalsOf(await forecastOf(season))?.range?.likely).toBe(40)
  await playMatch(season, events, 0, 4)
  const all = goalsOf(await forecastOf(season))?.range?.likely ?? 0
  await change(season, goals.id, { lastYearMatches: 16 })
  const half = goalsOf(await forecastOf(season))?.range?.likely ?? 0
  // 40 goals in sixteen matches are twenty in eight; four in the first of them say little.
  expect(Math.abs(all - 39)).toBeLessThanOrEqual(3)
  expect(Math.abs(half - 22)).toBeLessThanOrEqual(3)
})

test('a kept forecast is made anew when a pledge’s lines, its maximum or a statistic change (R58)', async () => {
  const { season, events } = await scheduled()
  const made = await pledge(org, season, { lines: { goals: '2.00' }, method: 'check', most: '900.00' })
  await playMatch(season, events, 0, 3)
  const isOutdated = async () =>
    (await outdatedForecasts(app.deps.db, app.clock.now(), 1_000)).includes(season.id)
  const refresh = async () => {
    app.clock.advance({ minutes: 1 })
    await refreshForecasts(app.deps)
    app.clock.advance({ minutes: 1 })
    expect(await isOutdated()).toBe(false)
  }
  const changes = [
    () => changeLine(made, season, { kind: 'raise', on: 'goals', rate: '3.00' }),
    () => changeLine(made, season, { kind: 'add', on: 'wins', rate: '5.00' }),
    () => changeLine(made, season, { kind: 'stop', on: 'goals' }),
    async () =>
      expectStatus(
        await made.supporter.put(`/api/pledges/${made.pledge.id}`, { maximumAmount: '500.00' }),
        200,
      ),
    () => change(season, season.statistics.wins.id, { expectedTarget: 4 }),
  ]
  for (const changed of changes) {
    await refresh()
    await changed()
    expect(await isOutdated()).toBe(true)
  }
})

test('an achievement is taken as even, and pledged in full, where nobody said how likely it is', async () => {
  const { season } = await scheduled()
  await pledge(org, season, { lines: { champions: '50.00' }, method: 'check' })
  const forecast = await forecastOf(season)
  expect(forecast.amount).toEqual({ low: '0.00', likely: '50.00', high: '50.00' })
})

test('an achievement counts with the chance that its coach gives, until it is decided', async () => {
  const { season } = await scheduled()
  const { champions } = season.statistics
  await pledge(org, season, { lines: { champions: '50.00' }, method: 'check' })
  await change(season, champions.id, { chancePercent: 30 })
  const forecast = await forecastOf(season)
  expect(forecast.statistics.find(({ name }) => name === 'Champions')?.chance).toBe(0.3)
  // Three endings in ten have it: the 90th percentile does, and it is less than even.
  expect(forecast.amount).toEqual({ low: '0.00', likely: '0.00', high: '50.00' })
})

test('a quote has the pledge’s range under its maximum, around what is expected', async () => {
  const { season } = await scheduled()
  const open = await quoteOf(season, null)
  expect(Number(open.forecast?.low)).toBeGreaterThan(0)
  expect(Number(open.forecast?.high)).toBeGreaterThan(Number(open.forecast?.low))
  const capped = await quoteOf(season, '10.00')
  expect(capped.forecast).toMatchObject({ likely: '10.00', high: '10.00' })
  expect([open.forecast?.likely, capped.forecast?.likely]).toEqual([open.likely, capped.likely])
  // What is agreed does not depend on it (R8).
  expect([open.most, capped.most]).toEqual(['160.00', '10.00'])
})

test('a season without a schedule is forecast from the time that has passed', async () => {
  const season = await openSeason(org)
  const { startDate, endDate } = season.campaign
  expect([startDate, endDate]).toEqual(['2026-08-15', '2026-12-15'])
  const forecast = await forecastOf(season)
  expect(forecast.matches.left).toBeNull()
  expect(goalsOf(forecast)?.range?.high).toBeGreaterThan(40)
})

test('after the final lock the forecast is what came, beside what was forecast at each quarter', async () => {
  const { season, events } = await scheduled()
  await pledge(org, season, { lines: { goals: '1.00' }, method: 'check' })
  for (const day of DAYS.keys()) await playMatch(season, events, day, 2)
  await setStatus(org, season, 'completed')
  const { blockers } = await previewOf(org, season, 'final')
  const declared = blockers.map(({ code, subjectId }) => ({ code, subjectId, reason: 'None' }))
  await lock(org, season, 'final', { declared })
  const forecast = await forecastOf(season)
  expect(forecast).toMatchObject({ isOver: true, amount: { low: '16.00', likely: '16.00', high: '16.00' } })
  expect(goalsOf(forecast)?.range).toEqual({ low: 16, likely: 16, high: 16 })
  const quarters = forecast.quarters.filter(({ statisticId }) => statisticId === season.statistics.goals.id)
  expect(quarters.map(({ quarter, played, final }) => [quarter, played, final])).toEqual([
    ['start', 0, 16],
    ['quarter', 2, 16],
    ['half', 4, 16],
    ['three_quarters', 6, 16],
  ])
  expect(quarters.at(-1)?.held).toBe(true)
})

test('a draft’s forecast is there for its owner only (R23)', async () => {
  const draft = await openDraft(org)
  const stranger = await app.user({ firstName: 'Sasha' })
  expect((await stranger.get(`${draft.path}/forecast`)).status).toBe(404)
  expect((await org.owner.get(`${draft.path}/forecast`)).status).toBe(200)
})
