import type { Wait } from '#domain/billing/charge-status.ts'
import type { SettlementKind } from '#domain/billing/settlement.ts'
import { type MovedMoney, nextProgressRun, reasonNotToReopen } from '#domain/billing/settlement.ts'
import { unlinked } from '#domain/links.ts'
import { cents, subtract, toDecimal } from '#domain/money.ts'
import type { Settlement, SettlementSchedule } from '#domain/schemas/settlement.ts'
import type { Access } from '#server/accounts/access/index.ts'
import { waitOf } from '#server/money/charges/index.ts'
import { type Db, only, type SQL, sql } from '#server/platform/db/database.ts'
import { nameColumn } from '#server/season/pledges/lines/index.ts'
import type { Totals } from './compute.ts'
import { movedMoney } from './withdrawal-store.ts'

type Row = {
  id: string
  campaignId: string
  version: number
  kind: SettlementKind
  stage: Settlement['stage']
  totals: Record<keyof Totals, number>
  declared: Settlement['declared']
  chargeAt: Date
  lockedAt: Date
  lockedBy: string | null
  lockedByName: string | null
  closedAt: Date | null
  withdrawnAt: Date | null
  withdrawnBy: string | null
  withdrawnByName: string | null
  isCorrection: boolean
  charges: Settlement['charges'] & { takenCents: number; chargedCents: number }
  nextChargeAt: Date | null
  waits: Wait | null
} & MovedMoney

export const toTotals = (totals: Record<keyof Totals, number>): Settlement['totals'] => ({
  pledges: totals.pledges,
  accrued: toDecimal(cents(totals.accrued)),
  billedBefore: toDecimal(cents(totals.billedBefore)),
  toBill: toDecimal(cents(totals.toBill)),
  bill: toDecimal(cents(totals.toBill)),
  difference: toDecimal(subtract(cents(totals.accrued), cents(totals.billedBefore))),
  carried: toDecimal(cents(totals.carried)),
  lowered: toDecimal(cents(totals.lowered)),
  waived: toDecimal(cents(totals.waived)),
  writtenOff: toDecimal(cents(totals.writtenOff)),
  refunded: toDecimal(cents(totals.refunded)),
})

/** All versions stay readable, newest first. */
export async function settlementsOf(
  db: Db,
  campaignId: string,
  settlementId: string | null = null,
): Promise<Settlement[]> {
  const rows = await db.query<Row>(sql`
    select
      s.id, s.campaign_id, s.version, s.kind, s.stage, s.totals, s.declared, s.charge_at,
      s.locked_at, s.locked_by, s.closed_at, s.withdrawn_at, s.withdrawn_by,
      trim(concat(u.first_name, ' ', u.last_name)) as locked_by_name,
      trim(concat(w.first_name, ' ', w.last_name)) as withdrawn_by_name,
      s.kind = 'final' and exists (
        select from settlements f
        where f.campaign_id = s.campaign_id
          and f.kind = 'final'
          and f.withdrawn_at is null
          and f.version < s.version
      ) as is_correction,
      moved.was_attempted, moved.was_paid, moved.was_refunded,
      json_build_object(
        'scheduled', coalesce(h.scheduled, 0),
        'processing', coalesce(h.processing, 0),
        'succeeded', coalesce(h.succeeded, 0),
        'failed', coalesce(h.failed, 0),
        'voided', coalesce(h.voided, 0),
        'takenCents', coalesce(h.taken, 0),
        'chargedCents', coalesce(h.charged, 0)
      ) as charges,
      h.next_charge_at,
      case when h.next_charge_at is not null then ${waitOf} end as waits
    from settlements s
    join campaigns m on m.id = s.campaign_id
    left join users u on u.id = s.locked_by
    left join users w on w.id = s.withdrawn_by
    cross join (${movedMoney(campaignId)}) moved
    left join (
      select
        settlement_id,
        count(*) filter (where state = 'scheduled') as scheduled,
        count(*) filter (where state = 'processing') as processing,
        count(*) filter (where state = 'succeeded') as succeeded,
        count(*) filter (where state in ('failed', 'requires_action', 'past_due')) as failed,
        count(*) filter (where state = 'voided') as voided,
        sum(amount_cents) filter (where state = 'succeeded') as taken,
        sum(amount_cents) filter (where state <> 'voided') as charged,
        min(charge_at) filter (where state in ('scheduled', 'failed')) as next_charge_at
      from charges
      where campaign_id = ${campaignId}
        and (${settlementId}::uuid is null or settlement_id = ${settlementId}::uuid)
      group by settlement_id
    ) h on h.settlement_id = s.id
    where s.campaign_id = ${campaignId}
      and (${settlementId}::uuid is null or s.id = ${settlementId}::uuid)
    order by s.version desc
    limit 200
  `)
  return rows.map(toSettlement)
}

const person = (id: string | null, name: string | null): Settlement['lockedBy'] =>
  id === null ? null : { id, name: name || 'A representative' }

