import { type Db, first, type SQL, sql } from '#server/platform/db/database.ts'

/**
 * What was refunded of a charge: made, or owed because no card takes it. Its `refunded_cents` also holds what is still to be
 * made, so that nothing is refunded twice; the books count what was made (R32, R40).
 */
export const refundsMade = (charge: SQL): SQL => sql`(
  select coalesce(sum(made.amount_cents), 0)::bigint
  from refunds made
  where made.pledge_id = ${charge}.pledge_id
    and made.charge_id = ${charge}.id
    and made.is_booked
)`

/** The charge's campaign, whose lock must be taken first (R12); null if there is no such charge. */
export async function campaignOfCharge(db: Db, chargeId: string): Promise<string | null> {
  const rows = await db.query<{ campaignId: string }>(
    sql`select campaign_id from charges where id = ${chargeId}`,
  )
  return first(rows)?.campaignId ?? null
}
