import type { QueuedComment } from '#domain/schemas/comment.ts'
import { mayManage } from '#server/accounts/access/index.ts'
import { AFTER_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, only, type SQL, sql } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'

export type QueuePage = { show: 'reported' | 'newest'; limit: number; beforeId: string | null }

type Row = Omit<QueuedComment, 'createdAt'> & { createdAt: Date }

const MAX_REASONS = 5

/** Messages of campaigns that the reader manages: any for a representative, their own for an owner (R27, R43). */
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

/** Newest first, without names (R26); `beforeId` continues after it. */
export async function queuedComments(
  db: Db,
  actor: Actor,
  { show, limit, beforeId }: QueuePage,
): Promise<QueuedComment[]> {
  const rows = await db.query<Row>(sql`
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
