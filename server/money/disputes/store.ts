import type { DisputeState } from '#domain/dispute.ts'
import type { Cents } from '#domain/money.ts'
import { type Db, first, sql } from '#server/platform/db/database.ts'

export type DisputeRow = { id: string; state: DisputeState; takenCents: Cents }

/** The dispute as we know it, locked until the transaction ends; undefined for a new one. */
export async function lockDispute(db: Db, reference: string): Promise<DisputeRow | undefined> {
  return first(
    await db.query<DisputeRow>(sql`
      select id, state, taken_cents
      from disputes
      where provider_reference = ${reference}
      for update
    `),
  )
}

/** Disputes that still hold money of a charge, including lost ones, which may be won on appeal. */
export async function disputesHoldingMoney(db: Db, chargeId: string): Promise<string[]> {
  const rows = await db.query<{ reference: string }>(sql`
    select provider_reference as reference
    from disputes
    where charge_id = ${chargeId}
      and state in ('open', 'lost')
    order by id
  `)
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

/** Updates its state; the data it was opened with stays. */
export async function saveDispute(db: Db, dispute: Known): Promise<void> {
  const closedAt = dispute.state === 'won' || dispute.state === 'lost' ? dispute.at : null
  await db.query(sql`
    insert into disputes (
      id, campaign_id, pledge_id, charge_id, provider_reference, amount_cents, taken_cents, reason,
      state, evidence_due_at, opened_at, closed_at
    )
    values (
      ${dispute.id}, ${dispute.campaignId}, ${dispute.pledgeId}, ${dispute.chargeId},
      ${dispute.reference}, ${dispute.amount}, ${dispute.taken}, ${dispute.reason},
      ${dispute.state}, ${dispute.evidenceDueAt}, ${dispute.at}, ${closedAt}
    )
    on conflict (provider_reference)
    do update set
      taken_cents = excluded.taken_cents,
      state = excluded.state,
      evidence_due_at = excluded.evidence_due_at,
      closed_at = excluded.closed_at
  `)
}

/** Writes off a lost dispute: the pledge no longer owes the amount, and no one received it (R32, R35). */
export async function writeOff(
  db: Db,
  row: { id: string; campaignId: string; pledgeId: string; amount: Cents; reason: string; at: Date },
): Promise<void> {
  await db.query(sql`
    insert into adjustments (id, campaign_id, pledge_id, kind, amount_cents, reason, created_at)
    values (
      ${row.id}, ${row.campaignId}, ${row.pledgeId}, 'write_off', ${row.amount}, ${row.reason},
      ${row.at}
    )
  `)
}
