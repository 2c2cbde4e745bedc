import type { DraftParts } from '#domain/schemas/campaign.ts'
import {
  type Applicant,
  MAX_QUESTIONS,
  type ReviewRequest,
  type WaitingReview,
} from '#domain/schemas/review-request.ts'
import { REPRESENTATIVE } from '#domain/schemas/user.ts'
import { BEFORE_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, first, only, sql } from '#server/platform/db/database.ts'

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

/**
 * A question joins those that are not answered yet, so that there is one to answer.
 * @returns its id; undefined if together they would be too long.
 */
export async function insertQuestion(
  db: Db,
  asked: { id: string; campaignId: string; askedBy: string; askedAt: Date; question: string },
): Promise<string | undefined> {
  const row = first(
    await db.query<{ id: string }>(sql`
      insert into review_requests as q (id, campaign_id, asked_by, asked_at, question)
      values (${asked.id}, ${asked.campaignId}, ${asked.askedBy}, ${asked.askedAt}, ${asked.question})
      on conflict (campaign_id)
      where answered_at is null
      do update set question = concat_ws(E'\\n', q.question, excluded.question)
      where length(concat_ws(E'\\n', q.question, excluded.question)) <= ${MAX_QUESTIONS}
      returning id
    `),
  )
  return row?.id
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

type Row = Pick<ReviewRequest, 'id' | 'question' | 'askedBy' | 'answer'> & {
  askedAt: Date
  answeredAt: Date | null
}

const nameOf = sql`coalesce(nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), 'An owner')`

/** A campaign's, newest first. */
export async function requestsOf(db: Db, campaignId: string, limit: number): Promise<ReviewRequest[]> {
  const rows = await db.query<Row>(sql`
    select q.id, q.question, ${nameOf} as asked_by, q.asked_at, q.answered_at, q.answer
    from review_requests q
    join users u on u.id = q.asked_by
    where q.campaign_id = ${campaignId}
    order by q.id desc
    limit ${limit}
  `)
  return rows.map(({ askedAt, answeredAt, ...row }) => ({
    ...row,
    askedAt: askedAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
  }))
}

/**
 * Who is notified: of the representatives with a verified address, except the person who asks, the one the campaign is
 * assigned to, and otherwise all.
 */
export async function reviewers(
  db: Db,
  { campaignId, askedBy }: { campaignId: string; askedBy: string },
): Promise<{ id: string; email: string }[]> {
  const all = await db.query<{ id: string; email: string; isAssigned: boolean }>(sql`
    select u.id, u.email, c.representative_id is not distinct from u.id as is_assigned
    from user_roles r
    join users u on u.id = r.user_id
    join campaigns c on c.id = ${campaignId}
    where r.role = ${REPRESENTATIVE}
      and u.deleted_at is null
      and u.email_verified_at is not null
      and u.id <> ${askedBy}
    order by u.id
  `)
  const assigned = all.filter(({ isAssigned }) => isAssigned)
  return assigned.length > 0 ? assigned : all
}

/** Waiting requests of all campaigns, longest waiting first; `afterId` continues after it. */
export async function waitingRequests(
  db: Db,
  { limit, afterId }: { limit: number; afterId: string | null },
): Promise<WaitingReview[]> {
  const rows = await db.query<Omit<WaitingReview, 'askedAt'> & { askedAt: Date }>(sql`
    select
      r.id, r.campaign_id, c.name as campaign_name, o.name as organization_name, c.time_zone,
      r.question, r.asked_at
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

const MAX_EARLIER = 5
const MAX_OWNERS = 5

type ApplicantRow = Omit<Applicant['organization'], 'createdAt'> & {
  createdAt: Date
  owners: Applicant['owners']
  earlier: Applicant['earlier']
  earlierCount: number
}

/** The organization of a campaign, its first owners and its other campaigns. */
export async function applicantOf(db: Db, campaignId: string): Promise<Applicant> {
  const { owners, earlier, earlierCount, createdAt, ...organization } = only(
    await db.query<ApplicantRow>(sql`
      select
        o.id, o.name, o.organization_type, o.city, o.state, o.website, o.ein, o.is_501c3, o.created_at,
        array(
          select
            json_build_object(
              'name', coalesce(nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), u.email),
              'email', u.email
            )
          from organization_members m
          join users u on u.id = m.user_id
          where m.organization_id = o.id
            and m.role = 'owner'
            and u.deleted_at is null
          order by m.created_at, u.id
          limit ${MAX_OWNERS}
        ) as owners,
        array(
          select json_build_object('id', e.id, 'name', e.name, 'status', e.status)
          from campaigns e
          where e.organization_id = o.id
            and e.id <> c.id
            and e.status in ('active', 'paused', 'completed')
          order by e.id desc
          limit ${MAX_EARLIER}
        ) as earlier,
        (
          select count(*)
          from campaigns e
          where e.organization_id = o.id
            and e.id <> c.id
            and e.status in ('active', 'paused', 'completed')
        ) as earlier_count
      from campaigns c
      join organizations o on o.id = c.organization_id
      where c.id = ${campaignId}
    `),
  )
  return {
    organization: { ...organization, createdAt: createdAt.toISOString() },
    owners,
    earlier,
    earlierCount,
  }
}
