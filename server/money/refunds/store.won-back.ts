import type { Cents } from '#domain/money.ts'
import { type Db, only, sql } from '#server/platform/db/database.ts'

/**
 * How much of the charge corrections lowered while a bank was deciding, and can be refunded now. The pledge is locked first:
 * two of its charges may be won at the same moment.
 */
export async function loweredMeanwhile(
  db: Db,
  { pledgeId, chargeId }: { pledgeId: string; chargeId: string },
): Promise<number> {
  await db.query(sql`select id from pledges where id = ${pledgeId} for no key update`)
  return only(
    await db.query<{ lowered: number }>(sql`
      select
        least(
          c.amount_cents - c.refunded_cents - c.disputed_cents - c.lost_cents,
          -coalesce((
            select sum(a.amount_cents)
            from adjustments a
            where a.pledge_id = c.pledge_id
              and a.kind = 'write_off'
          ), 0)
        )::bigint as lowered
      from charges c
      where c.id = ${chargeId}
    `),
  ).lowered
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
      'The bank returned disputed money: what a correction had lowered is refunded', ${row.at}
    )
  `)
}
