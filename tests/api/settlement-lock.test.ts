/** R21, R30 to R33: what stops a final lock, and what locking a settlement version changes. */

import { beforeEach, describe, expect, it } from 'vitest'
import type { CampaignDetail, Management } from '#domain/schemas/campaign.ts'
import type { ResultEntry } from '#domain/schemas/result.ts'
import type { Blocker, Settlement } from '#domain/schemas/settlement.ts'
import type { WorkQueuePage, WorkQueueSteps } from '#domain/schemas/work-queue.ts'
import { lockProgressSettlements } from '#server/money/settlements/advance.ts'
import { sql } from '#server/platform/db/database.ts'
import { readSeason } from '#server/reporting/reports/season.ts'
import { expectStatus } from '#tests/app.ts'
import {
  BAY,
  bill,
  confirm,
  correctGoals,
  countRows,
  declare,
  enterMatch,
  formToLock,
  lock,
  NO_ONES_PREVIEW,
  play,
  pledge,
  previewOf,
  setStatus,
  tryToLock,
} from '#tests/fixtures.ts'
import { app, givenSeason, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'
import { schedule } from '#tests/line-changes.ts'
import { deliveredMails } from '#tests/mails.ts'

givenSeasonForEachTest()

describe('a blocker of the final lock (R31)', () => {
  const blockers = async () => (await previewOf(org, season, 'final')).blockers
  /** Without what only waits for a day. */
  const missing = async () =>
    (await blockers()).filter(({ code }) => code !== 'match_to_come' && code !== 'not_ended')
  const codes = async () => (await missing()).map(({ code }) => code).sort()
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
    const list = await missing()
    expect(list.map(({ message }) => message).sort()).toEqual([
      'Champions is neither achieved nor declared not achieved',
      'vs. Cove has no result for Goals',
    ])
    const outcome = { statisticId: season.statistics.champions.id, kind: 'not_achieved' }
    const entry = expectStatus(await org.scorer.post<ResultEntry>(`${season.path}/results`, outcome), 201)
    expect(await codes()).toEqual(['game_without_result', 'unconfirmed_results'])
    await confirm(org.owner, season, [entry])
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
    const list = await missing()
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'settlement_blocked', details: { blockers: list } },
    })
    expect(list.length).toBe(2)
    const [first] = list as [Blocker]
    const half = await tryToLock(org, season, 'final', { declared: declareAll([first]) })
    expect(half).toMatchObject({ status: 409, body: { details: { blockers: list.slice(1) } } })
    expect(await countRows(app.deps.db)).toEqual(before)
    const declared = declareAll(await blockers(), 'Rained off')
    const locked = await lock(org, season, 'final', { declared })
    expect(locked.declared).toEqual(declared)
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
    await bill(org, season, 'progress')
    await lock(org, season, 'final')
    const before = await countRows(app.deps.db)
    const form = await formToLock(org, season, 'final')
    for (const kind of ['final', 'progress'] as const) {
      const { status, body } = await org.representative.post<{ code: string }>(`${season.path}/settlements`, {
        ...form,
        kind,
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

  it('is refused for an outdated version or preview; previewing writes nothing', async () => {
    await pledge(org, season, { lines: { gift: '25.00' } })
    const before = await countRows(app.deps.db)
    expect(await previewOf(org, season, 'progress')).toMatchObject({
      version: 1,
      pledgesCount: 1,
      totals: { toBill: '25.00' },
    })
    await previewOf(org, season, 'final')
    const form = await formToLock(org, season, 'progress')
    const post = (more: object) => org.representative.post(`${season.path}/settlements`, { ...form, ...more })
    expect((await post({ version: 2 })).status).toBe(409)
    const stale = await post({ previewId: NO_ONES_PREVIEW })
    expect(stale).toMatchObject({ status: 409, body: { code: 'stale' } })
    expect(await countRows(app.deps.db)).toEqual(before)
    expectStatus(await post({}), 201)
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

  it('of a final settlement, and of its correction, is mailed to the owners with what happens when', async () => {
    await pledge(org, season, { lines: { gift: '25.00', goals: '1.00' } })
    await play(org, season, { ...BAY, goals: 2 })
    await lock(org, season, 'final')
    await play(org, season, { opponent: 'Cove', startTime: '2026-09-05T18:00:00Z', goals: 3 })
    await lock(org, season, 'final', { billIncreases: true })
    const [mail, corrected, ...others] = await deliveredMails(app.deps.db, sql`kind = 'campaign_locked'`)
    expect(others).toEqual([])
    expect([corrected?.to, corrected?.subject]).toEqual([org.owner.email, 'Fall Season is corrected: $30.00'])
    expect(corrected?.text).toContain('Billed now: $3.00')
    expect(corrected?.text).not.toContain('Yours once all is paid')
    expect([mail?.to, mail?.subject]).toEqual([org.owner.email, 'Fall Season is settled: $27.00'])
    expect(mail?.text).toContain('Yours once all is paid: $20.25')
    expect(mail?.text).toContain('September 13, 2026: Cards and bank accounts are charged')
  })

  it('is automatic for progress settlements, unless the campaign turned that off (R32)', async () => {
    await pledge(org, season, { lines: { gift: '25.00' } })
    const { season: other } = await givenSeason({ org, pledges: [{ lines: { gift: '30.00' } }] })
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

describe('a season that is not over (R31)', () => {
  const calendar = async () =>
    (await previewOf(org, season, 'final')).blockers.filter(
      ({ code }) => code === 'match_to_come' || code === 'not_ended',
    )
  const stage = async () => {
    const { campaigns } = expectStatus(
      await org.representative.get<WorkQueuePage>('/api/desk/campaigns?stage=all'),
      200,
    )
    const { steps } = expectStatus(await org.representative.get<WorkQueueSteps>('/api/desk/steps'), 200)
    return [campaigns.find(({ id }) => id === season.id)?.stage, ...steps.map(({ kind }) => kind)]
  }
  const lockWith = async (declared: object[]) => {
    const { version, previewId } = await previewOf(org, season, 'final')
    const form = { kind: 'final', version, previewId, declared }
    return org.representative.post<Settlement>(`${season.path}/settlements`, form)
  }

  it('blocks its final lock by each match that is still to come and by its last day', async () => {
    await pledge(org, season, { lines: { goals: '2.00' }, method: 'check' })
    await play(org, season, { ...BAY, goals: 2 })
    const cove = await schedule(org, season, { opponent: 'Cove', startTime: '2026-09-20T18:00:00.000Z' })
    const off = await schedule(org, season, { opponent: 'Dale', startTime: '2026-09-21T18:00:00.000Z' })
    expectStatus(await org.representative.delete(`${season.path}/events/${off}`), 200)
    const event = { name: 'Practice', eventType: 'practice', startTime: '2026-09-21T18:00:00Z' }
    expectStatus(await org.representative.post(`${season.path}/events`, event), 201)
    expect((await previewOf(org, season, 'progress')).blockers).toEqual([])
    const blockers = await calendar()
    expect(blockers).toEqual([
      {
        code: 'match_to_come',
        subjectId: cove,
        message: 'vs. Cove is still to come, on Sep 20, 2026',
      },
      { code: 'not_ended', subjectId: null, message: 'The campaign runs until Dec 15, 2026' },
    ])
    expect(await lockWith([])).toMatchObject({
      status: 409,
      body: { code: 'settlement_blocked', details: { blockers } },
    })
    const reasoned = blockers.map(({ code, subjectId }) => ({ code, subjectId, reason: 'Called off' }))
    expect((await lockWith(reasoned.slice(1))).status).toBe(409)
    expectStatus(await lockWith(reasoned), 201)
    expect(await calendar()).toEqual([])
  })

  it('is neither at the stage to settle nor a step, also where it was completed early', async () => {
    await pledge(org, season, { lines: { gift: '25.00' } })
    expect(await stage()).toEqual(['active'])
    await setStatus(org, season, 'completed')
    expect(await stage()).toEqual(['awaiting_results'])
    const after = new Date(Date.parse(season.campaign.endsAt) + 60_000)
    const playoff = new Date(after.getTime() + 86_400_000).toISOString()
    await schedule(org, season, { opponent: 'Cove', startTime: playoff })
    app.clock.set(after)
    expect(await stage()).toEqual(['awaiting_results'])
    app.clock.advance({ days: 2 })
    expect(await calendar()).toEqual([])
    expect(await stage()).toEqual(['ready_to_settle', 'settle'])
  })

  it('is not locked by the schedule: on Mondays only progress is', async () => {
    await pledge(org, season, { lines: { gift: '25.00' } })
    app.clock.set(new Date(Date.parse(season.campaign.endsAt) + 60_000))
    await lockProgressSettlements(app.deps)
    const settlements = await org.representative.get<Settlement[]>(`${season.path}/settlements`)
    expect(settlements.body.map(({ kind }) => kind)).toEqual(['progress'])
  })
})

it('a held pledge cannot be overridden, and the refusal says so (R31)', async () => {
  const form = await formToLock(org, season, 'final')
  const declared = [{ code: 'held_pledge', subjectId: null, reason: 'On purpose' }]
  expect(await org.representative.post(`${season.path}/settlements`, { ...form, declared })).toMatchObject({
    status: 400,
    body: { fields: { 'declared.0.code': expect.stringContaining('cannot be overridden') } },
  })
})

describe('what is earned after the final lock (R32)', () => {
  beforeEach(async () => {
    await pledge(org, season, { lines: { goals: '2.00' }, method: 'check' })
    await pledge(org, season, { lines: { wins: '5.00' }, method: 'auto_bill_end' })
  })
  const playAndLock = async (): Promise<string> => {
    const eventId = await play(org, season, { ...BAY, goals: 2, wins: 0 })
    await lock(org, season, 'final')
    return eventId
  }
  const correctTo = (eventId: string, counts: { goals: number; wins: number }) =>
    play(org, season, { ...BAY, eventId, ...counts })
  const waiting = async () => {
    const path = '/api/desk/steps?kind=settle_correction'
    const { steps } = expectStatus(await org.representative.get<WorkQueueSteps>(path), 200)
    const managed = `/api/dashboard/campaigns/${season.id}`
    const { undecided } = expectStatus(await org.owner.get<Management>(managed), 200)
    return [undecided, ...steps.map((step) => step.undecided)]
  }
  const undecidedForm = async () => {
    const { billIncreases: _, ...form } = await formToLock(org, season, 'final')
    return form
  }
  const send = (form: object) => org.representative.post<Settlement>(`${season.path}/settlements`, form)

  it('waits on the list with its sum until a person bills or waives it', async () => {
    const eventId = await playAndLock()
    await correctTo(eventId, { goals: 12, wins: 1 })
    expect(await waiting()).toEqual(['25.00', '25.00'])
    const preview = await previewOf(org, season, 'final')
    expect(preview).toMatchObject({
      increases: '25.00',
      totals: { bill: '0.00', waived: '0.00', carried: '25.00' },
    })
    const before = await countRows(app.deps.db)
    const refused = await send(await undecidedForm())
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: expect.stringContaining('$25.00 was earned after the final lock') },
    })
    expect(await countRows(app.deps.db)).toEqual(before)
    const billed = await lock(org, season, 'final', { billIncreases: true })
    expect(billed.totals).toMatchObject({ bill: '25.00', waived: '0.00' })
    expect(await waiting()).toEqual([undefined])
  })

  it('is waived only by a lock that says so', async () => {
    const eventId = await playAndLock()
    await correctTo(eventId, { goals: 3, wins: 0 })
    const { totals } = await lock(org, season, 'final', { billIncreases: false })
    expect(totals).toMatchObject({ bill: '0.00', waived: '2.00' })
    expect(await waiting()).toEqual([undefined])
  })

  it('is named apart from what others have earned less, and both are in one version', async () => {
    const eventId = await playAndLock()
    await correctTo(eventId, { goals: 1, wins: 1 })
    expect(await waiting()).toEqual(['5.00', '5.00'])
    expect((await send(await undecidedForm())).status).toBe(409)
    const { totals } = await lock(org, season, 'final', { billIncreases: true })
    expect(totals).toMatchObject({ bill: '5.00', lowered: '2.00' })
  })

  it('needs no decision where there is only less', async () => {
    const eventId = await playAndLock()
    await correctTo(eventId, { goals: 1, wins: 0 })
    expect(await waiting()).toEqual([undefined, undefined])
    expectStatus(await send(await undecidedForm()), 201)
  })

  it('is what the season report says waits', async () => {
    const eventId = await playAndLock()
    await correctTo(eventId, { goals: 12, wins: 0 })
    const report = await readSeason(app.deps, { userId: org.owner.userId }, season.id)
    expect(report).toMatchObject({ undecided: '20.00', waived: '0.00' })
  })
})
