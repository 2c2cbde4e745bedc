/** R3, R31: on ten thousand random pledges the database's own sum and the domain's agree to the cent. */

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Cents, cents, sum, toDecimal } from '#domain/money.ts'
import { type AccrualLine, accrueLines, buildSeason, shareByMoment } from '#domain/pledges/accrual.ts'
import { fromNumeric, NONE, plus, toNumeric } from '#domain/quantity.ts'
import type { Campaign } from '#domain/schemas/campaign.ts'
import type { Settlement } from '#domain/schemas/settlement.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'
import type { StatisticType } from '#domain/season/statistic-types.ts'
import { checkInvariants } from '#server/money/book-check/store.ts'
import { countMiswritten } from '#server/money/settlements/batches-store.ts'
import { dice } from '#server/operations/demo/season.ts'
import { newId } from '#server/platform/base/ids.ts'
import { only, sql } from '#server/platform/db/database.ts'
import { refreshCampaignTotals } from '#server/season/pledges/totals-store.ts'
import { confirmedResults } from '#server/season/results/counted/index.ts'
import { recomputeTotals } from '#server/season/results/store.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import {
  pledge,
  previewOf,
  type Season,
  STATISTICS,
  type TestOrganization,
  tryToLock,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'

const PLEDGES = 10_000
const MATCHES = 60
let app: TestApp
let org: TestOrganization
let season: Season
const statistics: Statistic[] = []
const roll = dice(20_151)

beforeAll(async () => {
  ;({ app, org, season } = await givenSeason())
  statistics.push(...Object.values(season.statistics))
  for (const [index, form] of [
    STATISTICS.goals,
    STATISTICS.wins,
    STATISTICS.champions,
    STATISTICS.gift,
  ].entries()) {
    const body = { ...form, name: `${form.name} ${index}` }
    statistics.push(expectStatus(await org.owner.post<Statistic>(`${season.path}/statistics`, body), 201))
  }
  await addPledges()
  await addResults(MATCHES)
}, 120_000)
afterAll(() => app.close())

const list = (values: readonly unknown[]) => sql.param([...values])
const db = () => app.deps.db

/** One to eight lines; rates from a cent to ten thousand dollars; maxima from a cent to more than can be earned. */
async function addPledges(): Promise<void> {
  const { supporter } = await pledge(org, season, { lines: { gift: '1.00' } })
  const ids = Array.from({ length: PLEDGES }, () => newId(app.clock))
  const rate = () =>
    [1, 1 + roll(99), 100 + roll(900), 250, 333, 500, 777, 1 + roll(100_000), 1 + roll(1_000_000)][roll(9)] ??
    1
  const cap = () =>
    [null, null, null, 1, 1 + roll(100), 1 + roll(5_000), 1 + roll(100_000), 20_000][roll(8)] ?? null
  const pledges = ids.map((id, index) => ({
    id,
    cap: cap(),
    method: ['auto_bill_progress', 'auto_bill_end', 'check', 'cash'][index % 4],
  }))
  const lines = ids.flatMap((id) => {
    const first = roll(statistics.length)
    return statistics
      .filter((_, at) => at === first || roll(3) === 0)
      .map((statistic) => ({ id, statistic, rate: rate() }))
  })
  await db().query(sql`
    insert into pledges (id, campaign_id, pledger_id, status, payment_timing, payment_method, card_id, maximum_cents,
      agreed_maximum_cents, estimate_cents, is_anonymous, consent_text, created_at)
    select given.id, ${season.id}, ${supporter.userId}, 'active',
           case method when 'auto_bill_progress' then 'as_season_progresses' else 'end_of_campaign' end, method,
           case when method like 'auto%' then (select id from cards limit 1) end, cap, coalesce(cap, 100000000), 100, false, 'As agreed', ${app.clock.now()}
      from unnest(${list(pledges.map(({ id }) => id))}::uuid[], ${list(pledges.map((one) => one.cap))}::bigint[],
                  ${list(pledges.map(({ method }) => method))}::text[]) as given (id, cap, method)`)
  await db().query(sql`
    insert into pledge_lines (campaign_id, pledge_id, statistic_id, statistic_name, type, rate_cents, estimate_cents)
    select ${season.id}, pledge_id, s.id, s.name, s.type, rate, rate
      from unnest(${list(lines.map(({ id }) => id))}::uuid[], ${list(lines.map(({ statistic }) => statistic.id))}::uuid[],
                  ${list(lines.map((one) => one.rate))}::bigint[]) as given (pledge_id, statistic_id, rate)
      join statistics s on s.id = given.statistic_id`)
}

