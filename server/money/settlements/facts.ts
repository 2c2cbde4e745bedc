/** What a settlement starts from, read in batches: pledges with their lines, and what was billed before. */

import type { PaymentMethod } from '#domain/billing/instruments.ts'
import type { OpenBill, Position, Receipt, SettlementKind } from '#domain/billing/settlement.ts'
import { add, type Cents, cents, ZERO } from '#domain/money.ts'
import type { Scope } from '#domain/pledges/scope.ts'
import type { StatisticType } from '#domain/season/statistic-types.ts'
import { GIFT_TYPES } from '#domain/season/statistic-types.ts'
import { BEFORE_ALL_IDS } from '#server/platform/base/ids.ts'
import { uuids } from '#server/platform/db/arrays.ts'
import { type Db, only, type Prepared, sql } from '#server/platform/db/database.ts'
import {
  IS_PARTIAL,
  SCOPE,
  type ScopeColumn,
  toScope,
  UNITS_OF_LINE,
} from '#server/season/pledges/lines/index.ts'

export type StatisticFact = { id: string; name: string; type: StatisticType; recounted: string }

/**
 * All of the campaign's statistics: a preview holds no lock, and a pledge may choose any of them while it reads. `recounted` is
 * the database's own count of the confirmed results, for its own sums.
 */
export async function statisticFacts(db: Db, campaignId: string): Promise<StatisticFact[]> {
  return db.query<StatisticFact>(sql`
    select s.id, s.name, s.type, coalesce(sum(r.difference), 0)::text as recounted
    from statistics s
    left join effective_results r
      on r.campaign_id = ${campaignId}
      and r.statistic_id = s.id
      and r.confirmed_at is not null
    where s.campaign_id = ${campaignId}
    group by s.id
    order by s.sort_order, s.id
  `)
}

export type PledgeFact = {
  id: string
  most: Cents
  paymentMethod: PaymentMethod
  cardId: string | null
  /** `number` tells the lines of one statistic apart; without a scope a line counts the whole season. */
  lines: readonly { statistic: number; rate: Cents; number: number; scope: Scope | null }[]
  /** The sum of the lines in the database's own arithmetic, before the maximum. */
  recomputed: Cents
}

const BATCH: Prepared = {
  name: 'settlement_batch',
  text: `
    -- After an id, always: with "or null" the prepared plan walks past every pledge of the batches before.
    with courses as materialized (
      select statistic_id, sinces, reached
      from counted_totals
      where campaign_id = $1
    ),
    match_units as materialized (
      select statistic_id, event_id, since_at, units
      from counted_units
      where campaign_id = $1
    ),
    page as (
      select id, agreed_maximum_cents, payment_method, card_id
      from pledges
      where campaign_id = $1
        and status <> 'cancelled'
        and id > $2::uuid
        and ($3 or payment_timing = 'as_season_progresses')
      order by id
      limit $4
    )
    -- A look into the key for each pledge: a join would read every line of the campaign for every batch.
    select
      p.id, p.agreed_maximum_cents, p.payment_method, p.card_id, l.positions, l.rates, l.recomputed,
      -- Only where a line counts a part of the season: for every line, it would take as long as the rest.
      case when l.has_parts then (
        select json_agg(json_build_array(l.number, ${SCOPE}) order by l.statistic_id, l.number)::text
        from pledge_lines l
        where l.pledge_id = p.id
      ) end as parts
    from page p
    cross join lateral (
      select
        array_agg(position)::text as positions,
        array_agg(rate)::text as rates,
        sum(
          case
            when l.type = any($7::text[]) then rate
            when is_partial then line_amount(rate, ${UNITS_OF_LINE})
            else line_amount(rate, ($6::numeric[])[position])
          end
        )::bigint as recomputed,
        bool_or(is_partial or number > 1) as has_parts
      from (
        select
          l.statistic_id, l.type, l.number, l.from_at, l.until_at, l.event_id, l.from_known, l.until_known,
          l.rate_cents::bigint as rate,
          array_position($5::uuid[], l.statistic_id) as position,
          ${IS_PARTIAL} as is_partial
        from pledge_lines l
        where l.pledge_id = p.id
        order by l.statistic_id, l.number
        offset 0
      ) l
    ) l
    order by p.id
  `,
}

