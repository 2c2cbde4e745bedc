import type { Comment, QueuedComment, ReportedComment } from '#domain/schemas/comment.ts'
import { mayManage } from '#server/accounts/access/index.ts'
import { AFTER_ALL_IDS, lockKey } from '#server/platform/base/ids.ts'
import { type Db, first, only, type SQL, sql } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'

type QueuePage = { show: 'reported' | 'newest'; limit: number; beforeId: string | null }

type QueuedRow = Omit<QueuedComment, 'createdAt'> & { createdAt: Date }

const MAX_REASONS = 5

/** Messages of campaigns that the reader manages: any for a representative, their own for an owner. */
const managed = (actor: Actor): SQL => sql`
  from comments t
  join campaigns c on c.id = t.campaign_id
  join organizations o on o.id = c.organization_id
  where t.hidden_at is null
    and ${mayManage(actor, sql`c.organization_id`)}
`
const isReported = sql`
  exists (
    select from comment_reports q
    where q.campaign_id = t.campaign_id
      and q.comment_id = t.id
      and q.closed_at is null
  )
`
const wanted = (show: QueuePage['show']): SQL => (show === 'reported' ? isReported : sql`true`)

/** Newest first, without names; `beforeId` continues after it. */
export async function queuedComments(
  db: Db,
  actor: Actor,
  { show, limit, beforeId }: QueuePage,
): Promise<QueuedComment[]> {
  const rows = await db.query<QueuedRow>(sql`
    select
      t.id, t.campaign_id, c.name as campaign_name, o.name as organization_name, c.time_zone,
      t.message, t.created_at,
      q.reports, q.reasons
    from (
      select t.id
      ${managed(actor)}
        and ${wanted(show)}
        and t.id < ${beforeId ?? AFTER_ALL_IDS}::uuid
      order by t.id desc
      limit ${limit}
    ) shown
    join comments t on t.id = shown.id
    join campaigns c on c.id = t.campaign_id
    join organizations o on o.id = c.organization_id
    cross join lateral (
      select
        count(*)::integer as reports,
        coalesce(
          (
            array_agg(reason order by id desc) filter (where reason is not null)
          )[1:${sql.raw(String(MAX_REASONS))}],
          '{}'
        ) as reasons
      from comment_reports
      where campaign_id = t.campaign_id
        and comment_id = t.id
        and closed_at is null
    ) q
    order by t.id desc
  `)
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}

export async function countQueued(db: Db, actor: Actor, show: QueuePage['show']): Promise<number> {
  return only(
    await db.query<{ count: number }>(sql`
      select count(*)::integer as count
      ${managed(actor)}
        and ${wanted(show)}
    `),
  ).count
}

/** Newest first, without names; `beforeId` continues after it. */
export async function readComments(
  db: Db,
  campaignId: string,
  { limit, beforeId = null, hidden = false }: CommentPage,
): Promise<Comment[]> {
  const rows = await db.query<Row>(sql`
    select id, message, created_at
    from comments
    where campaign_id = ${campaignId}
      and ${whether(hidden)}
      and id < ${beforeId ?? AFTER_ALL_IDS}::uuid
    order by id desc
    limit ${limit}
  `)
  return rows.map(toComment)
}

const whether = (hidden: boolean) => (hidden ? sql`hidden_at is not null` : sql`hidden_at is null`)

export async function countComments(db: Db, campaignId: string, hidden = false): Promise<number> {
  const row = first(
    await db.query<{ count: number }>(sql`
      select count(*) as count
      from comments
      where campaign_id = ${campaignId}
        and ${whether(hidden)}
    `),
  )
  return row?.count ?? 0
}

export async function insertComment(
  db: Db,
  comment: { id: string; campaignId: string; authorId: string; message: string; createdAt: Date },
): Promise<Comment> {
  await db.query(sql`
    insert into comments (id, campaign_id, author_id, message, created_at)
    values (
      ${comment.id}, ${comment.campaignId}, ${comment.authorId}, ${comment.message},
      ${comment.createdAt}
    )
  `)
  return toComment(comment)
}

/** Null if there is no such comment in this campaign; otherwise whether it was hidden, locked until the transaction ends. */
export async function findHidden(db: Db, campaignId: string, commentId: string): Promise<boolean | null> {
  const row = first(
    await db.query<{ isHidden: boolean }>(sql`
      select hidden_at is not null as is_hidden
      from comments
      where campaign_id = ${campaignId}
        and id = ${commentId}
      for update
    `),
  )
  return row?.isHidden ?? null
}

export async function readOwn(
  db: Db,
  { campaignId, authorId, limit }: { campaignId: string; authorId: string; limit: number },
): Promise<Comment[]> {
  const rows = await db.query<Row>(sql`
    select id, message, created_at
    from comments
    where campaign_id = ${campaignId}
      and author_id = ${authorId}
    order by id desc
    limit ${limit}
  `)
  return rows.map(toComment)
}

