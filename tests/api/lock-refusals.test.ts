/** R21, R29 to R33: a settlement that must not be locked is refused in words, and the schedule says why it waits. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type {
  Blocker,
  Charge,
  Settlement,
  SettlementPreview,
  SettlementSchedule,
} from '#domain/schemas/settlement.ts'
import { runDueJobs } from '#server/jobs.ts'
import { checkInvariants } from '#server/money/book-check/store.ts'
import { sql } from '#server/platform/db/database.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  BAY,
  correctGoals,
  formToLock,
  goToChargeDate,
  lock,
  NO_ONES_PREVIEW,
  openDraft,
  openSeason,
  play,
  pledge,
  pledgeBody,
  previewOf,
  runToChargeDate,
  type Season,
  setStatus,
  setUpOrganization,
  type TestOrganization,
  tryToLock,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'

const GIFT = { lines: { gift: '25.00' } } as const
let app: TestApp
let org: TestOrganization
beforeAll(async () => {
  app = await createTestApp({ now: '2026-09-10T16:00:00Z' })
  org = await setUpOrganization(app)
})
afterEach(async () => {
  expect(await checkInvariants(app.deps.db)).toEqual([])
})
afterAll(() => app.close())

const refusal = (message: string) => ({
  status: 409,
  body: { message: expect.stringContaining(message) },
})
const preview = (season: Season, kind: Settlement['kind']) =>
  org.representative.get(`${season.path}/settlements/preview?kind=${kind}`)
const lockVersion = (season: Season, kind: Settlement['kind'], version: number) =>
  org.representative.post(`${season.path}/settlements`, { kind, version, previewId: NO_ONES_PREVIEW })
const idleReason = async (season: Season) =>
  expectStatus(await org.representative.get<SettlementSchedule>(`${season.path}/settlements/schedule`), 200)
    .idleReason
const charges = async (season: Season) =>
  expectStatus(await org.representative.get<Charge[]>(`${season.path}/charges`), 200)

describe('nothing is previewed or locked', () => {
  it('of a draft, and the schedule says that it is one', async () => {
    const season = await openDraft(org)
    for (const kind of ['progress', 'final'] as const) {
      expect(await preview(season, kind)).toMatchObject(refusal('This campaign is a draft'))
      expect(await lockVersion(season, kind, 1)).toMatchObject(refusal('This campaign is a draft'))
    }
    const file = `/api/dashboard/campaigns/${season.id}/settlement-preview.csv?kind=final`
    expect(await org.representative.get(file)).toMatchObject(refusal('This campaign is a draft'))
    expect(await idleReason(season)).toBe('The campaign is a draft')
  })

  it('of a cancelled campaign, and the schedule says that it is one', async () => {
    const { season } = await givenSeason({ org, pledges: [GIFT] })
    await setStatus(org, season, 'cancelled')
    for (const kind of ['progress', 'final'] as const) {
      expect(await preview(season, kind)).toMatchObject(refusal('This campaign is cancelled'))
      expect(await lockVersion(season, kind, 1)).toMatchObject(refusal('This campaign is cancelled'))
    }
    expect(await idleReason(season)).toBe('The campaign is cancelled')
  })

  it('as progress after the final one, and as another final one where nothing changed', async () => {
    const { season } = await givenSeason({ org, pledges: [GIFT], locked: 'final' })
    expect(await preview(season, 'progress')).toMatchObject(refusal('The final settlement is locked'))
    expect(await lockVersion(season, 'progress', 2)).toMatchObject(refusal('The final settlement is locked'))
    expect(await tryToLock(org, season, 'final')).toMatchObject(
      refusal('Nothing changed since the final settlement'),
    )
    expect(await idleReason(season)).toMatch(/^The final settlement is locked/)
  })
})

it('a progress settlement that bills nothing is not locked; the final one is, also of no pledge', async () => {
  const season = await openSeason(org)
  expect(await tryToLock(org, season, 'progress')).toMatchObject({
    status: 409,
    body: { code: 'nothing_to_settle', message: 'Nothing to bill yet' },
  })
  expect((await lock(org, season, 'final')).totals.accrued).toBe('0.00')
})

it('a progress settlement leaves small amounts to the next one, and is not locked for those alone', async () => {
  const { season } = await givenSeason({
    org,
    pledges: [{ lines: { goals: '1.00' } }],
    matches: [{ ...BAY, goals: 3 }],
  })
  expect(await tryToLock(org, season, 'progress')).toMatchObject(refusal('Nothing to bill yet'))
  await pledge(org, season, GIFT)
  expect((await lock(org, season, 'progress')).totals).toMatchObject({ toBill: '25.00', carried: '3.00' })
})

it('an increase after the final settlement is previewed as waived, and as billed where that is asked for', async () => {
  const { season, eventId } = await givenSeason({
    org,
    pledges: [{ lines: { goals: '5.00' } }],
    matches: [{ ...BAY, goals: 10 }],
    locked: 'final',
  })
  await correctGoals(org, season, eventId, 12)
  const shown = async (query: string) => {
    const path = `${season.path}/settlements/preview?kind=final${query}`
    const { totals } = expectStatus(await org.representative.get<SettlementPreview>(path), 200)
    const file = `/api/dashboard/campaigns/${season.id}/settlement-preview.csv?kind=final${query}`
    const [head = '', line = ''] = String((await org.representative.get(file)).body).split('\r\n')
    const inFile = line.split(',')[head.split(',').indexOf('To bill (USD)')]
    return { toBill: totals.toBill, waived: totals.waived, inFile }
  }
  expect(await shown('')).toEqual({ toBill: '0.00', waived: '0.00', inFile: '0.00' })
  expect(await shown('&billIncreases=false')).toEqual({ toBill: '0.00', waived: '10.00', inFile: '0.00' })
  expect(await shown('&billIncreases=true')).toEqual({ toBill: '10.00', waived: '0.00', inFile: '10.00' })
})

it('a version that was locked meanwhile is refused by its number', async () => {
  const { season } = await givenSeason({ org, pledges: [GIFT], locked: 'progress' })
  expect(await lockVersion(season, 'final', 1)).toMatchObject(refusal('Version 1 was locked in the meantime'))
  expectStatus(await tryToLock(org, season, 'final'), 201)
})

describe('what is missing before the final settlement', () => {
  it('is counted, and a declaration of it under another subject does not stand for it', async () => {
    const { season } = await givenSeason({
      org,
      pledges: [{ lines: { champions: '25.00' } }, { lines: { goals: '1.00' } }],
    })
    expect(await tryToLock(org, season, 'final')).toMatchObject(refusal('2 things are missing'))
    await play(org, season, { ...BAY, goals: 3 })
    const [open] = (await previewOf(org, season, 'final')).blockers as [Blocker]
    expect(open.code).toBe('achievement_open')
    const declare = (change: object) =>
      tryToLock(org, season, 'final', {
        declared: [{ code: open.code, subjectId: open.subjectId, reason: 'Rained off', ...change }],
      })
    expect(await declare({ subjectId: season.statistics.goals.id })).toMatchObject(
      refusal('One thing is missing'),
    )
    expect(await declare({ code: 'statistic_without_result' })).toMatchObject(refusal('One thing is missing'))
    expectStatus(await declare({}), 201)
  })

  it('holds up the final settlement alone', async () => {
    const { season } = await givenSeason({ org, pledges: [{ lines: { gift: '25.00', champions: '25.00' } }] })
    expect((await previewOf(org, season, 'progress')).blockers).toEqual([])
    const { blockers } = await previewOf(org, season, 'final')
    expect(blockers.map(({ code }) => code)).toEqual(['achievement_open', 'not_ended'])
    expectStatus(await tryToLock(org, season, 'progress'), 201)
  })

  it('in a list that is full may be more than it says: not even all of it can be passed over', async () => {
    const { season } = await givenSeason({
      org,
      pledges: [{ lines: { goals: '1.00' } }],
      matches: [{ ...BAY, goals: 3 }],
    })
    await app.deps.db.query(sql`
      insert into events select (jsonb_populate_record(e, jsonb_build_object(
          'id', gen_random_uuid(), 'name', 'Game ' || n, 'opponent', 'Game ' || n))).*
        from events e cross join generate_series(1, 500) n where e.campaign_id = ${season.id}`)
    const { blockers } = await previewOf(org, season, 'final')
    expect(blockers).toHaveLength(500)
    const declared = blockers.map(({ code, subjectId }) => ({ code, subjectId, reason: 'Rained off' }))
    expect(await tryToLock(org, season, 'final', { declared })).toMatchObject({
      status: 409,
      body: {
        code: 'settlement_blocked',
        message: 'At least 500 things are missing before the final settlement',
      },
    })
  })
})

describe('one’s own pledge', () => {
  const pledgeAs = async (season: Season, lines: Parameters<typeof pledge>[2]['lines']) => {
    const body = await pledgeBody(org.representative, season, { lines })
    expectStatus(await org.representative.post(`${season.path}/pledges`, body), 201)
  }

  it('that is billed among others keeps its representative from locking, and no other one', async () => {
    const { season } = await givenSeason({ org, pledges: [GIFT] })
    await pledgeAs(season, GIFT.lines)
    const form = await formToLock(org, season, 'progress')
    expect(await org.representative.post(`${season.path}/settlements`, form)).toMatchObject({
      status: 403,
      body: { message: 'Your own pledge is part of this settlement: another representative must lock it' },
    })
    expectStatus(await org.second.post(`${season.path}/settlements`, form), 201)
  })

  it('that owes nothing prevents no one from locking', async () => {
    const season = await openSeason(org)
    await pledgeAs(season, { goals: '1.00' })
    await play(org, season, { ...BAY, goals: 0 })
    expectStatus(await tryToLock(org, season, 'final'), 201)
  })
})

it('while a charge awaits its answer, a final settlement that would lower it waits', async () => {
  const { season, eventId } = await givenSeason({
    org,
    pledges: [{ lines: { goals: '2.00' } }],
    matches: [{ ...BAY, goals: 10 }],
    locked: 'progress',
  })
  await goToChargeDate(org)
  app.deps.checkpoint = (at) => {
    if (at === 'charge.claimed') throw new Error('killed')
  }
  await expect(runDueJobs(app.deps)).rejects.toThrow()
  app.deps.checkpoint = () => undefined
  await correctGoals(org, season, eventId, 4)
  expect(await tryToLock(org, season, 'final')).toMatchObject(refusal('A charge is being processed'))
  app.clock.advance({ minutes: 6 })
  await runDueJobs(app.deps)
  expect((await lock(org, season, 'final')).totals.refunded).toBe('12.00')
  await runDueJobs(app.deps)
})

describe('a charge that waits', () => {
  it('keeps its day when another settlement is locked', async () => {
    const { season } = await givenSeason({ org, pledges: [GIFT], locked: 'progress' })
    const [first] = await charges(season)
    expect(Date.parse(first?.chargeAt ?? '')).toBe(app.clock.now().getTime() + 3 * 86_400_000)
    app.clock.advance({ days: 1 })
    await pledge(org, season, GIFT)
    await lock(org, season, 'progress')
    expect((await charges(season)).map(({ chargeAt }) => chargeAt)).toContain(first?.chargeAt)
    await runToChargeDate(org)
  })

  it('while its campaign is paused is charged three days after the final settlement, not at once', async () => {
    const { season } = await givenSeason({ org, pledges: [GIFT], locked: 'progress' })
    // Its notice was sent: it waits only for its day.
    await runDueJobs(app.deps)
    await setStatus(org, season, 'paused')
    expect(await idleReason(season)).toBe('The campaign is paused')
    app.clock.advance({ days: 10 })
    await lock(org, season, 'final')
    await runDueJobs(app.deps)
    expect(await charges(season)).toMatchObject([{ state: 'scheduled', attempts: 0 }])
    await runToChargeDate(org)
    expect(await charges(season)).toMatchObject([{ state: 'succeeded', attempts: 1 }])
  })
})

it('the schedule says that billing is on hold', async () => {
  const { season } = await givenSeason({ org, pledges: [GIFT] })
  const hold = (at: Date | null) =>
    app.deps.db.query(sql`update campaigns set billing_held_at = ${at}::timestamptz where id = ${season.id}`)
  await hold(app.clock.now())
  expect(await idleReason(season)).toBe('Billing is on hold until the books balance again')
  expect(await tryToLock(org, season, 'progress')).toMatchObject(refusal('on hold'))
  await hold(null)
  expect(await idleReason(season)).toBeNull()
})
