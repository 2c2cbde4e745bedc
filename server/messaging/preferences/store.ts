import type { OptionalMail } from '#domain/people/mail-kinds.ts'
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

/** The address that an account has confirmed. */
export async function provenAddressOf(db: Db, userId: string): Promise<string | undefined> {
  const row = first(
    await db.query<{ email: string }>(sql`
      select email
      from users
      where id = ${userId}
        and email_verified_at is not null
        and deleted_at is null
    `),
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

/** Only they are nudged. */
export async function isAmbassador(db: Db, userId: string): Promise<boolean> {
  const rows = await db.query(sql`
    select from ambassadors where user_id = ${userId} and joined_at is not null limit 1
  `)
  return rows.length > 0
}

export async function refusersOf(
  db: Db,
  kind: OptionalMail,
  userIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db.query<{ userId: string }>(sql`
    select user_id
    from mail_refusals
    where kind = ${kind}
      and user_id = any(${sql.param([...userIds])}::uuid[])
  `)
  return new Set(rows.map(({ userId }) => userId))
}

export async function refusedMarks(db: Db, marks: readonly string[]): Promise<Set<string>> {
  const rows = await db.query<{ addressMark: string }>(sql`
    select address_mark
    from invitation_refusals
    where address_mark = any(${sql.param([...marks])}::uuid[])
  `)
  return new Set(rows.map(({ addressMark }) => addressMark))
}

export const isRefused = async (db: Db, mark: string): Promise<boolean> =>
  (await refusedMarks(db, [mark])).has(mark)

/** False if it was already so. */
export async function insertInvitationRefusal(db: Db, mark: string, at: Date): Promise<boolean> {
  const rows = await db.query(sql`
    insert into invitation_refusals (address_mark, refused_at)
    values (${mark}, ${at})
    on conflict (address_mark) do nothing
    returning address_mark
  `)
  return rows.length > 0
}

/** False if it was already so. */
export async function deleteInvitationRefusal(db: Db, mark: string): Promise<boolean> {
  const rows = await db.query(
    sql`delete from invitation_refusals where address_mark = ${mark} returning address_mark`,
  )
  return rows.length > 0
}

export async function waitingInvitations(db: Db): Promise<{ id: string; to: string }[]> {
  return db.query<{ id: string; to: string }>(sql`
    select id, to_address as to
    from mails
    where kind in ('ambassador_invitation', 'member_invitation')
      and sent_at is null
      and failed_at is null
  `)
}

export async function dropMails(db: Db, ids: readonly string[]): Promise<void> {
  await db.query(sql`delete from mails where id = any(${sql.param([...ids])}::uuid[]) and sent_at is null`)
}
