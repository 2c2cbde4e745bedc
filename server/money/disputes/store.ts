import type { DisputeState } from '#domain/billing/dispute.ts'
import { type Cents, cents, toDecimal } from '#domain/money.ts'
import type { AnyDispute, Dispute } from '#domain/schemas/dispute.ts'
import { leftOf } from '#server/money/charges/index.ts'
import { AFTER_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, first, only, type SQL, sql } from '#server/platform/db/database.ts'

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

type Stopped = {
  id: string
  kind: 'correction' | 'goodwill'
  settlementId: string | null
  amountCents: Cents
  before: 'due' | 'sent' | 'paid'
  byHand: boolean
}

/** Refunds of a charge that are due, or one in its state, unless it was made otherwise: they fail now. */
export const failRefunds = (
  db: Db,
  chargeId: string,
  one: { id: string; from: 'sent' | 'paid' } | null,
): Promise<Stopped[]> =>
  db.query<Stopped>(sql`
    with held as (
      select id, state
      from refunds
      where charge_id = ${chargeId}
        and (${one?.id ?? null}::uuid is null or id = ${one?.id ?? null}::uuid)
        and state = ${one?.from ?? 'due'}
        and not exists (select from manual_refunds m where m.refund_id = refunds.id)
      order by id
      for update
    )
    update refunds r
    set state = 'failed'
    from held h
    where r.id = h.id
    returning r.id, r.kind, r.settlement_id, r.amount_cents, h.state as before, r.by_hand
  `)

/** A bank has taken the charge and not decided. */
export async function isUndecided(db: Db, chargeId: string): Promise<boolean> {
  const rows = await db.query(
    sql`select id from disputes where charge_id = ${chargeId} and state = 'open' limit 1`,
  )
  return rows.length === 1
}

/** The cancellation of a campaign refunded what was collected. */
const refundedAll = (campaignId: SQL): SQL => sql`
  exists (
    select from audit_log
    where campaign_id = ${campaignId}
      and action = 'campaign.cancel'
      and (after ->> 'refundAll')::boolean
  )
`

/** The supporter no longer owes it; below 0: of a charge that is written off. */
export async function insertWriteOff(
  db: Db,
  row: {
    id: string
    campaignId: string
    pledgeId: string
    settlementId: string | null
    amount: Cents
    reason: string
    at: Date
  },
): Promise<void> {
  await db.query(sql`
    insert into adjustments (
      id, campaign_id, pledge_id, settlement_id, kind, amount_cents, reason, created_at
    )
    values (
      ${row.id}, ${row.campaignId}, ${row.pledgeId}, ${row.settlementId}::uuid, 'write_off',
      ${row.amount}, ${row.reason}, ${row.at}
    )
  `)
}

/**
 * How much is left of the charge that its supporter does not owe: what corrections took off while banks were deciding, less
 * what was lost to them; in a cancelled campaign, all of it. Nothing while a bank is deciding: it may give that back. The pledge is locked first: two of its charges may be decided at
 * the same moment.
 */
export async function notOwedOf(
  db: Db,
  { pledgeId, chargeId }: { pledgeId: string; chargeId: string },
): Promise<{ amount: number; isCancelled: boolean }> {
  await db.query(sql`select id from pledges where id = ${pledgeId} for no key update`)
  return only(
    await db.query<{ amount: number; isCancelled: boolean }>(sql`
      select
        least(
          ${leftOf(sql`c`)},
          case
            when exists (select from disputes where charge_id = c.id and state = 'open') then 0
            when m.status = 'cancelled' and ${refundedAll(sql`m.id`)} then c.amount_cents
            else -coalesce((
              select sum(amount_cents)
              from adjustments
              where pledge_id = c.pledge_id
                and kind = 'write_off'
            ), 0)
          end
        )::bigint as amount,
        m.status = 'cancelled' and ${refundedAll(sql`m.id`)} as is_cancelled
      from charges c
      join campaigns m on m.id = c.campaign_id
      where c.id = ${chargeId}
    `),
  )
}

/** Before the exception and its refunds, in the order in which a dispute locks them. */
export async function lockChargesOf(db: Db, exceptionId: string): Promise<void> {
  await db.query(sql`
    select c.id
    from exceptions x
    join charges c on c.pledge_id = x.pledge_id
    where x.id = ${exceptionId}
    order by c.id
    for update of c
  `)
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
