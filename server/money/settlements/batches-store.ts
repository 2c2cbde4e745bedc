import type { SettlementKind, Step } from '#domain/billing/settlement.ts'
import type { CampaignStatus } from '#domain/campaigns/campaign-state.ts'
import { type Cents, ZERO } from '#domain/money.ts'
import type { ConfirmedResult } from '#domain/pledges/accrual.ts'
import { toNumeric } from '#domain/quantity.ts'
import { bigints, integers, uuids } from '#server/platform/db/arrays.ts'
import { type Db, only, type Prepared, sql, type Transaction } from '#server/platform/db/database.ts'
import { type Computation, type SettledPledge, seasonQuantity, type Totals, unitsOfLine } from './compute.ts'

export async function nextVersion(db: Db, campaignId: string): Promise<number> {
  return only(
    await db.query<{ next: number }>(sql`
      select coalesce(max(version), 0) + 1 as next
      from settlements
      where campaign_id = ${campaignId}
    `),
  ).next
}

export type NewSettlement = {
  id: string
  campaignId: string
  version: number
  kind: SettlementKind
  lockedBy: string | null
  lockedAt: Date
  chargeAt: Date
  declared: unknown
  /** What the campaign was before the first final lock completed it. */
  statusBefore: CampaignStatus | null
}

export async function insertSettlement(db: Db, settlement: NewSettlement): Promise<void> {
  await db.query(sql`
    insert into settlements (
      id, campaign_id, version, kind, stage, totals, declared, locked_by, locked_at, charge_at,
      status_before
    )
    values (
      ${settlement.id}, ${settlement.campaignId}, ${settlement.version}, ${settlement.kind},
      'locked', '{}', ${JSON.stringify(settlement.declared)}::jsonb, ${settlement.lockedBy},
      ${settlement.lockedAt}, ${settlement.chargeAt}, ${settlement.statusBefore}
    )
  `)
}

/** Its totals, and the results it is based on. */
export async function finishSettlement(
  db: Db,
  settlement: NewSettlement,
  totals: Totals,
  results: readonly ConfirmedResult[],
): Promise<void> {
  await db.query(sql`
    with rests as (
      insert into settlement_results (
        settlement_id, campaign_id, result_id, occurs_at, since_at, quantity
      )
      select ${settlement.id}::uuid, ${settlement.campaignId}::uuid, id, at, since, quantity
      from unnest(
        ${sql.param(results.map(({ id }) => id))}::uuid[],
        ${sql.param(results.map(({ at }) => new Date(at)))}::timestamptz[],
        ${sql.param(results.map(({ at, since = at }) => new Date(since)))}::timestamptz[],
        ${sql.param(results.map(({ quantity }) => toNumeric(quantity)))}::numeric[]
      ) as given (id, at, since, quantity)
    )
    update settlements
    set totals = ${JSON.stringify(totals)}::jsonb
    where id = ${settlement.id}
  `)
}

const PLEDGES: Prepared = {
  name: 'settlement_pledges_insert',
  text: `
    insert into settlement_pledges (
      settlement_id, campaign_id, pledge_id, version, accrued_cents, billed_before_cents,
      to_bill_cents, carried_cents, goodwill_cents
    )
    select $1, $2, pledge_id, $3, accrued, billed, to_bill, carried, goodwill
    from unnest(
      $4::uuid[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[]
    ) as given (pledge_id, accrued, billed, to_bill, carried, goodwill)
  `,
}

/** A batch's lines, with the pledge's id once and its lines by position: a third of the bytes of one id per line. */
const LINES: Prepared = {
  name: 'settlement_lines_insert',
  text: `
    insert into settlement_lines (
      settlement_id, pledge_id, statistic_id, number, campaign_id, quantity, accrued_cents
    )
    select
      $1,
      ($3::uuid[])[pledge],
      ($4::uuid[])[statistic],
      coalesce(number, 1),
      $2,
      coalesce(units, ($5::quantity[])[statistic]),
      accrued
    from unnest(
      $6::integer[], $7::integer[], $8::bigint[], $9::integer[], $10::quantity[]
    ) as given (pledge, statistic, accrued, number, units)
  `,
}

const goodwillIn = (steps: readonly Step[]): Cents =>
  steps.find((step) => step.do === 'count_goodwill')?.amount ?? ZERO

