import type { OptionalMail } from '#domain/mail-kinds.ts'
import { type Db, first, sql } from '#server/platform/db/database.ts'

/** The kinds that this person has turned off. */
export async function refusedBy(db: Db, userId: string): Promise<Set<OptionalMail>> {
  const rows = await db.query<{ kind: OptionalMail }>(
    sql`select kind from mail_refusals where user_id = ${userId}`,
  )
  return new Set(rows.map(({ kind }) => kind))
}

/** The address of an account that is not deleted. */
export async function addressOf(db: Db, userId: string): Promise<string | undefined> {
  const row = first(
    await db.query<{ email: string }>(
      sql`select email from users where id = ${userId} and deleted_at is null`,
    ),
  )
  return row?.email
}

/** False if it was already so. */
export async function insertRefusal(
  db: Db,
  { userId, kind, at }: { userId: string; kind: OptionalMail; at: Date },
): Promise<boolean> {
  const rows = await db.query(sql`
    insert into mail_refusals (user_id, kind, refused_at)
    values (${userId}, ${kind}, ${at})
    on conflict (user_id, kind) do nothing
    returning kind
  `)
  return rows.length > 0
}

/** False if it was already so. */
export async function deleteRefusal(
  db: Db,
  { userId, kind }: { userId: string; kind: OptionalMail },
): Promise<boolean> {
  const rows = await db.query(
    sql`delete from mail_refusals where user_id = ${userId} and kind = ${kind} returning kind`,
  )
  return rows.length > 0
}

/** Mail of this kind that is queued for them and not sent yet. */
export async function dropWaiting(
  db: Db,
  { userId, kind }: { userId: string; kind: OptionalMail },
): Promise<void> {
  await db.query(sql`delete from mails where user_id = ${userId} and kind = ${kind} and sent_at is null`)
}
