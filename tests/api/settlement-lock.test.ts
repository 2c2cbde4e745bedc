/** R21, R30 to R33: what stops a final lock, and what locking a settlement version changes. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import type { Blocker, Settlement } from '#domain/schemas/settlement.ts'
import { lockProgressSettlements } from '#server/money/settlements/jobs.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import {
  confirm,
  countRows,
  declare,
  enterMatch,
  lock,
  openSeason,
  play,
  pledge,
  previewOf,
  runToChargeDate,
  type Season,
  type TestOrganization,
  tryToLock,
} from '#tests/fixtures.ts'
import { schedule } from '#tests/line-changes.ts'
import { BAY, correctGoals, openSettlementSeason } from '#tests/settlement-season.ts'

let app: TestApp
let org: TestOrganization
let season: Season

beforeEach(async () => {
  ;({ app, org, season } = await openSettlementSeason())
})
afterEach(() => closeWithBooksInOrder(app))

describe('a blocker of the final lock (R31)', () => {
  const blockers = async () => (await previewOf(org, season, 'final')).blockers
  const codes = async () => (await blockers()).map(({ code }) => code).sort()
  const declareAll = (list: Blocker[], reason = 'On purpose') =>
    list.map(({ code, subjectId }) => ({ code, subjectId, reason }))

  beforeEach(() => pledge(org, season, { lines: { goals: '2.00', champions: '25.00' }, method: 'check' }))

  it('is shown in words, and disappears once it is resolved', async () => {
    expect(await codes()).toEqual(['achievement_open', 'statistic_without_result'])
    const entries = await enterMatch(org, season, { ...BAY, goals: 2 })
    expect(await codes()).toEqual(['achievement_open', 'unconfirmed_results'])
    await confirm(org.owner, season, entries)
    expect(await codes()).toEqual(['achievement_open'])
    const event = { name: 'vs. Cove', eventType: 'game', startTime: '2026-09-10T18:00:00Z' }
    expectStatus(await org.representative.post(`${season.path}/events`, event), 201)
    const practice = { ...event, name: 'Practice', eventType: 'practice' }
    expectStatus(await org.representative.post(`${season.path}/events`, practice), 201)
    expect(await codes()).toEqual(['achievement_open'])
    app.clock.advance({ hours: 3 })
    const list = await blockers()
    expect(list.map(({ message }) => message).sort()).toEqual([
      'Champions is neither achieved nor declared not achieved',
      'vs. Cove has no result for Goals',
    ])
    await declare(org, season, 'not_achieved')
    const cove = list.find(({ code }) => code === 'game_without_result')
    await play(org, season, { ...BAY, eventId: cove?.subjectId as string, goals: 0 })
    expect(await codes()).toEqual([])
    expect((await lock(org, season, 'final')).totals.accrued).toBe('4.00')
  })

  it('can be a void that waits for a second person', async () => {
    await declare(org, season, 'achieved')
    const entries = await enterMatch(org, season, { ...BAY, goals: 2 })
    await confirm(org.owner, season, entries)
    const path = `${season.path}/results/${entries[0]?.id}/void`
    expectStatus(await org.scorer.post(path, { reason: 'Counted twice' }), 201)
    expect(await codes()).toEqual(['unconfirmed_results'])
    expect((await tryToLock(org, season, 'final')).status).toBe(409)
    await confirm(org.owner, season, entries)
    expect(await codes()).toEqual(['game_without_result', 'statistic_without_result'])
  })

  it('refuses the lock until each one is overridden with a reason', async () => {
    await enterMatch(org, season, { ...BAY, goals: 2 })
    const before = await countRows(app.deps.db)
    const refused = await tryToLock(org, season, 'final')
    const list = await blockers()
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'settlement_blocked', details: { blockers: list } },
    })
    expect(list.length).toBe(2)
    const [first] = list as [Blocker]
    const half = await tryToLock(org, season, 'final', { declared: declareAll([first]) })
    expect(half).toMatchObject({ status: 409, body: { details: { blockers: list.slice(1) } } })
    expect(await countRows(app.deps.db)).toEqual(before)
    const locked = await lock(org, season, 'final', { declared: declareAll(list, 'Rained off') })
    expect(locked.declared).toEqual(declareAll(list, 'Rained off'))
    expect(locked.totals.accrued).toBe('0.00')
  })

  it('does not hold up a progress settlement', async () => {
    await pledge(org, season, { lines: { gift: '25.00' } })
    await enterMatch(org, season, { ...BAY, goals: 2 })
    expect((await lock(org, season, 'progress')).totals.toBill).toBe('25.00')
  })
})

describe('a lock (R30, R33)', () => {
  it('is refused when there is nothing to bill; only the first final one has every pledge', async () => {
    const eventId = await play(org, season, { ...BAY, goals: 10 })
    await pledge(org, season, { lines: { goals: '2.00' } })
    await pledge(org, season, { lines: { gift: '25.00' }, method: 'check' })
    await lock(org, season, 'progress')
    await runToChargeDate(org)
    await lock(org, season, 'final')
    const before = await countRows(app.deps.db)
    for (const kind of ['final', 'progress'] as const) {
      const { status, body } = await org.representative.post<{ code: string }>(`${season.path}/settlements`, {
        kind,
        version: 3,
      })
      expect({ status, code: body.code }).toEqual({
        status: 409,
        code: kind === 'final' ? 'nothing_to_settle' : 'conflict',
      })
    }
    expect(await countRows(app.deps.db)).toEqual(before)
    await correctGoals(org, season, eventId, 11)
    await lock(org, season, 'final')
    const settlements = expectStatus(
      await org.representative.get<Settlement[]>(`${season.path}/settlements`),
      200,
    )
    expect(settlements.map(({ version, kind }) => [version, kind])).toEqual([
      [3, 'final'],
      [2, 'final'],
      [1, 'progress'],
    ])
    const rows = await app.deps.db.query<{ version: number; pledges: number }>(sql`
      select version, count(*) as pledges from settlement_pledges group by version order by version`)
    expect(rows).toEqual([
      { version: 1, pledges: 1 },
      { version: 2, pledges: 2 },
      { version: 3, pledges: 1 },
    ])
    const first = expectStatus(
      await org.representative.get<Settlement>(`${season.path}/settlements/${settlements[2]?.id}`),
      200,
    )
    expect(first).toMatchObject({ version: 1, stage: 'closed', totals: { toBill: '20.00' } })
  })

  it('is refused for an outdated version or total; previewing writes nothing', async () => {
    await pledge(org, season, { lines: { gift: '25.00' } })
    const before = await countRows(app.deps.db)
    expect(await previewOf(org, season, 'progress')).toMatchObject({
      version: 1,
      pledgesCount: 1,
      totals: { toBill: '25.00' },
    })
    await previewOf(org, season, 'final')
    const post = (more: object) =>
      org.representative.post(`${season.path}/settlements`, { kind: 'progress', version: 1, ...more })
    expect((await post({ version: 2 })).status).toBe(409)
    expect(await post({ toBill: '24.00' })).toMatchObject({ status: 409, body: { code: 'stale' } })
    expect(await countRows(app.deps.db)).toEqual(before)
    expectStatus(await post({ toBill: '25.00' }), 201)
  })

  it('of the final settlement completes the campaign, whose status can no longer change (R21)', async () => {
    await pledge(org, season, { lines: { gift: '25.00' } })
    await lock(org, season, 'final')
    const shown = await app.visitor.get<CampaignDetail>(season.path)
    expect(shown.body.campaigns).toMatchObject({
      status: 'completed',
      totalPledged: '25.00',
      totalEarned: '25.00',
      totalCollected: '0.00',
    })
    for (const status of ['active', 'paused', 'draft', 'cancelled'])
      expect((await org.representative.put(season.path, { status })).status).toBe(409)
  })

  it('is automatic for progress settlements, unless the campaign turned that off (R32)', async () => {
    await pledge(org, season, { lines: { gift: '25.00' } })
    const other = await openSeason(org)
    await pledge(org, other, { lines: { gift: '30.00' } })
    expectStatus(await org.representative.put(other.path, { settleAutomatically: false }), 200)
    expect(await lockProgressSettlements(app.deps)).toBe(1)
    expect(await lockProgressSettlements(app.deps)).toBe(0)
    const settlements = await org.representative.get<Settlement[]>(`${season.path}/settlements`)
    expect(settlements.body).toMatchObject([
      { kind: 'progress', lockedBy: null, totals: { toBill: '25.00' } },
    ])
    expect((await org.representative.get(`${other.path}/settlements`)).body).toEqual([])
  })
})

it('a match that is still to come blocks no final lock, but its preview and its answer name it (R31)', async () => {
  await pledge(org, season, { lines: { goals: '2.00' }, method: 'check' })
  const bay = await play(org, season, { ...BAY, goals: 2 })
  const match = { opponent: 'Cove', startTime: '2026-09-20T18:00:00.000Z' }
  const eventId = await schedule(org, season, match)
  const event = { name: 'Practice', eventType: 'practice', startTime: '2026-09-21T18:00:00Z' }
  expectStatus(await org.representative.post(`${season.path}/events`, event), 201)
  const stillToPlay = [{ eventId, name: 'vs. Cove', startTime: match.startTime }]
  expect(await previewOf(org, season, 'progress')).not.toHaveProperty('stillToPlay')
  const preview = await previewOf(org, season, 'final')
  expect(preview).toMatchObject({ blockers: [], stillToPlay, stillToPlayCount: 1 })
  const locked = await tryToLock(org, season, 'final')
  expect(locked).toMatchObject({ status: 201, body: { stillToPlay, stillToPlayCount: 1 } })
  await correctGoals(org, season, bay, 3)
  expect(await previewOf(org, season, 'final')).not.toHaveProperty('stillToPlay')
})
