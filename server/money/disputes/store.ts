import type { DisputeState } from '#domain/dispute.ts'
import type { Cents } from '#domain/money.ts'
import { type Db, first, only, sql } from '#server/platform/db/database.ts'

export type DisputeRow = {
  id: string
  state: DisputeState
  /** What the bank disputes. */
  amountCents: Cents
  /** How much of that is taken out of the charge. */
  takenCents: Cents
  evidenceDueAt: Date | null
  closedAt: Date | null
}

/** The dispute as we know it, locked until the transaction ends; undefined for a new one. */
export async function lockDispute(db: Db, reference: string): Promise<DisputeRow | undefined> {
  return first(
    await db.query<DisputeRow>(sql`
      select id, state, amount_cents, taken_cents, evidence_due_at, closed_at
      from disputes
      where provider_reference = ${reference}
      for update
    `),
  )
}

export async function stateOf(db: Db, reference: string): Promise<DisputeState | 'new'> {
  const rows = await db.query<{ state: DisputeState }>(
    sql`select state from disputes where provider_reference = ${reference}`,
  )
  return first(rows)?.state ?? 'new'
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

export type NewDispute = {
  id: string
  campaignId: string
  pledgeId: string
  chargeId: string
  reference: string
  amount: Cents
  reason: string
  state: DisputeState
  evidenceDueAt: Date | null
  isClosed: boolean
  openedAt: Date
  at: Date
}

/** It holds nothing yet. */
export async function insertDispute(db: Db, dispute: NewDispute): Promise<DisputeRow> {
  return only(
    await db.query<DisputeRow>(sql`
      insert into disputes (
        id, campaign_id, pledge_id, charge_id, provider_reference, amount_cents, reason, state,
        evidence_due_at, opened_at, closed_at
      )
      values (
        ${dispute.id}, ${dispute.campaignId}, ${dispute.pledgeId}, ${dispute.chargeId},
        ${dispute.reference}, ${dispute.amount}, ${dispute.reason}, ${dispute.state},
        ${dispute.evidenceDueAt}, ${dispute.openedAt}, ${dispute.isClosed ? dispute.at : null}
      )
      returning id, state, amount_cents, taken_cents, evidence_due_at, closed_at
    `),
  )
}

/** Updates its state and what it holds; the data it was opened with stays. */
export async function saveDispute(
  db: Db,
  dispute: Pick<DisputeRow, 'id' | 'state' | 'evidenceDueAt'> & {
    taken: Cents
    isClosed: boolean
    at: Date
    takenAt: Date
    isTakenAgain: boolean
  },
): Promise<void> {
  const closedAt = dispute.isClosed ? dispute.at : null
  await db.query(sql`
    update disputes
    set
      taken_cents = ${dispute.taken},
      taken_at = case
        when (taken_cents = 0 or ${dispute.isTakenAgain}::boolean) and ${dispute.taken}::bigint > 0 then ${dispute.takenAt}::timestamptz
        else taken_at
      end,
      state = ${dispute.state},
      evidence_due_at = ${dispute.evidenceDueAt},
      closed_at = case
        when state = ${dispute.state} and (closed_at is not null) = ${dispute.isClosed} then closed_at
        else ${closedAt}::timestamptz
      end
    where id = ${dispute.id}
      and (taken_cents, state, evidence_due_at, closed_at is not null) is distinct from (
        ${dispute.taken}, ${dispute.state}, ${dispute.evidenceDueAt}::timestamptz,
        ${dispute.isClosed}::boolean
      )
  `)
}
