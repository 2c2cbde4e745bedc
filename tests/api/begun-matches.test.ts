/** R58: what was known when a pledge was made or changed earns nothing new, wherever its match is moved or merged to. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import type { ErrorBody } from '#domain/schemas/error.ts'
import type { Event } from '#domain/schemas/event.ts'
import type { LinkedPledge } from '#domain/schemas/pledge-link.ts'
import type { ResultEntry } from '#domain/schemas/result.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import {
  confirm,
  enterMatch,
  openSeason,
  play,
  pledge,
  pledgeBody,
  type Season,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { confirm as confirmGuest, holdAsGuest } from '#tests/guests.ts'
import { changeLine, schedule, tryToChangeLine } from '#tests/line-changes.ts'
import { deliveredMails } from '#tests/mails.ts'
import { detail } from '#tests/pledge-changes.ts'

const START = '2026-09-10T16:00:00Z'
const BAY = { opponent: 'Bay', startTime: '2026-09-10T18:00:00Z' }
const RIVALS = { opponent: 'Rivals', startTime: '2026-09-10T22:00:00Z' }
const TOMORROW = '2026-09-11T18:00:00Z'
const LAST = '2026-09-14T18:00:00Z'
const FROM_NOW = { lines: { goals: '10.00' }, method: 'check', counts: { from: 'now' } } as const
const onlyOn = (eventId: string) =>
  ({ lines: { goals: '50.00' }, method: 'check', counts: { from: 'match', eventId } }) as const

let app: TestApp
let org: TestOrganization
let season: Season
beforeAll(async () => {
  app = await createTestApp({ now: START })
  org = await setUpOrganization(app)
})
beforeEach(async () => {
  app.clock.set(START)
  season = await openSeason(org)
})
afterAll(() => closeWithBooksInOrder(app))

type Made = Awaited<ReturnType<typeof pledge>>
const earnedBy = async ({ supporter, pledge: made }: Made) => (await detail(supporter, made)).earned
const totalEarned = async () =>
  expectStatus(await app.visitor.get<CampaignDetail>(season.path), 200).campaigns.totalEarned
const move = async (eventId: string, startTime: string) =>
  expectStatus(await org.representative.put(`${season.path}/events/${eventId}`, { startTime }), 200)
const merge = (by: Caller, from: string, into: string) =>
  by.post<Event & ErrorBody>(`${season.path}/events/${from}/merge`, { into })
const voidEntry = async (by: Caller, { id }: ResultEntry) =>
  expectStatus(await by.post(`${season.path}/results/${id}/void`, { reason: 'Wrong match' }), 201)

/** An hour after its start, its goals are entered and confirmed. */
async function playAt(eventId: string, startTime: string, goals: number): Promise<void> {
  app.clock.set(new Date(Date.parse(startTime) + 3_600_000).toISOString())
  await play(org, season, { opponent: '', startTime, eventId, goals })
}

type Entered = { goals: number; isConfirmed: boolean; at: string }
async function enterAt(eventId: string, { goals, isConfirmed, at }: Entered): Promise<ResultEntry[]> {
  app.clock.set(at)
  const entries = await enterMatch(org, season, { ...BAY, eventId, goals })
  if (isConfirmed) await confirm(org.owner, season, entries)
  app.clock.advance({ minutes: 10 })
  return entries
}

const FIRST_RESULTS: [string, Entered][] = [
  ['a confirmed 0', { goals: 0, isConfirmed: true, at: '2026-09-10T19:00:00Z' }],
  ['a 0 that waits', { goals: 0, isConfirmed: false, at: '2026-09-10T19:00:00Z' }],
  ['a 1 that waits', { goals: 1, isConfirmed: false, at: '2026-09-10T19:00:00Z' }],
  ['a confirmed 0 before its start', { goals: 0, isConfirmed: true, at: '2026-09-10T17:00:00Z' }],
  ['a 1 that waits before its start', { goals: 1, isConfirmed: false, at: '2026-09-10T17:00:00Z' }],
]

