import { type Db, first, sql } from '#server/platform/db/database.ts'

/** What was queued under this text, if anything was. */
export async function queuedMail(
  db: Db,
  once: string,
): Promise<{ text: string; createdAt: Date } | undefined> {
  return first(await db.query(sql`select text_body as text, created_at from mails where once = ${once}`))
}
