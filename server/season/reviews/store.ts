import type { ReviewRequest } from '#domain/schemas/review-request.ts'
import { REPRESENTATIVE } from '#domain/schemas/user.ts'
import { type Db, first, sql } from '#server/platform/db/database.ts'

/** False if one is already waiting. */
export async function insertRequest(
  db: Db,
  request: { id: string; campaignId: string; askedBy: string; askedAt: Date },
): Promise<boolean> {
  const rows = await db.query(sql`
    insert into review_requests (id, campaign_id, asked_by, asked_at)
    values (${request.id}, ${request.campaignId}, ${request.askedBy}, ${request.askedAt})
    on conflict (campaign_id)
    where answered_at is null
    do nothing
    returning id
  `)
  return rows.length === 1
}

/** The request that was waiting, if any. */
export async function answerRequest(
  db: Db,
  campaignId: string,
  answer: { by: string; at: Date; message: string | null },
): Promise<string | undefined> {
  const row = first(
    await db.query<{ id: string }>(sql`
      update review_requests
      set answered_by = ${answer.by}, answered_at = ${answer.at}, answer = ${answer.message}
      where campaign_id = ${campaignId}
        and answered_at is null
      returning id
    `),
  )
  return row?.id
}

type Newest = { id: string; isWaiting: boolean; isSentBack: boolean; answeredBy: string }

/** The newest request of a campaign; an activation answers it, too, and is not called sent back. */
export async function newestRequest(db: Db, campaignId: string): Promise<Newest | undefined> {
  return first(
    await db.query<Newest>(sql`
      select
        q.id,
        q.answered_at is null as is_waiting,
        exists (
          select from audit_log
          where subject_id = q.id
            and action = 'review_request.send_back'
        ) as is_sent_back,
        coalesce(nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), 'A representative') as answered_by
      from review_requests q
      left join users u on u.id = q.answered_by
      where q.campaign_id = ${campaignId}
      order by q.id desc
      limit 1
    `),
  )
}

type Row = { id: string; askedAt: Date; answeredAt: Date | null; answer: string | null }

/** A campaign's, newest first. */
export async function requestsOf(db: Db, campaignId: string, limit: number): Promise<ReviewRequest[]> {
  const rows = await db.query<Row>(sql`
    select id, asked_at, answered_at, answer
    from review_requests
    where campaign_id = ${campaignId}
    order by id desc
    limit ${limit}
  `)
  return rows.map(({ id, askedAt, answeredAt, answer }) => ({
    id,
    answer,
    askedAt: askedAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
  }))
}

/** Its owners with a verified address. */
export async function ownersOf(db: Db, organizationId: string): Promise<{ id: string; email: string }[]> {
  return db.query(sql`
    select u.id, u.email
    from organization_members m
    join users u on u.id = m.user_id
    where m.organization_id = ${organizationId}
      and m.role = 'owner'
      and u.deleted_at is null
      and u.email_verified_at is not null
    order by u.id
  `)
}

/** Who is notified: representatives with a verified address, except the person who asks. */
export async function reviewers(db: Db, askedBy: string): Promise<{ id: string; email: string }[]> {
  return db.query(sql`
    select u.id, u.email
    from user_roles r
    join users u on u.id = r.user_id
    where r.role = ${REPRESENTATIVE}
      and u.deleted_at is null
      and u.email_verified_at is not null
      and u.id <> ${askedBy}
    order by u.id
  `)
}
