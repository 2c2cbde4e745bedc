import type { DraftParts } from '#domain/schemas/campaign.ts'
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

/** A digest of each kind of part. */
export async function draftParts(db: Db, campaignId: string): Promise<DraftParts> {
  const digest = sql`coalesce(md5(string_agg(id::text || version, ',' order by id)), 'none')`
  return only(
    await db.query<DraftParts>(sql`
      select
        (select ${digest} from statistics where campaign_id = ${campaignId}) as statistics,
        (select ${digest} from rewards where campaign_id = ${campaignId} and archived_at is null) as rewards,
        (select ${digest} from events where campaign_id = ${campaignId} and archived_at is null) as events
    `),
  )
}

/**
 * What a draft needs before anybody can pledge. Statistics may also be added to an active campaign, so that one without any
 * is not refused.
 */
export async function needsOf(
  db: Db,
  campaignId: string,
): Promise<{ endsAt: Date; hasOpenStatistic: boolean }> {
  return only(
    await db.query<{ endsAt: Date; hasOpenStatistic: boolean }>(sql`
      select
        c.ends_at,
        not exists (select from statistics s where s.campaign_id = c.id)
        or exists (
          select from statistics s
          where s.campaign_id = c.id
            and s.is_active
        ) as has_open_statistic
      from campaigns c
      where c.id = ${campaignId}
    `),
  )
}
