import type { Cents } from '#domain/money.ts'
import { type Db, only, sql } from '#server/platform/db/database.ts'

/**
 * How much is left of the charge that its supporter does not owe: what is written off below what banks gave back instead of a
 * correction's refund. Nothing while a bank is deciding about the charge: it may give that back (R66). The pledge is locked
 * first: two of its charges may be decided at the same moment.
 */
export async function notOwedOf(
  db: Db,
  { pledgeId, chargeId }: { pledgeId: string; chargeId: string },
): Promise<number> {
  await db.query(sql`select id from pledges where id = ${pledgeId} for no key update`)
  return only(
    await db.query<{ amount: number }>(sql`
      select
        case
          when exists (select from disputes where charge_id = c.id and state = 'open') then 0
          else least(
            c.amount_cents - c.refunded_cents - c.disputed_cents - c.lost_cents,
            coalesce((
              select sum(case kind when 'correction' then amount_cents else claimed_cents end)
              from refunds
              where pledge_id = c.pledge_id
                and state = 'dropped'
            ), 0) - coalesce((
              select sum(amount_cents)
              from adjustments
              where pledge_id = c.pledge_id
                and kind = 'write_off'
            ), 0)
          )
        end::bigint as amount
      from charges c
      where c.id = ${chargeId}
    `),
  ).amount
}

/** Takes the negative write-off back: from now on it is a refund. */
export async function endLowering(
  db: Db,
  row: { id: string; campaignId: string; pledgeId: string; amount: Cents; at: Date },
): Promise<void> {
  await db.query(sql`
    insert into adjustments (id, campaign_id, pledge_id, kind, amount_cents, reason, created_at)
    values (
      ${row.id}, ${row.campaignId}, ${row.pledgeId}, 'write_off', ${row.amount},
      'The bank returned disputed money: what is no longer owed is refunded', ${row.at}
    )
  `)
}
