import type { Cents } from '#domain/money.ts'
import { type Db, only, sql } from '#server/platform/db/database.ts'

export type Stopped = {
  id: string
  kind: 'correction' | 'goodwill'
  settlementId: string | null
  amountCents: Cents
  before: 'due' | 'sent' | 'paid'
  byHand: boolean
}

/** Unmade refunds of a charge, or one of them in any state: they fail now. Those with an answer under way decide themselves. */
export const failRefunds = (db: Db, chargeId: string, id: string | null): Promise<Stopped[]> =>
  db.query<Stopped>(sql`
    with held as (
      select id, state
      from refunds
      where charge_id = ${chargeId}
        and case when ${id}::uuid is null then state = 'due' else id = ${id}::uuid and state <> 'failed' end
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
            when m.status = 'cancelled' then c.amount_cents
            else -coalesce((
              select sum(amount_cents)
              from adjustments
              where pledge_id = c.pledge_id
                and kind = 'write_off'
            ), 0)
          end
        )::bigint as amount,
        m.status = 'cancelled' as is_cancelled
      from charges c
      join campaigns m on m.id = c.campaign_id
      where c.id = ${chargeId}
    `),
  )
}
