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
  type House,
  lock,
  openSeason,
  play,
  pledge,
  previewOf,
  runToChargeDate,
  type Season,
  tryToLock,
} from '#tests/fixtures.ts'
import { BAY, correctGoals, openSettlementSeason } from '#tests/settlement-season.ts'

let app: TestApp
let house: House
let season: Season

beforeEach(async () => {
  ;({ app, house, season } = await openSettlementSeason())
})
afterEach(() => closeWithBooksInOrder(app))

describe('a blocker of the final lock (R31)', () => {
  const blockers = async () => (await previewOf(house, season, 'final')).blockers
  const codes = async () => (await blockers()).map(({ code }) => code).sort()
  const declareAll = (list: Blocker[], reason = 'On purpose') =>
    list.map(({ code, subjectId }) => ({ code, subjectId, reason }))

  beforeEach(() => pledge(house, season, { lines: { goals: '2.00', champions: '25.00' }, method: 'check' }))

  it('is shown in words, and disappears once it is resolved', async () => {
    expect(await codes()).toEqual(['achievement_open', 'statistic_without_result'])
    const entries = await enterMatch(house, season, { ...BAY, goals: 2 })
    expect(await codes()).toEqual(['achievement_open', 'unconfirmed_results'])
    await confirm(house.owner, season, entries)
    expect(await codes()).toEqual(['achievement_open'])
    const event = { name: 'vs. Cove', eventType: 'game', startTime: '2026-09-10T18:00:00Z' }
    expectStatus(await house.representative.post(`${season.path}/events`, event), 201)
    const practice = { ...event, name: 'Practice', eventType: 'practice' }
    expectStatus(await house.representative.post(`${season.path}/events`, practice), 201)
    expect(await codes()).toEqual(['achievement_open'])
    app.clock.advance({ hours: 3 })
    const list = await blockers()
    expect(list.map(({ message }) => message).sort()).toEqual([
      'Champions is neither achieved nor declared not achieved',
      'vs. Cove has no result for Goals',
    ])
    await declare(house, season, 'not_achieved')
    const cove = list.find(({ code }) => code === 'game_without_result')
    await play(house, season, { ...BAY, eventId: cove?.subjectId as string, goals: 0 })
    expect(await codes()).toEqual([])
    expect((await lock(house, season, 'final')).totals.accrued).toBe('4.00')
  })

  it('can be a void that waits for a second person', async () => {
    await declare(house, season, 'achieved')
    const entries = await enterMatch(house, season, { ...BAY, goals: 2 })
    await confirm(house.owner, season, entries)
    const path = `${season.path}/results/${entries[0]?.id}/void`
    expectStatus(await house.scorer.post(path, { reason: 'Counted twice' }), 201)
    expect(await codes()).toEqual(['unconfirmed_results'])
    expect((await tryToLock(house, season, 'final')).status).toBe(409)
    await confirm(house.owner, season, entries)
    expect(await codes()).toEqual(['game_without_result', 'statistic_without_result'])
  })

  it('refuses the lock until each one is overridden with a reason', async () => {
    await enterMatch(house, season, { ...BAY, goals: 2 })
    const before = await countRows(app.deps.db)
    const refused = await tryToLock(house, season, 'final')
    const list = await blockers()
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'settlement_blocked', details: { blockers: list } },
    })
    expect(list.length).toBe(2)
    const [first] = list as [Blocker]
    const half = await tryToLock(house, season, 'final', { declared: declareAll([first]) })
    expect(half).toMatchObject({ status: 409, body: { details: { blockers: list.slice(1) } } })
    expect(await countRows(app.deps.db)).toEqual(before)
    const locked = await lock(house, season, 'final', { declared: declareAll(list, 'Rained off') })
    expect(locked.declared).toEqual(declareAll(list, 'Rained off'))
    expect(locked.totals.accrued).toBe('0.00')
  })

  it('does not hold up a progress settlement', async () => {
    await pledge(house, season, { lines: { gift: '25.00' } })
    await enterMatch(house, season, { ...BAY, goals: 2 })
    expect((await lock(house, season, 'progress')).totals.toBill).toBe('25.00')
  })
})

describe('a lock (R30, R33)', () => {
  it('is refused when there is nothing to bill; only the first final one has every pledge', async () => {
    const eventId = await play(house, season, { ...BAY, goals: 10 })
    await pledge(house, season, { lines: { goals: '2.00' } })
    await pledge(house, season, { lines: { gift: '25.00' }, method: 'check' })
    await lock(house, season, 'progress')
    await runToChargeDate(house)
    await lock(house, season, 'final')
    const before = await countRows(app.deps.db)
    for (const kind of ['final', 'progress'] as const) {
      const { status, body } = await house.representative.post<{ code: string }>(
        `${season.path}/settlements`,
        { kind, version: 3 },
      )
      expect({ status, code: body.code }).toEqual({
        status: 409,
        code: kind === 'final' ? 'nothing_to_settle' : 'conflict',
      })
    }
    expect(await countRows(app.deps.db)).toEqual(before)
    await correctGoals(house, season, eventId, 11)
    await lock(house, season, 'final')
    const settlements = expectStatus(
      await house.representative.get<Settlement[]>(`${season.path}/settlements`),
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
      await house.representative.get<Settlement>(`${season.path}/settlements/${settlements[2]?.id}`),
      200,
    )
    expect(first).toMatchObject({ version: 1, stage: 'closed', totals: { toBill: '20.00' } })
  })

  it('is refused for an outdated version or total; previewing writes nothing', async () => {
    await pledge(house, season, { lines: { gift: '25.00' } })
    const before = await countRows(app.deps.db)
    expect(await previewOf(house, season, 'progress')).toMatchObject({
      version: 1,
      pledgesCount: 1,
      totals: { toBill: '25.00' },
    })
    await previewOf(house, season, 'final')
    const post = (more: object) =>
      house.representative.post(`${season.path}/settlements`, { kind: 'progress', version: 1, ...more })
    expect((await post({ version: 2 })).status).toBe(409)
    expect(await post({ toBill: '24.00' })).toMatchObject({ status: 409, body: { code: 'stale' } })
    expect(await countRows(app.deps.db)).toEqual(before)
    expectStatus(await post({ toBill: '25.00' }), 201)
  })

  it('of the final settlement completes the campaign, whose status can no longer change (R21)', async () => {
    await pledge(house, season, { lines: { gift: '25.00' } })
    await lock(house, season, 'final')
    const shown = await app.visitor.get<CampaignDetail>(season.path)
    expect(shown.body.campaigns).toMatchObject({
      status: 'completed',
      totalPledged: '25.00',
      totalEarned: '25.00',
      totalCollected: '0.00',
    })
    for (const status of ['active', 'paused', 'draft', 'cancelled'])
      expect((await house.representative.put(season.path, { status })).status).toBe(409)
  })

  it('is automatic for progress settlements, unless the campaign turned that off (R32)', async () => {
    await pledge(house, season, { lines: { gift: '25.00' } })
    const other = await openSeason(house)
    await pledge(house, other, { lines: { gift: '30.00' } })
    expectStatus(await house.representative.put(other.path, { settleAutomatically: false }), 200)
    expect(await lockProgressSettlements(app.deps)).toBe(1)
    expect(await lockProgressSettlements(app.deps)).toBe(0)
    const settlements = await house.representative.get<Settlement[]>(`${season.path}/settlements`)
    expect(settlements.body).toMatchObject([
      { kind: 'progress', lockedBy: null, totals: { toBill: '25.00' } },
    ])
    expect((await house.representative.get(`${other.path}/settlements`)).body).toEqual([])
  })
})