type BatchRow = {
  id: string
  agreedMaximumCents: number
  paymentMethod: PaymentMethod
  cardId: string | null
  positions: string | null
  rates: string | null
  /** Each line's number and what it counts, as JSON; null if all count the whole season. */
  parts: string | null
  recomputed: number | null
}

/** An array of whole numbers as PostgreSQL writes it, `{1,2,3}`; null is empty. */
const numbersIn = (array: string | null): number[] => array?.slice(1, -1).split(',').map(Number) ?? []

/** Many pledges have the same lines, which are parsed once, up to this many different sets. */
const MAX_KINDS = 2_000

/** Lines from the database's two arrays, in order of their statistics' ids, which is the order in which remainders are assigned. */
function linesReader(statistics: readonly StatisticFact[]) {
  const known = new Map<string, PledgeFact['lines']>()
  const idOf = (statistic: number) => statistics[statistic]?.id ?? ''
  return ({
    positions,
    rates,
    parts,
  }: Pick<BatchRow, 'positions' | 'rates' | 'parts'>): PledgeFact['lines'] => {
    const key = `${positions} ${rates} ${parts ?? ''}`
    const same = known.get(key)
    if (same) return same
    const rateAt = numbersIn(rates)
    const partAt = parts === null ? [] : (JSON.parse(parts) as [number: number, scope: ScopeColumn][])
    const lines = numbersIn(positions)
      .map((position, index) => ({
        statistic: position - 1,
        rate: cents(rateAt[index] ?? Number.NaN),
        number: partAt[index]?.[0] ?? 1,
        scope: toScope(partAt[index]?.[1] ?? null),
      }))
      .sort((a, b) =>
        a.statistic === b.statistic ? a.number - b.number : idOf(a.statistic) < idOf(b.statistic) ? -1 : 1,
      )
    if (known.size < MAX_KINDS) known.set(key, lines)
    return lines
  }
}

type NextPledges = (db: Db, page: { afterId: string | null; limit: number }) => Promise<PledgeFact[]>

/** Reads a campaign's pledges by id, page by page, each with its lines by position in `statistics`. */
export function pledgesOf(
  { campaignId, kind }: { campaignId: string; kind: SettlementKind },
  statistics: readonly StatisticFact[],
): NextPledges {
  const linesIn = linesReader(statistics)
  const ids = uuids(statistics.map(({ id }) => id))
  const recounted = statistics.map((statistic) => statistic.recounted)
  return async (db, { afterId, limit }) => {
    const values = [
      campaignId,
      afterId ?? BEFORE_ALL_IDS,
      kind === 'final',
      limit,
      ids,
      recounted,
      GIFT_TYPES,
    ]
    const rows = await db.prepared<BatchRow>(BATCH, values)
    return rows.map((row) => ({
      id: row.id,
      most: cents(row.agreedMaximumCents),
      paymentMethod: row.paymentMethod,
      cardId: row.cardId,
      recomputed: cents(row.recomputed ?? 0),
      lines: linesIn(row),
    }))
  }
}

type BillRow = {
  pledgeId: string
  id: string
  kind: 'charge' | 'invoice' | 'payment' | 'waiver' | 'write_off' | 'correction' | 'goodwill'
  amount: number
  open: number
  refundable: number
  disputed: number
}

export const NO_BILLS: Omit<Position, 'accrued'> = {
  charged: ZERO,
  waived: ZERO,
  writtenOff: ZERO,
  correctionRefunds: ZERO,
  goodwill: ZERO,
  disputed: ZERO,
  openBills: [],
  receipts: [],
}

/** False until something is billed, by a settlement or manually: until then there is nothing to read for any pledge. */
export async function isAnythingBilled(db: Db, campaignId: string): Promise<boolean> {
  const { isAny } = only(
    await db.query<{ isAny: boolean }>(sql`
      select exists (select from charges where campaign_id = ${campaignId})
        or exists (select from invoices where campaign_id = ${campaignId})
        or exists (select from payments where campaign_id = ${campaignId})
        or exists (select from adjustments where campaign_id = ${campaignId})
        or exists (select from refunds where campaign_id = ${campaignId}) as is_any
    `),
  )
  return isAny
}

/** Returns only a count. Everyone locks charges in this order, to avoid deadlocks. */
const LOCK_CHARGES: Prepared = {
  name: 'settlement_hold_charges',
  text: `
    select count(*)
    from (
      select from charges
      where pledge_id = any($1::uuid[])
        and state in ('scheduled', 'failed', 'requires_action', 'past_due')
      order by id
      for update
    ) held
  `,
}
const LOCK_INVOICES: Prepared = {
  name: 'settlement_hold_invoices',
  text: `
    select count(*)
    from (
      select from invoices
      where pledge_id = any($1::uuid[])
        and state = 'open'
      order by id
      for update
    ) held
  `,
}