/** How many messages this person has written since then. Locked, so that each of several at once counts the others. */
export async function countLately(
  tx: Db,
  authorId: string,
  { minute, day }: { minute: Date; day: Date },
): Promise<{ inMinute: number; inDay: number }> {
  await tx.query(sql`select pg_advisory_xact_lock(${lockKey('comments', authorId)}::bigint)`)
  return only(
    await tx.query<{ inMinute: number; inDay: number }>(sql`
      select count(*) filter (where created_at > ${minute}) as in_minute, count(*) as in_day
      from comments
      where author_id = ${authorId}
        and created_at > ${day}
    `),
  )
}

/** With the reports of it. False if there is no such comment of theirs. */
export async function deleteOwn(
  tx: Db,
  { campaignId, commentId, authorId }: { campaignId: string; commentId: string; authorId: string },
): Promise<boolean> {
  const own = await tx.query(sql`
    select
    from comments
    where id = ${commentId}
      and campaign_id = ${campaignId}
      and author_id = ${authorId}
    for update
  `)
  if (own.length === 0) return false
  await tx.query(sql`delete from comment_reports where comment_id = ${commentId}`)
  await tx.query(sql`delete from comments where id = ${commentId}`)
  return true
}

export async function setHidden(
  db: Db,
  commentId: string,
  by: { userId: string; at: Date } | null,
): Promise<void> {
  await db.query(sql`
    update comments
    set hidden_at = ${by?.at ?? null}, hidden_by = ${by?.userId ?? null}
    where id = ${commentId}
  `)
}

/** False if the same person or address has reported it before. */
export async function insertReport(
  db: Db,
  report: {
    id: string
    campaignId: string
    commentId: string
    reporter: string
    reason: string | null
    createdAt: Date
  },
): Promise<boolean> {
  const rows = await db.query(sql`
    insert into comment_reports (id, campaign_id, comment_id, reporter, reason, created_at)
    values (
      ${report.id}, ${report.campaignId}, ${report.commentId}, ${report.reporter}, ${report.reason},
      ${report.createdAt}
    )
    on conflict on constraint comment_reports_once do nothing
    returning id
  `)
  return rows.length > 0
}

/** @returns how many were open. */
export async function closeReports(db: Db, commentId: string, at: Date): Promise<number> {
  const rows = await db.query(sql`
    update comment_reports
    set closed_at = ${at}
    where comment_id = ${commentId}
      and closed_at is null
    returning id
  `)
  return rows.length
}

const REASONS = 5

/** Shown messages with open reports, the most reported first. */
export async function readReported(db: Db, campaignId: string, limit: number): Promise<ReportedComment[]> {
  const rows = await db.query<Row & Pick<ReportedComment, 'reports' | 'reasons'>>(sql`
    select
      c.id, c.message, c.created_at,
      count(*) as reports,
      coalesce(
        (
          array_agg(r.reason order by r.id desc) filter (where r.reason is not null)
        )[1:${sql.raw(String(REASONS))}],
        '{}'
      ) as reasons
    from comment_reports r
    join comments c on c.id = r.comment_id
    where r.campaign_id = ${campaignId}
      and r.closed_at is null
      and c.hidden_at is null
    group by c.id
    order by count(*) desc, c.id desc
    limit ${limit}
  `)
  return rows.map(({ reports, reasons, ...comment }) => ({ ...toComment(comment), reports, reasons }))
}

type Row = { id: string; message: string; createdAt: Date }

const toComment = ({ id, message, createdAt }: Row): Comment => ({
  id,
  message,
  createdAt: createdAt.toISOString(),
})

export type CommentPage = { limit: number; beforeId?: string | null; hidden?: boolean }

export type AnyComment = Comment & { isHidden: boolean; reports: number }

/** Shown and hidden, newest first, each with its open reports; for those who may hide them. */
export async function allComments(
  db: Db,
  campaignId: string,
  { limit, beforeId = null }: Omit<CommentPage, 'hidden'>,
): Promise<AnyComment[]> {
  const rows = await db.query<Row & Pick<AnyComment, 'isHidden' | 'reports'>>(sql`
    select
      c.id, c.message, c.created_at,
      c.hidden_at is not null as is_hidden,
      (
        select count(*)
        from comment_reports r
        where r.comment_id = c.id
          and r.closed_at is null
      ) as reports
    from comments c
    where c.campaign_id = ${campaignId}
      and c.id < ${beforeId ?? AFTER_ALL_IDS}::uuid
    order by c.id desc
    limit ${limit}
  `)
  return rows.map(({ isHidden, reports, ...row }) => ({ ...toComment(row), isHidden, reports }))
}
