import type { WaitingReview } from '#domain/schemas/review-request.ts'
import { BEFORE_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, only, sql } from '#server/platform/db/database.ts'

/** Waiting requests of all campaigns, longest waiting first; `afterId` continues after it. */
export async function waitingRequests(
  db: Db,
  { limit, afterId }: { limit: number; afterId: string | null },
): Promise<WaitingReview[]> {
  const rows = await db.query<Omit<WaitingReview, 'askedAt'> & { askedAt: Date }>(sql`
    select
      r.id, r.campaign_id, c.name as campaign_name, o.name as organization_name, c.time_zone,
      r.asked_at
    from review_requests r
    join campaigns c on c.id = r.campaign_id
    join organizations o on o.id = c.organization_id
    where r.answered_at is null
      and r.id > ${afterId ?? BEFORE_ALL_IDS}::uuid
    order by r.id
    limit ${limit}
  `)
  return rows.map((row) => ({ ...row, askedAt: row.askedAt.toISOString() }))
}

export async function countWaiting(db: Db): Promise<number> {
  return only(
    await db.query<{ count: number }>(
      sql`select count(*) as count from review_requests where answered_at is null`,
    ),
  ).count
}