/** Confirmed counts with decimals and thirds, corrections below zero, achievements; and entries that must not count. */
async function addResults(matches: number): Promise<void> {
  const running = new Map(statistics.map(({ id }) => [id, NONE]))
  for (const { statisticId, quantity } of await confirmedResults(db(), season.id))
    running.set(statisticId, plus(running.get(statisticId) ?? NONE, quantity))
  const rows: { statisticId: string; kind: string; quantity: string; minute: number; state: number }[] = []
  for (let minute = 0; minute < matches; minute += 1) {
    for (const { id: statisticId, type } of statistics) {
      if (type !== 'per_increment' || roll(4) === 0) continue
      const state = roll(10)
      const counted = fromNumeric(
        [`${roll(6)}.00`, `${roll(3)}.25`, `0.${10 + roll(89)}`, `-${roll(2)}.00`, `${roll(3)}.333333`][
          roll(5)
        ] ?? '0',
      )
      const after = plus(running.get(statisticId) ?? NONE, counted)
      if (state > 1 && after < 0) continue
      if (state > 1) running.set(statisticId, after)
      rows.push({ statisticId, kind: 'count', quantity: toNumeric(counted), minute, state })
    }
  }
  for (const { id: statisticId, type } of statistics) {
    if (type !== 'per_achievement' || running.get(statisticId) !== NONE) continue
    rows.push({ statisticId, kind: 'achieved', quantity: '1.00', minute: roll(matches), state: 9 })
  }
  const ids = rows.map(() => newId(app.clock))
  await db().query(sql`
    insert into results (id, campaign_id, statistic_id, kind, quantity, total, entered_by, entered_at, confirmation, confirmed_by, confirmed_at,
                         void_requested_by, void_requested_at, void_reason, voided_by, voided_at)
    select id, ${season.id}, statistic_id, kind, quantity, quantity, ${org.scorer.userId}, at,
           case when state <> 0 then row_number() over (order by id) + ${await confirmationsSoFar()} end,
           case when state <> 0 then ${org.owner.userId}::uuid end, case when state <> 0 then at end,
           case when state = 1 then ${org.scorer.userId}::uuid end, case when state = 1 then at end, case when state = 1 then 'Twice' end,
           case when state = 1 then ${org.owner.userId}::uuid end, case when state = 1 then at end
      from (select id, statistic_id, kind, quantity, state, ${app.clock.now()}::timestamptz + minute * interval '1 minute' as at
              from unnest(${list(ids)}::uuid[], ${list(rows.map((row) => row.statisticId))}::uuid[], ${list(rows.map(({ kind }) => kind))}::text[],
                          ${list(rows.map(({ quantity }) => quantity))}::numeric[], ${list(rows.map(({ minute }) => minute))}::integer[],
                          ${list(rows.map(({ state }) => state))}::integer[]) as given (id, statistic_id, kind, quantity, minute, state)) timed`)
  await recomputeTotals(
    db(),
    season.id,
    statistics.map(({ id }) => id),
  )
  await refreshCampaignTotals(db(), season.id)
  app.clock.advance({ days: 1 })
}

async function confirmationsSoFar(): Promise<number> {
  return only(
    await db().query<{ count: number }>(
      sql`select coalesce(max(confirmation), 0) as count from results where campaign_id = ${season.id}`,
    ),
  ).count
}

type Compared = { id: string; most: number; lines: [string, StatisticType, number][]; owed: number }

/** Pledge by pledge, the database's sum beside the domain's. Returns how many were limited by their maximum. */
async function compare(): Promise<{ bound: number; total: Cents }> {
  const season_ = buildSeason(await confirmedResults(db(), season.id))
  const rows = await db().query<Compared>(sql`
    select p.id, p.agreed_maximum_cents as most,
           json_agg(json_build_array(l.statistic_id, l.type, l.rate_cents) order by l.statistic_id) as lines,
           least(p.agreed_maximum_cents, sum(case when l.type = 'one_time' then l.rate_cents else line_amount(l.rate_cents, t.confirmed) end))::bigint as owed
      from pledges p join pledge_lines l on l.pledge_id = p.id join statistic_totals t on t.statistic_id = l.statistic_id
     where p.campaign_id = ${season.id} group by p.id`)
  expect(rows).toHaveLength(PLEDGES + 1)
  const differing: object[] = []
  let bound = 0
  const totals: Cents[] = []
  for (const { id, most, lines, owed } of rows) {
    const given = lines.map(
      ([statisticId, type, rate]): AccrualLine => ({ statisticId, type, rate: cents(rate) }),
    )
    const accrued = sum(accrueLines(given, cents(most), season_))
    const shared = sum(shareByMoment(given, cents(most), season_).map(({ total }) => total))
    if (accrued !== owed || shared !== owed) differing.push({ id, most, lines, owed, accrued, shared })
    if (accrued === most) bound += 1
    totals.push(accrued)
  }
  expect(differing).toEqual([])
  return { bound, total: sum(totals) }
}

