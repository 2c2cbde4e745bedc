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