function toSettlement(row: Row): Settlement {
  const { lockedByName, withdrawnByName, isCorrection, wasAttempted, wasPaid, wasRefunded, ...rest } = row
  const { takenCents, chargedCents, ...charges } = row.charges
  const isWithdrawn = row.withdrawnAt !== null
  const moved = { wasAttempted, wasPaid, wasRefunded }
  const reopenRefusal = reasonNotToReopen({ ...moved, kind: row.kind, isWithdrawn, isCorrection })
  return {
    ...rest,
    charges,
    taken: toDecimal(cents(takenCents)),
    charged: toDecimal(cents(chargedCents)),
    nextChargeAt: row.nextChargeAt?.toISOString() ?? null,
    totals: toTotals(row.totals),
    chargeAt: row.chargeAt.toISOString(),
    lockedAt: row.lockedAt.toISOString(),
    lockedBy: person(row.lockedBy, lockedByName),
    closedAt: row.closedAt?.toISOString() ?? null,
    withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
    withdrawnBy: person(row.withdrawnBy, withdrawnByName),
    canReopen: reopenRefusal === null,
    reopenRefusal,
  }
}

/**
 * Campaigns whose results changed after the final lock, so that what a pledge has earned differs from what was settled for
 * it: a correction has to be locked. Below zero: supporters get the difference back; zero: some get back what
 * others owe.
 */
export const unsettledCorrections = (campaigns: SQL = sql`true`): SQL => sql`
  select c.id as campaign_id, t.earned_cents - t.pledged_cents as amount_cents
  from campaign_totals t
  join campaigns c on c.id = t.campaign_id
  where t.to_correct > 0
    and c.final_locked_at is not null
    and c.status <> 'cancelled'
    and ${campaigns}
`

/** The same of these campaigns: how much is earned more, or less, than was settled. */
export async function correctionsOf(db: Db, campaignIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ campaignId: string; amountCents: number }>(
    unsettledCorrections(sql`c.id = any(${sql.param(campaignIds)}::uuid[])`),
  )
  return new Map(rows.map(({ campaignId, amountCents }) => [campaignId, toDecimal(cents(amountCents))]))
}

type OpenSettlements = { stage: string; count: number; oldestDueAt: Date | null }

/**
 * Progress of settlements: those that are not closed, and since when the oldest of them has been charging; while its
 * campaign is paused, none is.
 */
export function openSettlements(db: Db, now: Date): Promise<OpenSettlements[]> {
  return db.query<OpenSettlements>(sql`
    select
      s.stage, count(*) as count,
      min(s.charge_at) filter (where s.charge_at <= ${now} and c.status <> 'paused') as oldest_due_at
    from settlements s
    join campaigns c on c.id = s.campaign_id
    where s.stage <> 'closed'
    group by s.stage
  `)
}

/** Results of no match are named by their statistic: on a pledge by the name that was agreed, followed by today's. */
type Names = ReadonlyMap<string, string>

/** By pledge, the names of those results of a settlement whose statistic has another name today; most pledges have none. */
export async function renamedResults(
  db: Db,
  settlementId: string,
  pledgeIds: readonly string[],
): Promise<Map<string, Names>> {
  const rows = await db.query<{ pledgeId: string; resultId: string; name: string }>(sql`
    select l.pledge_id, r.id as result_id, ${nameColumn} as name
    from settlement_results x
    join results r on r.id = x.result_id and r.event_id is null
    join statistics s on s.id = r.statistic_id
    join pledge_lines l on l.statistic_id = s.id and l.statistic_name <> s.name
    where x.settlement_id = ${settlementId}
      and l.pledge_id = any(${sql.param([...pledgeIds])}::uuid[])
    order by l.pledge_id, l.number
  `)
  const byPledge = Map.groupBy(rows, ({ pledgeId }) => pledgeId)
  return new Map(
    [...byPledge].map(([pledgeId, own]) => [
      pledgeId,
      new Map(own.map(({ resultId, name }) => [resultId, unlinked(name)])),
    ]),
  )
}

export const withRenamed = (names: Names, renamed: Names | undefined): Names =>
  renamed ? new Map([...names, ...renamed]) : names

/** What the weekly schedule does with a campaign, or why it does nothing. */
type Scheduled = { isOn: boolean; pledges: number; lastLockedAt: Date | null }

/** The same conditions as `lockProgressSettlements` uses, in words. */
function idleReasonOf(
  { status, finalLockedAt, billingHeldAt }: Access,
  { isOn, pledges }: Scheduled,
): string | null {
  if (finalLockedAt) return 'The final settlement is locked: no more progress is billed'
  if (status === 'draft') return 'The campaign is a draft'
  if (status === 'cancelled') return 'The campaign is cancelled'
  if (status === 'paused') return 'The campaign is paused'
  if (billingHeldAt) return 'Billing is on hold until the books balance again'
  if (!isOn) return 'Each progress settlement of this campaign is locked manually'
  return pledges === 0 ? 'No pledge is paid as the season progresses' : null
}

export async function scheduleOf(db: Db, access: Access, now: Date): Promise<SettlementSchedule> {
  const row = only(
    await db.query<Scheduled>(sql`
      select
        c.settle_automatically as is_on,
        (
          select count(*)
          from pledges p
          where p.campaign_id = c.id
            and p.payment_timing = 'as_season_progresses'
            and p.status <> 'cancelled'
        ) as pledges,
        (
          select max(locked_at)
          from settlements s
          where s.campaign_id = c.id
            and s.kind = 'progress'
        ) as last_locked_at
      from campaigns c
      where c.id = ${access.campaignId}
    `),
  )
  return {
    isOn: row.isOn,
    pledges: row.pledges,
    version: access.version,
    nextRunAt: nextProgressRun(now).toISOString(),
    idleReason: idleReasonOf(access, row),
    lastLockedAt: row.lastLockedAt?.toISOString() ?? null,
  }
}