export async function insertBatch(
  db: Db,
  settlement: NewSettlement,
  batch: readonly SettledPledge[],
  { statistics, season }: Computation,
): Promise<void> {
  const ids = uuids(batch.map(({ pledge }) => pledge.id))
  const pledges = db.prepared(PLEDGES, [
    settlement.id,
    settlement.campaignId,
    settlement.version,
    ids,
    bigints(batch.map(({ accrued }) => accrued)),
    bigints(batch.map(({ resolution }) => resolution.billedBefore)),
    bigints(batch.map(({ resolution }) => resolution.toBill)),
    bigints(batch.map(({ resolution }) => resolution.carried)),
    bigints(batch.map(({ resolution }) => goodwillIn(resolution.steps))),
  ])
  const pledgeOf: number[] = []
  const statisticOf: number[] = []
  const amounts: Cents[] = []
  const numbers: number[] = []
  // Units of each line that counts a part of the season; the others share their statistic's.
  const units: (string | null)[] = []
  batch.forEach(({ pledge, lines }, index) => {
    pledge.lines.forEach((line, position) => {
      pledgeOf.push(index + 1)
      statisticOf.push(line.statistic + 1)
      amounts.push(lines[position] ?? ZERO)
      numbers.push(line.number)
      units.push(line.scope ? toNumeric(unitsOfLine(line, statistics, season)) : null)
    })
  })
  // Shorter arrays are padded with nulls: most batches need neither.
  const isPartial = numbers.some((number) => number > 1) || units.some((one) => one !== null)
  const lines = db.prepared(LINES, [
    settlement.id,
    settlement.campaignId,
    ids,
    statistics.map(({ id }) => id),
    statistics.map((statistic) => toNumeric(seasonQuantity(statistic, season))),
    integers(pledgeOf),
    integers(statisticOf),
    bigints(amounts),
    integers(isPartial ? numbers : []),
    isPartial ? units : [],
  ])
  await Promise.all([pledges, lines])
}

/** Rows written in this transaction have no statistics yet: without this, a plan made for one row sorts a million. */
const inOrderOfTheirKeys = (isOn: boolean) => {
  const others = isOn ? 'off' : 'on'
  return sql`
    select
      set_config('enable_hashagg', ${others}, true),
      set_config('enable_hashjoin', ${others}, true)
  `
}

/**
 * The database sums what was written: how many pledges' lines do not add up to the settled amount, and how many pledges
 * are missing if `every` one in scope must be included. Merges both tables in key order.
 */
export async function countMiswritten(
  tx: Transaction,
  settlement: NewSettlement,
  every: boolean,
): Promise<number> {
  const added = sql`
    with sums as (
      select pledge_id, sum(accrued_cents)::bigint as lines
      from settlement_lines
      where settlement_id = ${settlement.id}
      group by pledge_id
    ),
    settled as (
      select pledge_id, accrued_cents as settled
      from settlement_pledges
      where settlement_id = ${settlement.id}
    )
    select
      count(*) filter (where settled is distinct from coalesce(lines, 0)) as wrong,
      count(settled) as settled
    from settled
    full join sums using (pledge_id)
  `
  const [, { wrong, settled }, , inScope] = await Promise.all([
    tx.query(inOrderOfTheirKeys(true)),
    tx.query<{ wrong: number; settled: number }>(added).then(only),
    tx.query(inOrderOfTheirKeys(false)),
    every ? countPledges(tx.readConnection, settlement.campaignId) : null,
  ])
  return wrong + (inScope === null ? 0 : Math.abs(settled - inScope))
}

async function countPledges(db: Db, campaignId: string): Promise<number> {
  return only(
    await db.query<{ count: number }>(
      sql`select count(*) as count from pledges where campaign_id = ${campaignId} and status <> 'cancelled'`,
    ),
  ).count
}

/** The user's own pledges in this campaign; the schedule has none. */
export async function pledgesOwnedBy(
  db: Db,
  campaignId: string,
  userId: string | null,
): Promise<Set<string>> {
  if (userId === null) return new Set()
  const rows = await db.query<{ id: string }>(sql`
    select id
    from pledges
    where campaign_id = ${campaignId}
      and pledger_id = ${userId}
  `)
  return new Set(rows.map(({ id }) => id))
}

type Chosen<D extends Step['do']> = { pledgeId: string; step: Extract<Step, { do: D }> }

export function stepsOf<D extends Step['do']>(batch: readonly SettledPledge[], what: D): Chosen<D>[] {
  const chosen: Chosen<D>[] = []
  for (const { pledge, resolution } of batch) {
    for (const step of resolution.steps) {
      if (step.do === what) chosen.push({ pledgeId: pledge.id, step: step as Extract<Step, { do: D }> })
    }
  }
  return chosen
}
