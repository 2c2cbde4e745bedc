/** Rules that no other file proves end to end: results, limits of pledges, cancelling, locking and statements. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import type { PledgeDetail } from '#domain/schemas/pledge.ts'
import type { ResultEntry } from '#domain/schemas/result.ts'
import { runDueJobs } from '#server/jobs.ts'
import { checkInvariants } from '#server/money/book-check/store.ts'
import { advanceSettlements } from '#server/money/settlements/advance.ts'
import { sql } from '#server/platform/db/database.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  bill,
  confirm,
  declare,
  enterMatch,
  openSeason,
  play,
  pledge,
  pledgeBody,
  setStatus,
  setUpOrganization,
  type TestOrganization,
  tryToLock,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'

let app: TestApp
let org: TestOrganization
beforeAll(async () => {
  app = await createTestApp()
  org = await setUpOrganization(app)
})
afterAll(() => app.close())

const MATCH = { opponent: 'Ridgeview', startTime: '2026-08-20T19:00:00Z', goals: 3, wins: 1 }

test('an achievement entered again after a withdrawal that was voided is owed once (R6, R20)', async () => {
  const season = await openSeason(org)
  const results = `${season.path}/results`
  const enter = (kind: string) =>
    org.scorer.post<ResultEntry>(results, { statisticId: season.statistics.champions.id, kind })
  await declare(org, season, 'achieved')
  const withdrawal = expectStatus(await enter('withdrawn'), 201)
  const again = expectStatus(await enter('achieved'), 201)
  expectStatus(await org.scorer.post(`${results}/${withdrawal.id}/void`, { reason: 'By mistake' }), 201)
  // It states again what was confirmed before (R18): it is achieved, and owed once.
  await confirm(org.owner, season, [again])
  const { pledge: made } = await pledge(org, season, { lines: { champions: '50.00' }, method: 'check' })
  const page = await org.representative.get<PledgeDetail>(`/api/pledges/${made.id}`)
  expect(expectStatus(page, 200).earned).toBe('50.00')
})

test('a match with the same statistic twice is refused (R19)', async () => {
  const season = await openSeason(org)
  const row = { statisticId: season.statistics.goals.id, quantity: 3 }
  const event = { name: 'vs. Ridgeview', startTime: MATCH.startTime, opponent: 'Ridgeview', venue: 'home' }
  const answer = await org.scorer.post<{ message: string }>(`${season.path}/results/matches`, {
    event,
    rows: [row, row],
  })
  expect([answer.status, answer.body.message]).toEqual([400, 'Enter each statistic once'])
})

test('the type of a statistic cannot change once it has results (R15)', async () => {
  const { season } = await givenSeason({ org, matches: [MATCH] })
  const answer = await org.owner.put(`${season.path}/statistics/${season.statistics.goals.id}`, {
    type: 'per_achievement',
  })
  expect(answer.status).toBe(409)
})

test('a pledge that comes to less than a cent is refused with a message at the amount', async () => {
  const season = await openSeason(org)
  expectStatus(
    await org.owner.put(`${season.path}/statistics/${season.statistics.goals.id}`, {
      lastYearResult: 0.31,
    }),
    200,
  )
  const supporter = await app.user()
  const body = await pledgeBody(supporter, season, { lines: { goals: '0.01' }, method: 'check' })
  const answer = await supporter.post<{ fields: Record<string, string> }>(`${season.path}/pledges`, body)
  expect(answer.status).toBe(400)
  expect(answer.body.fields).toEqual({
    'pledgeStatistics.0.pledgeAmount': 'Pledge more: this adds up to less than a cent',
  })
})

test('a pledge that could come to more than the limit is refused without a maximum of its own (R8)', async () => {
  const season = await openSeason(org)
  const goals = season.statistics.goals.id
  expectStatus(await org.owner.put(`${season.path}/statistics/${goals}`, { expectedMax: 1000000 }), 200)
  const supporter = await app.user()
  const wish = { lines: { goals: '10000.00' }, method: 'check' } as const
  const pledgeWith = async (most?: string) =>
    supporter.post<{ fields: Record<string, string> }>(
      `${season.path}/pledges`,
      await pledgeBody(supporter, season, most ? { ...wish, most } : wish),
    )
  const refused = await pledgeWith()
  expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['maximumAmount']])
  expect((await pledgeWith('1000000.00')).status).toBe(201)
})

test('a cancelled campaign shows what was collected in every figure, and accrues nothing (R21)', async () => {
  const {
    season,
    supporter,
    pledge: made,
  } = await givenSeason({ org, pledges: [{ lines: { goals: '5.00' } }], matches: [MATCH] })
  const waiting = await enterMatch(org, season, {
    opponent: 'Harbor',
    startTime: '2026-08-27T19:00:00Z',
    goals: 9,
  })
  await bill(org, season, 'progress')
  await setStatus(org, season, 'cancelled')
  const confirmation = await org.owner.post(`${season.path}/results/confirmations`, {
    resultIds: waiting.map(({ id }) => id),
  })
  expect(confirmation.status).toBe(409)
  const page = expectStatus(await supporter.get<PledgeDetail>(`/api/pledges/${made.id}`), 200)
  expect([page.earned, page.totalAmountDue, page.received, page.status]).toEqual([
    '15.00',
    '15.00',
    '15.00',
    'settled',
  ])
  const [own] = expectStatus(await supporter.get<{ amount: string }[]>('/api/user/pledges'), 200)
  expect(own?.amount).toBe('15.00')
  const { campaigns } = expectStatus(await app.visitor.get<CampaignDetail>(season.path), 200)
  expect([campaigns.totalPledged, campaigns.totalEarned, campaigns.totalCollected]).toEqual([
    '15.00',
    '15.00',
    '15.00',
  ])
  expect(await checkInvariants(app.deps.db)).toEqual([])
})

test('a settlement cannot be locked by a representative whose own pledge it bills (R29)', async () => {
  const season = await openSeason(org)
  const body = await pledgeBody(org.representative, season, { lines: { goals: '5.00' } })
  expectStatus(await org.representative.post(`${season.path}/pledges`, body), 201)
  await play(org, season, MATCH)
  expect((await tryToLock(org, season, 'progress')).status).toBe(403)
  expect((await tryToLock({ representative: org.second }, season, 'progress')).status).toBe(201)
})

test('a charge is postponed by as long as its statement could not be mailed (R30)', async () => {
  const { season } = await givenSeason({
    org,
    pledges: [{ lines: { goals: '5.00' } }],
    matches: [MATCH],
    locked: 'progress',
  })
  await advanceSettlements(app.deps)
  const charges = () =>
    app.deps.db.query<{ state: string; chargeAt: Date }>(sql`
      select state, charge_at from charges where campaign_id = ${season.id}`)
  const [before] = await charges()
  // The mail server is down for four days: the statement is a row, and no one has received it.
  app.clock.advance({ days: 4 })
  await runDueJobs(app.deps)
  const [after] = await charges()
  expect(after?.state).toBe('scheduled')
  expect((after?.chargeAt.getTime() ?? 0) - (before?.chargeAt.getTime() ?? 0)).toBe(4 * 86_400_000)
  app.clock.advance({ days: 3, minutes: 1 })
  await runDueJobs(app.deps)
  expect((await charges())[0]?.state).toBe('succeeded')
})

test('the pledge page keeps the settled match shares when a result is corrected afterwards (R10)', async () => {
  const {
    season,
    supporter,
    pledge: made,
    eventId,
  } = await givenSeason({
    org,
    pledges: [{ lines: { goals: '5.00' }, method: 'auto_bill_end' }],
    matches: [MATCH],
    locked: 'final',
  })
  const before = expectStatus(await supporter.get<PledgeDetail>(`/api/pledges/${made.id}`), 200)
  const correction = await enterMatch(org, season, { ...MATCH, eventId, goals: 1, wins: 1 })
  await confirm(org.owner, season, correction)
  const after = expectStatus(await supporter.get<PledgeDetail>(`/api/pledges/${made.id}`), 200)
  expect(after.shares).toEqual(before.shares)
  // Earned is of today (R9); what is owed is what is settled.
  expect(after).toMatchObject({ earned: '5.00', totalAmountDue: '15.00', settled: '15.00' })
})
