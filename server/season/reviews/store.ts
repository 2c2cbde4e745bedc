import type { ReviewRequest, WaitingReview } from '#domain/schemas/review-request.ts'
import { REPRESENTATIVE } from '#domain/schemas/user.ts'
import { BEFORE_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, first, only, sql } from '#server/platform/db/database.ts'

/** False where one waits already. */
export async function insertRequest(
  db: Db,
  request: { id: string; campaignId: string; askedBy: string; askedAt: Date },
): Promise<boolean> {
  const rows = await db.query(sql`
    insert into review_requests (id, campaign_id, asked_by, asked_at)
    values (${request.id}, ${request.campaignId}, ${request.askedBy}, ${request.askedAt})
    on conflict (campaign_id) where answered_at is null do nothing
    returning id`)
  return rows.length === 1
}

/** The one that waited, if one did. */
export async function answerRequest(
  db: Db,
  campaignId: string,
  answer: { by: string; at: Date },
): Promise<string | undefined> {
  const row = first(
    await db.query<{ id: string }>(sql`
      update review_requests set answered_by = ${answer.by}, answered_at = ${answer.at}
       where campaign_id = ${campaignId} and answered_at is null
      returning id`),
  )
  return row?.id
}

type Row = { id: string; askedAt: Date; answeredAt: Date | null }

/** A campaign's, newest first. */
export async function requestsOf(db: Db, campaignId: string, limit: number): Promise<ReviewRequest[]> {
  const rows = await db.query<Row>(sql`
    select id, asked_at, answered_at from review_requests
     where campaign_id = ${campaignId} order by id desc limit ${limit}`)
  return rows.map(({ id, askedAt, answeredAt }) => ({
    id,
    askedAt: askedAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
  }))
}

/** Of all campaigns, those that wait, longest first; `afterId` goes on behind it. */
export async function waitingRequests(
  db: Db,
  { limit, afterId }: { limit: number; afterId: string | null },
): Promise<WaitingReview[]> {
  const rows = await db.query<Omit<WaitingReview, 'askedAt'> & { askedAt: Date }>(sql`
    select r.id, r.campaign_id, c.name as campaign_name, o.name as organization_name, c.time_zone, r.asked_at
      from review_requests r join campaigns c on c.id = r.campaign_id join organizations o on o.id = c.organization_id
     where r.answered_at is null and r.id > ${afterId ?? BEFORE_ALL_IDS}::uuid
     order by r.id limit ${limit}`)
  return rows.map((row) => ({ ...row, askedAt: row.askedAt.toISOString() }))
}

export async function countWaiting(db: Db): Promise<number> {
  return only(
    await db.query<{ count: number }>(
      sql`select count(*) as count from review_requests where answered_at is null`,
    ),
  ).count
}

/** Who is told: representatives whose address is proven, except whoever asks. */
export async function reviewers(db: Db, askedBy: string): Promise<{ id: string; email: string }[]> {
  return db.query(sql`
    select u.id, u.email from user_roles r join users u on u.id = r.user_id
     where r.role = ${REPRESENTATIVE} and u.deleted_at is null and u.email_verified_at is not null and u.id <> ${askedBy}
     order by u.id`)
}
