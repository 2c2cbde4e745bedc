import { type Db, sql } from '#server/platform/db/database.ts'
import { type Account, fetchedName } from './store.fetching.ts'

/** When an event of each type last had to be fetched, because no webhook had brought it (R69). */
export const lastFetched = (db: Db, account: Account): Promise<{ type: string; at: Date }[]> =>
  db.query(sql`
    select f.type, f.at::timestamptz as at
    from settings s
    cross join lateral jsonb_each_text(s.value) as f (type, at)
    where s.name = ${fetchedName(account)}
    order by f.type
  `)
