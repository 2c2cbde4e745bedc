import { type Db, only, sql } from '#server/platform/db/database.ts'

export async function countHeld(db: Db): Promise<number> {
  return only(
    await db.query<{ count: number }>(sql`
      select count(*) as count
      from campaigns
      where billing_held_at is not null
    `),
  ).count
}

/** When all books were last found to balance; null if never. */
export async function lastBalancedAt(db: Db): Promise<Date | null> {
  const [row] = await db.query<{ at: string }>(sql`
    select value #>> '{}' as at
    from settings
    where name = 'books_balanced_at'
  `)
  return row ? new Date(row.at) : null
}

/** When the campaign that has waited longest was last checked in full; null if none was yet. */
export async function longestUncheckedAt(db: Db): Promise<Date | null> {
  return only(
    await db.query<{ at: Date | null }>(sql`
      select min(checked_at) as at
      from book_checks
    `),
  ).at
}

/** Which of these campaigns have books that do not balance, and since when (R40). */
export async function heldSince(db: Db, campaignIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; at: Date }>(sql`
    select id, billing_held_at as at
    from campaigns
    where id = any(${sql.param([...campaignIds])}::uuid[])
      and billing_held_at is not null
  `)
  return new Map(rows.map(({ id, at }) => [id, at.toISOString()]))
}
