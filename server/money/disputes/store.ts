import type { DisputeState } from '#domain/dispute.ts'
import { type Cents, cents, toDecimal } from '#domain/money.ts'
import type { AnyDispute, Dispute } from '#domain/schemas/dispute.ts'
import { AFTER_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, first, only, sql } from '#server/platform/db/database.ts'

export type DisputeRow = { id: string; state: DisputeState; takenCents: Cents }

/** The dispute as we know it, held until the transaction ends; undefined for one that is new. */
export async function lockDispute(db: Db, reference: string): Promise<DisputeRow | undefined> {
  return first(
    await db.query<DisputeRow>(sql`
      select id, state, taken_cents from disputes where provider_reference = ${reference} for update`),
  )
}

/** Disputes that still hold money of a charge, also after a loss: on appeal they may be won. */
export async function disputesHoldingMoney(db: Db, chargeId: string): Promise<string[]> {
  const rows = await db.query<{ reference: string }>(sql`
    select provider_reference as reference from disputes
     where charge_id = ${chargeId} and state in ('open', 'lost') order by id`)
  return rows.map(({ reference }) => reference)
}

type Known = {
  id: string
  campaignId: string
  pledgeId: string
  chargeId: string
  reference: string
  amount: Cents
  taken: Cents
  reason: string
  state: DisputeState
  evidenceDueAt: Date | null
  at: Date
}

/** As it stands now; what it was opened with stays. */
export async function saveDispute(db: Db, dispute: Known): Promise<void> {
  const closedAt = dispute.state === 'won' || dispute.state === 'lost' ? dispute.at : null
  await db.query(sql`
    insert into disputes (id, campaign_id, pledge_id, charge_id, provider_reference, amount_cents, taken_cents, reason,
                          state, evidence_due_at, opened_at, closed_at)
    values (${dispute.id}, ${dispute.campaignId}, ${dispute.pledgeId}, ${dispute.chargeId}, ${dispute.reference},
            ${dispute.amount}, ${dispute.taken}, ${dispute.reason}, ${dispute.state}, ${dispute.evidenceDueAt},
            ${dispute.at}, ${closedAt})
    on conflict (provider_reference) do update
      set taken_cents = excluded.taken_cents, state = excluded.state, evidence_due_at = excluded.evidence_due_at,
          closed_at = excluded.closed_at`)
}

/** What was lost is written off: the pledge owes it no more, and nobody has it (R32, R35). */
export async function writeOff(
  db: Db,
  row: { id: string; campaignId: string; pledgeId: string; amount: Cents; reason: string; at: Date },
): Promise<void> {
  await db.query(sql`
    insert into adjustments (id, campaign_id, pledge_id, kind, amount_cents, reason, created_at)
    values (${row.id}, ${row.campaignId}, ${row.pledgeId}, 'write_off', ${row.amount}, ${row.reason}, ${row.at})`)
}

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
    select id, pledge_id, charge_id, amount_cents, reason, state, evidence_due_at, opened_at, closed_at
      from disputes where campaign_id = ${campaignId} and id < ${beforeId ?? AFTER_ALL_IDS}::uuid
     order by id desc limit ${limit}`)
  return rows.map(shown)
}

/** Of all campaigns: first those that the bank has not decided, each newest first. */
export async function allDisputes(db: Db, { limit, beforeId }: Page): Promise<AnyDispute[]> {
  const rows = await db.query<Row & { campaignId: string; campaignName: string }>(sql`
    select d.id, d.pledge_id, d.charge_id, d.amount_cents, d.reason, d.state, d.evidence_due_at, d.opened_at, d.closed_at,
           d.campaign_id, c.name as campaign_name
      from disputes d join campaigns c on c.id = d.campaign_id
     where ${beforeId}::uuid is null
        or (d.closed_at is null, d.id) < (select closed_at is null, id from disputes where id = ${beforeId}::uuid)
     order by (d.closed_at is null) desc, d.id desc limit ${limit}`)
  return rows.map(({ campaignId, campaignName, ...row }) => ({ ...shown(row), campaignId, campaignName }))
}

export async function countDisputes(db: Db): Promise<number> {
  return only(await db.query<{ count: number }>(sql`select count(*) as count from disputes`)).count
}
