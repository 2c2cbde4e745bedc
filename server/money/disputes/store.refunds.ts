import type { Cents } from '#domain/money.ts'
import { type Db, first, sql } from '#server/platform/db/database.ts'

type Unmade = { id: string; amountCents: Cents; wasOwed: boolean }

/** Refunds that are scheduled or owed. Those that are being made are left alone: their answer decides. */
export const holdUnmade = (
  db: Db,
  { pledgeId, chargeId, disputeId }: { pledgeId: string; chargeId: string; disputeId: string },
): Promise<Unmade[]> =>
  db.query<Unmade>(sql`
    with held as (
      select id, state
      from refunds
      where pledge_id = ${pledgeId}
        and charge_id = ${chargeId}
        and state in ('scheduled', 'owed')
      order by id
      for update
    )
    update refunds r
    set state = 'waiting', dispute_id = ${disputeId}
    from held h
    where r.id = h.id
    returning r.id, r.amount_cents, h.state = 'owed' as was_owed
  `)

/** Undefined if it was recorded otherwise in the meantime, or has since been refunded manually. */
export async function holdRefund(
  db: Db,
  { refundId, disputeId }: { refundId: string; disputeId: string },
): Promise<{ amountCents: Cents; excessCents: Cents; wasMade: boolean } | undefined> {
  return first(
    await db.query<{ amountCents: Cents; excessCents: Cents; wasMade: boolean }>(sql`
      with held as (
        select id, excess_cents, state
        from refunds
        where id = ${refundId}
          and state in ('processing', 'succeeded')
          and amount_cents > 0
          and not exists (select from manual_refunds where refund_id = ${refundId})
        for update
      )
      update refunds r
      set state = 'waiting', dispute_id = ${disputeId}, succeeded_at = null, excess_cents = 0
      from held h
      where r.id = h.id
      returning r.amount_cents, h.excess_cents, h.state = 'succeeded' as was_made
    `),
  )
}

export type Held = { id: string; amountCents: Cents; claimedCents: Cents }

/** Refunds that wait for this dispute, or were dropped for it: oldest first, locked until the transaction ends. */
export const refundsOf = (db: Db, disputeId: string): Promise<Held[]> =>
  db.query<Held>(sql`
    select id, amount_cents, claimed_cents
    from refunds
    where dispute_id = ${disputeId}
    order by id
    for update
  `)

export async function openDisputeOf(db: Db, chargeId: string): Promise<string | null> {
  const rows = await db.query<{ id: string }>(sql`
    select id
    from disputes
    where charge_id = ${chargeId}
      and state = 'open'
    order by id
    limit 1
  `)
  return first(rows)?.id ?? null
}

/** Dropped for a dispute that is open again. */
export async function waitAgain(db: Db, disputeId: string): Promise<void> {
  await db.query(
    sql`update refunds set state = 'waiting' where dispute_id = ${disputeId} and state = 'dropped'`,
  )
}

export async function dropRefund(db: Db, id: string): Promise<void> {
  await db.query(sql`update refunds set state = 'dropped' where id = ${id} and state <> 'dropped'`)
}

/** False if the card provider has been asked for it: then its key is used up (R34). `nextId` as below. */
export async function releaseUntried(
  db: Db,
  { id, nextId }: { id: string; nextId: string | null },
): Promise<boolean> {
  const rows = await db.query(sql`
    update refunds
    set
      state = case when ${nextId}::uuid is null then 'scheduled' else 'waiting' end,
      dispute_id = ${nextId}::uuid
    where id = ${id}
      and started_at is null
      and provider_reference is null
    returning id
  `)
  return rows.length === 1
}

/**
 * The released part becomes another refund, because a key that was refused may be refused again (R34); the dropped part
 * stays. The part of a goodwill refund that a correction claimed goes with what is released.
 */
export async function releaseRefund(
  db: Db,
  given: {
    id: string
    newId: string
    released: Cents
    claimed: Cents
    dropped: Cents
    droppedClaimed: Cents
    /** The dispute that it waits for from now on; null: it is made. */
    nextId: string | null
  },
): Promise<void> {
  await db.query(sql`
    insert into refunds (
      id, campaign_id, pledge_id, settlement_id, charge_id, kind, amount_cents, claimed_cents, state,
      reason, created_at, dispute_id
    )
    select
      ${given.newId}::uuid, campaign_id, pledge_id, settlement_id, charge_id, kind,
      ${given.released}::bigint, ${given.claimed}::bigint,
      case when ${given.nextId}::uuid is null then 'scheduled' else 'waiting' end,
      reason, created_at, ${given.nextId}::uuid
    from refunds
    where id = ${given.id}
  `)
  await db.query(sql`
    update refunds
    set
      amount_cents = case when ${given.dropped}::bigint > 0 then ${given.dropped}::bigint else amount_cents end,
      claimed_cents = ${given.droppedClaimed},
      state = case when ${given.dropped}::bigint > 0 then 'dropped' else 'failed' end,
      dispute_id = case when ${given.dropped}::bigint > 0 then dispute_id end
    where id = ${given.id}
  `)
}
