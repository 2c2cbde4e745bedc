import { type Db, first, type SQL, sql } from '#server/platform/db/database.ts'

/** A person has not decided yet about the row with this id: it is neither charged, refunded nor paid out (R34). */
export const isHeldByException = (id: SQL): SQL => sql`
  exists (
    select from exceptions
    where subject_id = ${id}
      and resolved_at is null
  )
`

/** Whether a payment that nothing explained waits for a person, or one has decided about it. */
export async function exceptionAbout(db: Db, reference: string): Promise<'none' | 'open' | 'resolved'> {
  const row = first(
    await db.query<{ isOpen: boolean }>(
      sql`select resolved_at is null as is_open from exceptions where reference = ${reference}`,
    ),
  )
  if (!row) return 'none'
  return row.isOpen ? 'open' : 'resolved'
}
