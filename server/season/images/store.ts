import { type Db, sql } from '#server/platform/db/database.ts'

export async function imageUrlOf(db: Db, campaignId: string): Promise<string | null> {
  const [row] = await db.query<{ imageUrl: string | null }>(sql`
    select image_url
    from campaigns
    where id = ${campaignId}
  `)
  return row?.imageUrl ?? null
}
