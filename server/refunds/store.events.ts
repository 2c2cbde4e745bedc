import type { Cents } from '#domain/money.ts'
import { type Db, first, sql } from '#server/db/database.ts'
import type { ClaimedRefund } from './store.ts'

export type KnownRefund = ClaimedRefund & { state: string }

/** By the key that it was asked for with, or by the card side's own name for it. */
export async function findRefund(
  db: Db,
  by: { chargeId: string; idempotencyKey: string | null; reference: string },
): Promise<KnownRefund | undefined> {
  const rows = await db.query<KnownRefund>(sql`
    select r.id, r.campaign_id, r.pledge_id, r.amount_cents, r.reason, r.started_at, r.state, c.money_mode,
           m.commission_basis_points, a.provider_reference as reference
      from refunds r join charges c on c.id = r.charge_id join campaigns m on m.id = r.campaign_id
      join charge_attempts a on a.charge_id = c.id and a.outcome = 'succeeded'
     where r.charge_id = ${by.chargeId}
       and (r.id::text = ${by.idempotencyKey} or r.provider_reference = ${by.reference})`)
  return first(rows)
}

/** False when it was written down before. */
export async function insertOutsideRefund(
  db: Db,
  row: {
    id: string
    campaignId: string
    pledgeId: string
    chargeId: string
    reference: string
    amount: Cents
    at: Date
  },
): Promise<boolean> {
  const rows = await db.query(sql`
    insert into refunds (id, campaign_id, pledge_id, charge_id, kind, amount_cents, state, reason, provider_reference,
                         created_at, succeeded_at)
    values (${row.id}, ${row.campaignId}, ${row.pledgeId}, ${row.chargeId}, 'goodwill', ${row.amount}, 'succeeded',
            'Refunded at the card service', ${row.reference}, ${row.at}, ${row.at})
    on conflict (provider_reference) where provider_reference is not null do nothing returning id`)
  return rows.length === 1
}

/** False when it was before. */
export async function markOwed(db: Db, id: string): Promise<boolean> {
  const rows = await db.query(
    sql`update refunds set state = 'owed' where id = ${id} and state = 'succeeded' returning id`,
  )
  return rows.length === 1
}
