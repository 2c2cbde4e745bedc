/** After a correction every page agrees on earned and settled, and its lock moves the match shares (R9 to R11, R33). */
import { expect, it } from 'vitest'
import { earnedRows } from '#domain/billing/receipt-sentences.ts'
import { dollars, sum, toDecimal } from '#domain/money.ts'
import type { CampaignDetail, Management } from '#domain/schemas/campaign.ts'
import type { Pledge, PledgeDetail } from '#domain/schemas/pledge.ts'
import type { Receipt } from '#domain/schemas/receipt.ts'
import { advanceSettlements } from '#server/money/settlements/advance.ts'
import { sql } from '#server/platform/db/database.ts'
import { readSeason } from '#server/reporting/reports/season.ts'
import { type Caller, expectStatus } from '#tests/app.ts'
import { BAY, bill, confirm, enterMatch, lock, play, pledge, previewOf, tryToLock } from '#tests/fixtures.ts'
import { app, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'
import { changeLine, schedule } from '#tests/line-changes.ts'

givenSeasonForEachTest()

const COVE = { opponent: 'Cove', startTime: '2026-09-09T20:00:00Z' }
const correct = async (eventId: string, match: typeof BAY, goals: number) =>
  confirm(org.owner, season, await enterMatch(org, season, { ...match, eventId, goals }))
const detailOf = async (by: Caller, { id }: Pick<Pledge, 'id'>) =>
  expectStatus(await by.get<PledgeDetail>(`/api/pledges/${id}`), 200)
const sharesOf = ({ shares }: PledgeDetail) =>
  shares.map(({ eventName, amount, running }) => [eventName, amount, running])

/** Earned and settled, as a set of what every page shows: one value where all agree. */
async function figuresEverywhere(supporter: Caller, { id }: Pick<Pledge, 'id'>) {
  const own = await detailOf(supporter, { id })
  const { campaigns } = expectStatus(await app.visitor.get<CampaignDetail>(season.path), 200)
  const { balance, ...report } = await readSeason(app.deps, org.owner, season.id)
  const added = (parts: readonly { earned: string }[]) =>
    toDecimal(sum(parts.map(({ earned }) => dollars(earned))))
  const listed = await supporter.get<{ amount: string }[]>('/api/user/pledges')
  return {
    earned: new Set([
      own.earned,
      campaigns.totalEarned,
      report.earned,
      added(report.statistics),
      added([...report.matches, { earned: report.gifts }]),
    ]),
    settled: new Set([
      own.totalAmountDue,
      own.settled,
      campaigns.totalPledged,
      report.settled ?? null,
      listed.body[0]?.amount,
    ]),
  }
}
const all = (earned: string, settled: string) => ({
  earned: new Set([earned]),
  settled: new Set([settled]),
})

it('results confirmed after the final lock change earned everywhere, and what is owed only at the next lock', async () => {
  const { supporter, pledge: made } = await pledge(org, season, {
    lines: { goals: '5.00' },
    method: 'auto_bill_end',
  })
  const eventId = await play(org, season, { ...BAY, goals: 4 })
  const before = await detailOf(supporter, made)
  expect(before).toMatchObject({ earned: '20.00', settled: null, isSettledOutdated: false })
  await lock(org, season, 'final')
  expect(await figuresEverywhere(supporter, made)).toEqual(all('20.00', '20.00'))
  await correct(eventId, BAY, 6)
  expect(await figuresEverywhere(supporter, made)).toEqual(all('30.00', '20.00'))
  const between = await detailOf(supporter, made)
  expect(between.isSettledOutdated).toBe(true)
  expect(sharesOf(between)).toEqual([['vs. Bay', '20.00', '20.00']])
  await lock(org, season, 'final', { billIncreases: true })
  expect(await figuresEverywhere(supporter, made)).toEqual(all('30.00', '30.00'))
  const after = await detailOf(supporter, made)
  expect(after.isSettledOutdated).toBe(false)
  expect(sharesOf(after)).toEqual([['vs. Bay', '30.00', '30.00']])
  await correct(eventId, BAY, 1)
  expect(await figuresEverywhere(supporter, made)).toEqual(all('5.00', '30.00'))
  expect(await detailOf(supporter, made)).toMatchObject({ isSettledOutdated: true })
})

it('the season report counts of each line only the results that it counts (R58)', async () => {
  await play(org, season, { ...BAY, goals: 5 })
  const next = { opponent: 'Dune', startTime: '2026-09-11T18:00:00Z' }
  const dune = await schedule(org, season, next)
  const terms = { lines: { goals: '2.00' }, method: 'check' } as const
  await pledge(org, season, { ...terms, counts: { from: 'now' } })
  await pledge(org, season, { ...terms, counts: { from: 'match', eventId: dune } })
  const raised = await pledge(org, season, terms)
  const stopped = await pledge(org, season, terms)
  app.clock.advance({ minutes: 1 })
  await changeLine(raised, season, { kind: 'raise', on: 'goals', rate: '3.00' })
  await changeLine(stopped, season, { kind: 'stop', on: 'goals' })
  app.clock.set('2026-09-11T20:00:00Z')
  await play(org, season, { ...next, eventId: dune, goals: 3 })
  const report = await readSeason(app.deps, org.owner, season.id)
  // Five goals before at $2.00 twice; three at $2.00 twice and at $3.00.
  expect(report.earned).toBe('41.00')
  expect(report.statistics.map(({ name, earned }) => [name, earned])).toContainEqual(['Goals', '41.00'])
  expect(report.matches.map(({ name, earned }) => [name, earned])).toEqual([
    ['vs. Bay', '20.00'],
    ['vs. Dune', '21.00'],
  ])
})

it('an increase that is waived is named on the pledge, to those who manage the campaign, and in the season report (R32)', async () => {
  const { supporter, pledge: made } = await pledge(org, season, {
    lines: { goals: '5.00' },
    method: 'auto_bill_end',
  })
  const eventId = await play(org, season, { ...BAY, goals: 4 })
  await bill(org, season, 'final')
  expect(await detailOf(supporter, made)).not.toHaveProperty('waived')
  await correct(eventId, BAY, 6)
  await lock(org, season, 'final')
  expect(await detailOf(supporter, made)).toMatchObject({
    settled: '30.00',
    billed: '20.00',
    received: '20.00',
    waived: '10.00',
  })
  const managed = expectStatus(
    await org.owner.get<Management>(`${season.path.replace('/api/', '/api/dashboard/')}`),
    200,
  )
  expect(managed.waived).toBe('10.00')
  const scored = expectStatus(
    await org.scorer.get<Management>(`${season.path.replace('/api/', '/api/dashboard/')}`),
    200,
  )
  expect(scored).not.toHaveProperty('waived')
  const report = await readSeason(app.deps, org.owner, season.id)
  expect(report).toMatchObject({ settled: '30.00', waived: '10.00', writtenOff: '0.00' })
  expect(report.balance.collected).toBe('20.00')
})

it('a pledge’s maximum also limits what is earned after a correction', async () => {
  const { supporter, pledge: made } = await pledge(org, season, {
    lines: { goals: '5.00' },
    most: '25.00',
    method: 'auto_bill_end',
  })
  const eventId = await play(org, season, { ...BAY, goals: 4 })
  await lock(org, season, 'final')
  await correct(eventId, BAY, 600)
  expect(await figuresEverywhere(supporter, made)).toEqual(all('25.00', '20.00'))
})

it('a receipt of a capped pledge shows each full product, and what is above the maximum', async () => {
  const { supporter } = await pledge(org, season, {
    lines: { goals: '1.00', gift: '25.00' },
    most: '53.08',
    method: 'auto_bill_end',
  })
  await play(org, season, { ...BAY, goals: 59 })
  await bill(org, season, 'final')
  const charges = await org.representative.get<{ id: string }[]>(`${season.path}/charges`)
  const receipt = expectStatus(await supporter.get<Receipt>(`/api/receipts/${charges.body[0]?.id}`), 200)
  expect(receipt).toMatchObject({ earned: '53.08', isCapped: true, aboveMaximum: '30.92' })
  expect(earnedRows(receipt)).toEqual([
    { name: 'Gift', how: 'A gift, once', amount: '25.00' },
    { name: 'Goals', how: '59 × $1.00', amount: '59.00' },
    { name: 'Above your maximum of $53.08', how: 'Not owed', amount: '-30.92' },
  ])
})

const versionsOf = async ({ id }: Pick<Pledge, 'id'>) => {
  const rows = await app.deps.db.query<{ version: number; toBillCents: number }>(
    sql`select version, to_bill_cents from settlement_pledges where pledge_id = ${id} order by version`,
  )
  return rows.map(({ version, toBillCents }) => [version, toBillCents])
}

it('a correction that leaves a capped pledge’s amount moves its match shares, and bills nothing', async () => {
  const capped = await pledge(org, season, {
    lines: { goals: '0.37' },
    most: '1.48',
    method: 'auto_bill_end',
  })
  const other = await pledge(org, season, { lines: { gift: '25.00' }, method: 'auto_bill_end' })
  const bay = await play(org, season, { ...BAY, goals: 2 })
  await play(org, season, { ...COVE, goals: 7 })
  await bill(org, season, 'final')
  expect(sharesOf(await detailOf(capped.supporter, capped.pledge))).toEqual([
    ['vs. Bay', '0.74', '0.74'],
    ['vs. Cove', '0.74', '1.48'],
  ])
  await correct(bay, BAY, 0)
  expect(await detailOf(capped.supporter, capped.pledge)).toMatchObject({
    earned: '1.48',
    settled: '1.48',
    isSettledOutdated: true,
  })
  const preview = await previewOf(org, season, 'final')
  expect(preview).toMatchObject({ pledgesCount: 1, totals: { difference: '0.00', bill: '0.00' } })
  expect(preview.pledges).toMatchObject([
    { pledgeId: capped.pledge.id, isSplitOnly: true, difference: '0.00', accrued: '1.48' },
  ])
  const { version, previewId } = preview
  const form = { kind: 'final', version, previewId }
  expectStatus(await org.representative.post(`${season.path}/settlements`, form), 201)
  expect(await versionsOf(capped.pledge)).toEqual([
    [1, 148],
    [2, 0],
  ])
  expect(await versionsOf(other.pledge)).toEqual([[1, 2500]])
  const after = await detailOf(capped.supporter, capped.pledge)
  expect(after).toMatchObject({ earned: '1.48', settled: '1.48', received: '1.48', isSettledOutdated: false })
  expect(sharesOf(after)).toEqual([['vs. Cove', '1.48', '1.48']])
  await advanceSettlements(app.deps)
  const mails = await app.deps.db.query<{ subject: string; textBody: string }>(sql`
    select subject, text_body from mails where pledge_id = ${capped.pledge.id} and kind = 'settlement_statement' order by id`)
  expect(mails).toHaveLength(2)
  expect(mails[1]?.textBody).toContain('vs. Cove')
  expect(mails[1]?.textBody).not.toContain('vs. Bay')
  expect((await tryToLock(org, season, 'final')).status).toBe(409)
})

it('goals that are moved between matches move the match shares, and moving them back leaves nothing to lock', async () => {
  const { supporter, pledge: made } = await pledge(org, season, {
    lines: { goals: '5.00' },
    method: 'check',
  })
  const bay = await play(org, season, { ...BAY, goals: 3 })
  const cove = await play(org, season, { ...COVE, goals: 1 })
  await lock(org, season, 'final')
  await correct(bay, BAY, 1)
  await correct(cove, COVE, 3)
  await lock(org, season, 'final')
  expect(sharesOf(await detailOf(supporter, made))).toEqual([
    ['vs. Bay', '5.00', '5.00'],
    ['vs. Cove', '15.00', '20.00'],
  ])
  // Corrected and corrected back: the results are those that are settled, and there is nothing to lock.
  await correct(bay, BAY, 2)
  await correct(bay, BAY, 1)
  expect(await detailOf(supporter, made)).toMatchObject({ isSettledOutdated: false })
  expect((await tryToLock(org, season, 'final')).status).toBe(409)
})