describe.each(FIRST_RESULTS)('a match with %s, moved to the next day', (_, first) => {
  it('earns nothing for a pledge from now on that was made after that result', async () => {
    const bay = await schedule(org, season, BAY)
    await enterAt(bay, first)
    const made = await pledge(org, season, FROM_NOW)
    await move(bay, TOMORROW)
    await playAt(bay, TOMORROW, 3)
    expect(await earnedBy(made)).toBe('0.00')
    expect(await totalEarned()).toBe('0.00')
  })

  it('counts at the old rate of a raise that came after that result', async () => {
    const bay = await schedule(org, season, BAY)
    const made = await pledge(org, season, { lines: { goals: '5.00' }, method: 'check' })
    await enterAt(bay, first)
    await changeLine(made, season, { kind: 'raise', on: 'goals', rate: '10.00' })
    await move(bay, TOMORROW)
    await playAt(bay, TOMORROW, 3)
    expect(await earnedBy(made)).toBe('15.00')
    expect(await totalEarned()).toBe('15.00')
  })

  it('is refused to a pledge on it alone, and counts for one that was made before', async () => {
    const bay = await schedule(org, season, BAY)
    const before = await pledge(org, season, onlyOn(bay))
    await enterAt(bay, first)
    const late = await app.user({ firstName: 'Lee' })
    const body = await pledgeBody(late, season, onlyOn(bay))
    expectStatus(await late.post(`${season.path}/pledges`, body), 400)
    await move(bay, TOMORROW)
    await playAt(bay, TOMORROW, 3)
    expect(await earnedBy(before)).toBe('150.00')
  })

  it('stays counted for a line that was stopped after that result', async () => {
    const bay = await schedule(org, season, BAY)
    const made = await pledge(org, season, { lines: { goals: '5.00', wins: '5.00' }, method: 'check' })
    await enterAt(bay, first)
    await changeLine(made, season, { kind: 'stop', on: 'goals' })
    await move(bay, TOMORROW)
    await playAt(bay, TOMORROW, 3)
    expect(await earnedBy(made)).toBe('15.00')
  })
})

describe('a match that had started when someone pledged', () => {
  it('earns them nothing after it was moved twice, and counts for who pledges after the move', async () => {
    const bay = await schedule(org, season, BAY)
    app.clock.set('2026-09-10T20:00:00Z')
    const known = await pledge(org, season, FROM_NOW)
    await move(bay, TOMORROW)
    const later = await pledge(org, season, FROM_NOW)
    const alone = await pledge(org, season, onlyOn(bay))
    await move(bay, LAST)
    await playAt(bay, LAST, 3)
    expect(await earnedBy(known)).toBe('0.00')
    expect(await earnedBy(later)).toBe('30.00')
    expect(await earnedBy(alone)).toBe('150.00')
  })

  it('earns a guest nothing who held the pledge then, although it was moved before the link was pressed', async () => {
    const bay = await schedule(org, season, BAY)
    app.clock.set('2026-09-10T20:00:00Z')
    const { token } = await holdAsGuest(app, season, {
      lines: { goals: '2.00' },
      more: { counts: { from: 'now' } },
    })
    await move(bay, TOMORROW)
    await playAt(bay, TOMORROW, 3)
    const { pledgeUrl } = expectStatus(await confirmGuest(app, token), 200)
    const linked = await app.visitor.get<LinkedPledge>(`/api/pledge-links/${pledgeUrl.slice(3)}`)
    expect(expectStatus(linked, 200).earned).toBe('0.00')
  })
})

describe('an entry for the wrong match that was voided', () => {
  it('begins it for nobody afterwards', async () => {
    const bay = await schedule(org, season, BAY)
    const [entry] = await enterAt(bay, { goals: 1, isConfirmed: false, at: '2026-09-10T17:00:00Z' })
    await voidEntry(org.scorer, entry as ResultEntry)
    const made = await pledge(org, season, FROM_NOW)
    const alone = await pledge(org, season, onlyOn(bay))
    await playAt(bay, BAY.startTime, 3)
    expect(await earnedBy(made)).toBe('30.00')
    expect(await earnedBy(alone)).toBe('150.00')
  })

  it('earns who pledged while it was there nothing, and counts once where a line is raised twice', async () => {
    const bay = await schedule(org, season, BAY)
    const raised = await pledge(org, season, { lines: { goals: '5.00' }, method: 'check' })
    const [entry] = await enterAt(bay, { goals: 1, isConfirmed: false, at: '2026-09-10T17:00:00Z' })
    const made = await pledge(org, season, FROM_NOW)
    await changeLine(raised, season, { kind: 'raise', on: 'goals', rate: '7.00' })
    await voidEntry(org.scorer, entry as ResultEntry)
    app.clock.advance({ minutes: 10 })
    await changeLine(raised, season, { kind: 'raise', on: 'goals', rate: '9.00' })
    await playAt(bay, BAY.startTime, 3)
    expect(await earnedBy(made)).toBe('0.00')
    expect(await earnedBy(raised)).toBe('15.00')
    expect(await totalEarned()).toBe('15.00')
  })
})