const shownEarned = async () =>
  expectStatus(await app.visitor.get<{ campaigns: Campaign }>(season.path), 200).campaigns.totalEarned

it('database and domain agree for every pledge and the page’s total during the season', async () => {
  const { bound, total } = await compare()
  expect(bound).toBeGreaterThan(PLEDGES / 10)
  expect(bound).toBeLessThan(PLEDGES)
  expect(await shownEarned()).toBe(toDecimal(total))
  expect(await checkInvariants(db())).toEqual([])
})

it('a progress settlement of ten thousand pledges locks without a difference', async () => {
  const locked = expectStatus(await tryToLock(org, season, 'progress'), 201)
  expect(locked.totals.pledges).toBe(PLEDGES / 4 + 1)
  expect(await checkInvariants(db())).toEqual([])
})

it('the final settlement comes to the domain’s sum after more results and corrections', async () => {
  await addResults(MATCHES)
  const { total } = await compare()
  const { blockers } = await previewOf(org, season, 'final')
  const declared = blockers.map(({ code, subjectId }) => ({ code, subjectId, reason: 'Never confirmed' }))
  const locked = expectStatus(await tryToLock(org, season, 'final', { declared }), 201)
  expect(locked.totals).toMatchObject({ pledges: PLEDGES + 1, accrued: toDecimal(total) })
  expect(await checkInvariants(db())).toEqual([])
  const [row] = await db().query<{ settled: number }>(sql`
    select sum(accrued_cents)::bigint as settled from settlement_pledges where settlement_id = ${locked.id}`)
  expect(row?.settled).toBe(total)
  expect(await shownEarned()).toBe(toDecimal(total))
}, 120_000)

it('a correction after the final lock has only the pledges that changed, and the sums agree', async () => {
  await addResults(3)
  const { total } = await compare()
  const { blockers } = await previewOf(org, season, 'final')
  const declared = blockers.map(({ code, subjectId }) => ({ code, subjectId, reason: 'Never confirmed' }))
  const locked = expectStatus(await tryToLock(org, season, 'final', { declared }), 201)
  expect(locked.totals.accrued).toBe(toDecimal(total))
  const [row] = await db().query<{ pledges: number; without: number }>(sql`
    select count(*) as pledges, count(*) filter (where to_bill_cents = 0) as without
      from settlement_pledges where settlement_id = ${locked.id}`)
  expect(row?.without).toBe(0)
  expect(row?.pledges).toBeLessThan(PLEDGES)
  expect(await checkInvariants(db())).toEqual([])
}, 120_000)

it('the check of a settlement detects one cent too much in a line, and a missing pledge', async () => {
  const path = `${season.path}/settlements`
  const settlements = expectStatus(await org.representative.get<Settlement[]>(path), 200)
  const final = settlements.find(({ version }) => version === 2) as Settlement
  const key = { id: final.id, campaignId: season.id } as Parameters<typeof countMiswritten>[1]
  const tamper = async (statement: ReturnType<typeof sql>) => {
    const undone = new Error('undone')
    let found = 0
    const work = db().transaction(async (tx) => {
      const before = await countMiswritten(tx, key, true)
      await tx.query(statement)
      found = (await countMiswritten(tx, key, true)) - before
      throw undone
    })
    await expect(work).rejects.toBe(undone)
    return found
  }
  const one = sql`(select pledge_id from settlement_pledges where settlement_id = ${final.id} and accrued_cents > 0
    and pledge_id not in (select pledge_id from settlement_pledges where version = 3) order by pledge_id limit 1)`
  expect(
    await tamper(sql`update settlement_lines set accrued_cents = accrued_cents + 1
    where settlement_id = ${final.id} and pledge_id = ${one} and statistic_id = (
      select min(l.statistic_id::text)::uuid from pledge_lines l where l.pledge_id = ${one})`),
  ).toBe(1)
  expect(
    await tamper(
      sql`delete from settlement_pledges where settlement_id = ${final.id} and pledge_id = ${one}`,
    ),
    // One pledge is missing, and its lines add up to nothing that is settled.
  ).toBe(2)
})
