/** Changes of a campaign's state that other parts of the program cause. */
import { type Db, sql } from '#server/platform/db/database.ts'

/** The final lock itself sets completed (R21). For a correction version it is already set. */
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

/** The final lock is withdrawn: it is again what it was before (R33). */
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

/** Active campaigns past their last instant (R22). */
export async function campaignsPastTheirEnd(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id
    from campaigns
    where status = 'active'
      and ends_at < ${now}
    order by ends_at
    limit ${limit}
  `)
  return rows.map(({ id }) => id)
}

export async function completeIfEnded(db: Db, campaignId: string, now: Date): Promise<boolean> {
  const rows = await db.query(sql`
    update campaigns
    set status = 'completed', version = version + 1
    where id = ${campaignId}
      and status = 'active'
      and ends_at < ${now}
    returning id
  `)
  return rows.length === 1
}
