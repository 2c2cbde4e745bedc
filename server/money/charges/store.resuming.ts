import { type Db, sql } from '#server/platform/db/database.ts'

/** On resuming, every charge and retry gets a new date, and a notice of it (R21). */
export async function postponeCharges(db: Db, campaignId: string, chargeAt: Date): Promise<void> {
  await db.query(sql`
    update charges
    set charge_at = greatest(charge_at, ${chargeAt}::timestamptz), state = 'scheduled'
    where campaign_id = ${campaignId}
      and state in ('scheduled', 'failed')
  `)
}
