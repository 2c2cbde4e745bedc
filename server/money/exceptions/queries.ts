import { type Db, first, type SQL, sql } from '#server/platform/db/database.ts'

/** A person has not decided yet about the row with this id: it is neither charged, refunded nor paid out (R34). */
export const isHeldByException = (id: SQL): SQL => sql`
  exists (
    select from exceptions
    where subject_id = ${id}
      and resolved_at is null
  )
`

/** Whether what this key names waits for a person, or one has decided about it. */
export async function exceptionAbout(db: Db, key: string): Promise<'none' | 'open' | 'resolved'> {
  const row = first(
    await db.query<{ isOpen: boolean }>(
      sql`select resolved_at is null as is_open from exceptions where key = ${key}`,
    ),
  )
  if (!row) return 'none'
  return row.isOpen ? 'open' : 'resolved'
}

/** Null if there is none. */
export async function campaignOfException(db: Db, id: string): Promise<string | null> {
  const rows = await db.query<{ campaignId: string }>(
    sql`select campaign_id from exceptions where id = ${id}`,
  )
  return first(rows)?.campaignId ?? null
}

/** Of the latest with this key, open or resolved; 0 if there is none. */
export async function amountOfException(db: Db, key: string): Promise<number> {
  const rows = await db.query<{ amountCents: number }>(
    sql`select amount_cents from exceptions where key = ${key}`,
  )
  return first(rows)?.amountCents ?? 0
}
