/** What the final lock of a settlement, and its withdrawal, do to the campaign. */

import { type Db, sql } from '#server/platform/db/database.ts'

/** The final lock itself sets completed. For a correction version it is already set. */
export async function closeForFinal(db: Db, campaignId: string, at: Date): Promise<void> {
  await db.query(sql`
    update campaigns
    set
      final_locked_at = coalesce(final_locked_at, ${at}::timestamptz),
      status = 'completed',
      version = version + 1
    where id = ${campaignId}
  `)
}

/** The final lock is withdrawn: it is again what it was before. */
export async function reopenSeason(
  db: Db,
  campaignId: string,
  status: 'active' | 'paused' | 'completed',
): Promise<void> {
  await db.query(sql`
    update campaigns
    set final_locked_at = null, status = ${status}, version = version + 1
    where id = ${campaignId}
  `)
}