const BILLS: Prepared = {
  name: 'settlement_bills',
  text: `
    -- What a dispute lost is a write-off: the two never count together (R32).
    select
      pledge_id, id,
      'charge' as kind,
      amount_cents - lost_cents as amount,
      case
        when state in ('scheduled', 'failed', 'requires_action', 'past_due') then amount_cents
        else 0
      end as open,
      case
        when state = 'succeeded' and disputed_cents = 0 then amount_cents - refunded_cents - lost_cents
        else 0
      end as refundable,
      -- A bank that is deciding about a part may take the rest.
      case when disputed_cents > 0 then amount_cents - refunded_cents - lost_cents else 0 end as disputed
    from charges
    where pledge_id = any($1::uuid[])
      and state <> 'voided'
    union all
    select
      pledge_id, id, 'invoice', amount_cents,
      case when state = 'open' then amount_cents - paid_cents else 0 end,
      0, 0
    from invoices
    where pledge_id = any($1::uuid[])
      and state <> 'void'
    union all
    select pledge_id, id, 'payment', amount_cents, 0, amount_cents - overpaid_cents - refunded_cents, 0
    from payments
    where pledge_id = any($1::uuid[])
      and state <> 'reversed'
    union all
    select pledge_id, id, kind, amount_cents, 0, 0, 0
    from adjustments
    where pledge_id = any($1::uuid[])
    union all
    select pledge_id, id, kind, amount_cents, 0, 0, 0
    from refunds
    where pledge_id = any($1::uuid[])
      and state <> 'failed'
    union all
    -- What a decrease counted of goodwill refunds is a correction's own (R32).
    select z.pledge_id, z.settlement_id, counted.kind, counted.sign * z.goodwill_cents, 0, 0, 0
    from settlement_pledges z
    join settlements t on t.id = z.settlement_id and t.withdrawn_at is null
    cross join (values ('correction', 1), ('goodwill', -1)) as counted (kind, sign)
    where z.pledge_id = any($1::uuid[])
      and z.goodwill_cents > 0
    order by id desc
  `,
}

type Bills = Omit<Position, 'accrued'>

/**
 * Everything billed, received and refunded so far for these pledges, newest first. With `hold`, charges and invoices that
 * may still change are locked first, so that none is charged while it is being lowered.
 */
export async function billsOf(
  db: Db,
  pledgeIds: readonly string[],
  hold: boolean,
): Promise<ReadonlyMap<string, Bills>> {
  const ask = <Row extends object>(statement: Prepared) => db.prepared<Row>(statement, [pledgeIds])
  const held = (hold ? [LOCK_CHARGES, LOCK_INVOICES] : []).map((statement) => ask(statement))
  const [bills] = await Promise.all([ask<BillRow>(BILLS), ...held])
  const positions = new Map<string, Bills & { openBills: OpenBill[]; receipts: Receipt[] }>()
  for (const row of bills) {
    const position = positions.get(row.pledgeId) ?? { ...NO_BILLS, openBills: [], receipts: [] }
    positions.set(row.pledgeId, applyBill(position, row))
  }
  return positions
}

function applyBill<P extends Omit<Position, 'accrued'> & { openBills: OpenBill[]; receipts: Receipt[] }>(
  position: P,
  row: BillRow,
): P {
  const amount = cents(row.amount)
  const { id, kind } = row
  if (kind === 'charge' || kind === 'invoice') {
    position.charged = add(position.charged, amount)
    position.disputed = add(position.disputed, cents(row.disputed))
    if (row.open > 0) position.openBills.push({ id, kind, amount, open: cents(row.open) })
  }
  if (kind === 'waiver') position.waived = add(position.waived, amount)
  if (kind === 'write_off') position.writtenOff = add(position.writtenOff, amount)
  if (kind === 'correction') position.correctionRefunds = add(position.correctionRefunds, amount)
  if (kind === 'goodwill') position.goodwill = add(position.goodwill, amount)
  if ((kind === 'charge' || kind === 'payment') && row.refundable > 0) {
    position.receipts.push({ id, kind, refundable: cents(row.refundable) })
  }
  return position
}
