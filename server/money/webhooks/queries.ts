import { type Db, only, sql } from '#server/platform/db/database.ts'
import { MAX_ATTEMPTS } from './jobs.ts'
import { type Account, fetchedName } from './store.fetching.ts'

/** When an event of each type last had to be fetched, because no webhook had brought it (R67). */
export const lastFetched = (db: Db, account: Account): Promise<{ type: string; at: Date }[]> =>
  db.query(sql`
    select f.type, f.at::timestamptz as at
    from settings s
    cross join lateral jsonb_each_text(s.value) as f (type, at)
    where s.name = ${fetchedName(account)}
    order by f.type
  `)

/** Events that no attempt could process: representatives see them listed (R34). */
export async function countUnprocessed(db: Db, { provider }: Account): Promise<number> {
  return only(
    await db.query<{ count: number }>(sql`
      select count(*) as count
      from card_events
      where provider = ${provider}
        and handled_at is null
        and attempts >= ${MAX_ATTEMPTS}
    `),
  ).count
}
