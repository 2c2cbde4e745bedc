import type { Cents } from '#domain/money.ts'
import { type Db, only, type SQL, sql } from '#server/platform/db/database.ts'

export type Stopped = {
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

/** The cancellation of a campaign refunded what was collected (R21). */
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
          c.amount_cents - c.refunded_cents - c.disputed_cents - c.lost_cents,
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
