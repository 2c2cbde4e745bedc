import type { DisputeState } from '#domain/dispute.ts'
import { cents, toDecimal } from '#domain/money.ts'
import type { AnyDispute, Dispute } from '#domain/schemas/dispute.ts'
import { AFTER_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, only, sql } from '#server/platform/db/database.ts'

type Row = {
  id: string
  pledgeId: string
  chargeId: string
  amountCents: number
  reason: string
  state: DisputeState
  evidenceDueAt: Date | null
  openedAt: Date
  closedAt: Date | null
}

type Page = { limit: number; beforeId: string | null }

const shown = ({ amountCents, evidenceDueAt, openedAt, closedAt, ...row }: Row): Dispute => ({
  ...row,
  amount: toDecimal(cents(amountCents)),
  evidenceDueAt: evidenceDueAt?.toISOString() ?? null,
  openedAt: openedAt.toISOString(),
  closedAt: closedAt?.toISOString() ?? null,
})

export async function disputesOf(db: Db, campaignId: string, { limit, beforeId }: Page): Promise<Dispute[]> {
  const rows = await db.query<Row>(sql`
    select
      id, pledge_id, charge_id, amount_cents, reason, state, evidence_due_at, opened_at, closed_at
    from disputes
    where campaign_id = ${campaignId}
      and id < ${beforeId ?? AFTER_ALL_IDS}::uuid
    order by id desc
    limit ${limit}
  `)
  return rows.map(shown)
}

/** Of all campaigns: undecided disputes first, each group newest first. */
export async function allDisputes(db: Db, { limit, beforeId }: Page): Promise<AnyDispute[]> {
  const rows = await db.query<Row & Pick<AnyDispute, 'campaignId' | 'campaignName' | 'timeZone'>>(sql`
    select
      d.id, d.pledge_id, d.charge_id, d.amount_cents, d.reason, d.state, d.evidence_due_at,
      d.opened_at, d.closed_at, d.campaign_id, c.name as campaign_name, c.time_zone
    from disputes d
    join campaigns c on c.id = d.campaign_id
    where ${beforeId}::uuid is null
      or (d.closed_at is null, d.id) < (
        select closed_at is null, id
        from disputes
        where id = ${beforeId}::uuid
      )
    order by (d.closed_at is null) desc, d.id desc
    limit ${limit}
  `)
  return rows.map(({ campaignId, campaignName, timeZone, ...row }) => ({
    ...shown(row),
    campaignId,
    campaignName,
    timeZone,
  }))
}

export async function countDisputes(db: Db): Promise<number> {
  return only(await db.query<{ count: number }>(sql`select count(*) as count from disputes`)).count
}

type Debit = { attemptId: string; campaignId: string; reference: string }

/** Debits that arrived since then and that no bank has taken back yet, page by page. */
export async function debitsToLookAt(
  db: Db,
  { since, after, limit }: { since: Date; after: string | null; limit: number },
): Promise<Debit[]> {
  return db.query<Debit>(sql`
    select a.id as attempt_id, a.campaign_id, a.provider_reference as reference
    from charge_attempts a
    join charges c on c.id = a.charge_id
    join cards k on k.id = c.card_id and k.kind = 'bank_account'
    where a.outcome = 'succeeded'
      and a.kind = 'off_session'
      and a.finished_at >= ${since}
      and (${after}::uuid is null or a.id > ${after}::uuid)
      and not exists (
        select from disputes d
        where d.charge_id = c.id
      )
    order by a.id
    limit ${limit}
  `)
}
