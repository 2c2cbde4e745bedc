import type { Comment } from '#domain/schemas/comment.ts'
import { type Db, first, sql } from '#server/db/database.ts'

type Row = { id: string; message: string; createdAt: Date }

const toComment = ({ id, message, createdAt }: Row): Comment => ({
  id,
  message,
  createdAt: createdAt.toISOString(),
})

export type CommentPage = { limit: number; beforeId?: string | null; hidden?: boolean }

/** Newest first; `beforeId` goes on after it. Nobody's name comes along (R26). */
export async function readComments(
  db: Db,
  campaignId: string,
  { limit, beforeId = null, hidden = false }: CommentPage,
): Promise<Comment[]> {
  const rows = await db.query<Row>(sql`
    select id, message, created_at from comments
     where campaign_id = ${campaignId} and ${whether(hidden)} and (${beforeId}::uuid is null or id < ${beforeId}::uuid)
     order by id desc limit ${limit}`)
  return rows.map(toComment)
}

const whether = (hidden: boolean) => (hidden ? sql`hidden_at is not null` : sql`hidden_at is null`)

export async function countComments(db: Db, campaignId: string, hidden = false): Promise<number> {
  const row = first(
    await db.query<{ count: number }>(sql`
      select count(*) as count from comments where campaign_id = ${campaignId} and ${whether(hidden)}`),
  )
  return row?.count ?? 0
}

export async function insertComment(
  db: Db,
  comment: { id: string; campaignId: string; authorId: string; message: string; createdAt: Date },
): Promise<Comment> {
  await db.query(sql`
    insert into comments (id, campaign_id, author_id, message, created_at)
    values (${comment.id}, ${comment.campaignId}, ${comment.authorId}, ${comment.message}, ${comment.createdAt})`)
  return toComment(comment)
}

/** Null where there is no such comment in this campaign; otherwise whether it was hidden, locked until the change. */
export async function findHidden(db: Db, campaignId: string, commentId: string): Promise<boolean | null> {
  const row = first(
    await db.query<{ isHidden: boolean }>(sql`
      select hidden_at is not null as is_hidden from comments
       where campaign_id = ${campaignId} and id = ${commentId} for update`),
  )
  return row?.isHidden ?? null
}

export async function setHidden(
  db: Db,
  commentId: string,
  by: { userId: string; at: Date } | null,
): Promise<void> {
  await db.query(sql`
    update comments set hidden_at = ${by?.at ?? null}, hidden_by = ${by?.userId ?? null} where id = ${commentId}`)
}
