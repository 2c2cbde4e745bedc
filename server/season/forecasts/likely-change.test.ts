/** How a match changed what a pledge will likely come to: for its supporter, by its link, and nobody else (R44, R61). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PledgeForecast } from '#domain/schemas/forecast.ts'
import { pledgeLink } from '#server/season/pledges/links/index.ts'
import { type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  openSeason,
  play,
  pledge,
  type Season,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { changeLine, schedule } from '#tests/line-changes.ts'

const NOW = '2026-09-01T16:00:00Z'
let app: TestApp
let org: TestOrganization
beforeAll(async () => {
  app = await createTestApp({ now: NOW })
  org = await setUpOrganization(app)
})
afterAll(() => app.close())

const DAYS = ['02', '05', '09', '12', '16', '19', '23', '26']
const at = (day: number) => `2026-09-${DAYS[day]}T19:00:00Z`

/** Starts each season anew, at the same time. */
async function scheduled() {
  app.clock.set(NOW)
  const season = await openSeason(org)
  const events: string[] = []
  for (const day of DAYS.keys())
    events.push(await schedule(org, season, { opponent: `Team ${day}`, startTime: at(day) }))
  return { season, events }
}
async function playMatch(season: Season, events: string[], day: number, goals: number) {
  app.clock.set(at(day))
  app.clock.advance({ hours: 3 })
  await play(org, season, {
    opponent: `Team ${day}`,
    startTime: at(day),
    eventId: events[day] as string,
    goals,
  })
}
const of = async (caller: Pick<Caller, 'get'>, path: string) =>
  expectStatus(await caller.get<PledgeForecast>(`${path}/forecast`), 200).forecast

test('a pledge has its likely range now and before the newest match, under its maximum', async () => {
  const { season, events } = await scheduled()
  const made = await pledge(org, season, { lines: { goals: '2.00' }, method: 'check', most: '70.00' })
  const path = `/api/pledges/${made.pledge.id}`
  const first = await of(made.supporter, path)
  expect(first).toMatchObject({ before: null, match: null, most: '70.00', now: { high: '70.00' } })
  await playMatch(season, events, 0, 1)
  await playMatch(season, events, 1, 0)
  const second = await of(made.supporter, path)
  expect(second?.match).toMatchObject({ eventId: events[1], name: 'vs. Team 1' })
  // Forty goals in eight matches last year, and none in this one.
  expect(Number(second?.now.likely)).toBeLessThan(Number(second?.before?.likely))
  expect(second?.words).toMatch(
    /^By the end of the season this pledge will likely reach .*; before this match it was/,
  )
  await playMatch(season, events, 2, 4)
  const third = await of(made.supporter, path)
  // The previous "now" is the new "before".
  expect(third?.before).toEqual(second?.now)
  expect(Number(third?.now.low)).toBeGreaterThanOrEqual(10)
})

test('a pledge that was made after the newest match says nothing of what it was before it', async () => {
  const { season, events } = await scheduled()
  await playMatch(season, events, 0, 3)
  const made = await pledge(org, season, { lines: { goals: '2.00' }, method: 'check', most: '70.00' })
  expect(await of(made.supporter, `/api/pledges/${made.pledge.id}`)).toMatchObject({
    before: null,
    match: null,
  })
})

test('a raised line counts before the match as it counts now: what was at the old rate (R58)', async () => {
  const { season, events } = await scheduled()
  const made = await pledge(org, season, { lines: { goals: '2.00' }, method: 'check', most: '900.00' })
  await playMatch(season, events, 3, 3)
  await changeLine(made, season, { kind: 'raise', on: 'goals', rate: '3.00' })
  await playMatch(season, events, 4, 2)
  const path = `/api/pledges/${made.pledge.id}`
  const before = await of(made.supporter, path)
  // Three goals at $2.00 and two at $3.00 are confirmed; before this match only the first three were.
  expect(Number(before?.now.low)).toBeGreaterThanOrEqual(12)
  expect(Number(before?.before?.low)).toBeGreaterThanOrEqual(6)
  await playMatch(season, events, 5, 2)
  expect((await of(made.supporter, path))?.before).toEqual(before?.now)
})

test('a change is forecast before it is agreed to, and nothing is changed by asking (R58)', async () => {
  const { season, events } = await scheduled()
  const made = await pledge(org, season, { lines: { goals: '2.00' }, method: 'check', most: '900.00' })
  await playMatch(season, events, 3, 3)
  const path = `/api/pledges/${made.pledge.id}/forecast`
  const asked = async (change: Record<string, string>) =>
    expectStatus(await made.supporter.get<PledgeForecast>(`${path}?${new URLSearchParams(change)}`), 200)
      .forecast
  const statisticId = season.statistics.goals.id
  const now = await asked({})
  const raise = { kind: 'raise', statisticId, pledgeAmount: '4.00', most: '950.00' }
  const raised = await asked(raise)
  expect(raised).toMatchObject({ most: '950.00', before: null, match: null })
  expect(Number(raised?.now.likely)).toBeGreaterThan(Number(now?.now.likely))
  // Three goals are counted at $2.00; nothing more counts for what is stopped.
  expect((await asked({ kind: 'stop', statisticId, most: '6.00' }))?.now).toEqual({
    low: '6.00',
    likely: '6.00',
    high: '6.00',
  })
  // Asked before, and read after it is made.
  const planned = await asked({ ...raise, most: '900.00' })
  await changeLine(made, season, { kind: 'raise', on: 'goals', rate: '4.00' })
  expect((await asked({}))?.now).toEqual(planned?.now)
})

test('a pledge’s forecast is for its supporter, a representative and its link, and for nobody else', async () => {
  const { season } = await scheduled()
  const made = await pledge(org, season, { lines: { goals: '2.00' }, method: 'check', most: '70.00' })
  const path = `/api/pledges/${made.pledge.id}`
  const own = await of(made.supporter, path)
  expect(await of(org.representative, path)).toEqual(own)
  expect((await org.owner.get(`${path}/forecast`)).status).toBe(404)
  expect((await app.visitor.get(`${path}/forecast`)).status).toBe(401)
  const linked = { pledgeId: made.pledge.id, campaignId: season.id }
  const token = (await pledgeLink(app.deps, app.deps.db, linked)).split('/').at(-1)
  expect(await of(app.visitor, `/api/pledge-links/${token}`)).toEqual(own)
  const answer = await app.visitor.get(`/api/pledge-links/${token}/forecast`)
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  expect((await app.visitor.get(`/api/pledge-links/${'x'.repeat(43)}/forecast`)).status).toBe(404)
})

test('a pledge that was cancelled, or of which nothing is known, has no forecast', async () => {
  const { season } = await scheduled()
  const made = await pledge(org, season, { lines: { gift: '20.00' }, method: 'check' })
  const path = `/api/pledges/${made.pledge.id}`
  expect(await of(made.supporter, path)).toBeNull()
  const other = await pledge(org, season, { lines: { goals: '2.00' }, method: 'check' })
  expectStatus(await other.supporter.post(`/api/pledges/${other.pledge.id}/cancellation`), 201)
  expect(await of(other.supporter, `/api/pledges/${other.pledge.id}`)).toBeNull()
})