describe('merging matches of one day', () => {
  const refused = {
    alone: 'Supporters pledged on one of these matches alone: ask a representative to merge them',
    others: 'These matches are against different opponents: ask a representative to merge them',
    own: 'You entered results of one of these matches: another representative must merge them',
  }

  it('earns a pledge on the one nothing that was already won in the other', async () => {
    const bay = await schedule(org, season, BAY)
    const rivals = await schedule(org, season, RIVALS)
    await playAt(bay, BAY.startTime, 7)
    const made = await pledge(org, season, onlyOn(rivals))
    const byOwner = await merge(org.owner, rivals, bay)
    expect([byOwner.status, byOwner.body.message]).toEqual([403, refused.alone])
    expectStatus(await merge(org.representative, rivals, bay), 200)
    expect(await earnedBy(made)).toBe('0.00')
    expect(await totalEarned()).toBe('0.00')
    const [mail] = await deliveredMails(
      app.deps.db,
      sql`kind = 'match_changed' and to_address = ${made.supporter.email}`,
    )
    expect(mail?.subject).toBe('vs. Rivals was changed on the schedule')
    expect(mail?.text).toContain('vs. Rivals was merged into vs. Bay')
  })

  it('earns a pledge on the one nothing that waited in the other, which is merged into it', async () => {
    const bay = await schedule(org, season, BAY)
    const rivals = await schedule(org, season, RIVALS)
    await enterAt(bay, { goals: 7, isConfirmed: false, at: '2026-09-10T19:00:00Z' })
    const made = await pledge(org, season, onlyOn(rivals))
    const fromNow = await pledge(org, season, FROM_NOW)
    expectStatus(await merge(org.representative, bay, rivals), 200)
    const results = await org.owner.get<{ results: ResultEntry[] }>(`/api/dashboard/campaigns/${season.id}`)
    const entered = expectStatus(results, 200).results.filter(({ state }) => state === 'entered')
    await confirm(org.owner, season, entered)
    expect([await earnedBy(made), await earnedBy(fromNow)]).toEqual(['0.00', '0.00'])
  })

  it('is refused to an owner for different opponents, and to a representative for results of their own', async () => {
    const bay = await schedule(org, season, BAY)
    const rivals = await schedule(org, season, RIVALS)
    const byOwner = await merge(org.owner, rivals, bay)
    expect([byOwner.status, byOwner.body.message]).toEqual([403, refused.others])
    const body = { eventId: rivals, rows: [{ statisticId: season.statistics.goals.id, quantity: 2 }] }
    expectStatus(await org.representative.post(`${season.path}/results/matches`, body), 201)
    const own = await merge(org.representative, rivals, bay)
    expect([own.status, own.body.message]).toEqual([403, refused.own])
  })

  it('moves a pledge along that was made before either began', async () => {
    const bay = await schedule(org, season, BAY)
    const rivals = await schedule(org, season, RIVALS)
    const made = await pledge(org, season, onlyOn(rivals))
    const guest = await holdAsGuest(app, season, { more: { counts: { from: 'match', eventId: rivals } } })
    expectStatus(await merge(org.representative, rivals, bay), 200)
    await playAt(bay, BAY.startTime, 2)
    expect(await earnedBy(made)).toBe('100.00')
    expectStatus(await confirmGuest(app, guest.token), 200)
  })
})

it('a result of a match that has not started says so to whoever confirms it', async () => {
  const later = await schedule(org, season, { opponent: 'Cove', startTime: '2026-09-11T03:00:00Z' })
  const [entry] = await enterMatch(org, season, { ...BAY, eventId: later, goals: 2 })
  expect(entry?.unusual).toEqual(['Entered 11 hours before vs. Cove starts.'])
  const soon = await schedule(org, season, { opponent: 'Dune', startTime: '2026-09-10T16:02:00Z' })
  const [other] = await enterMatch(org, season, { ...BAY, eventId: soon, goals: 2 })
  expect(other?.unusual).toEqual(['Entered 2 minutes before vs. Dune starts.'])
})

it('a line on one match is neither raised nor stopped once a 0 was entered for it', async () => {
  const bay = await schedule(org, season, BAY)
  const made = await pledge(org, season, onlyOn(bay))
  await enterAt(bay, { goals: 0, isConfirmed: false, at: '2026-09-10T17:00:00Z' })
  expectStatus(await tryToChangeLine(made, season, { kind: 'raise', on: 'goals', rate: '60.00' }), 409)
  expectStatus(await tryToChangeLine(made, season, { kind: 'stop', on: 'goals' }), 409)
})
