import type { Comment } from '#domain/schemas/comment.ts'
import { AFTER_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, sql } from '#server/platform/db/database.ts'

export type Row = { id: string; message: string; createdAt: Date }

export const toComment = ({ id, message, createdAt }: Row): Comment => ({
  id,
  message,
  createdAt: createdAt.toISOString(),
})

export type CommentPage = { limit: number; beforeId?: string | null; hidden?: boolean }

export type AnyComment = Comment & { isHidden: boolean; reports: number }

/** Shown and hidden, newest first, each with its open reports; for those who may hide them (R43). */
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
