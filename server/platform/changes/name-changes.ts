import { CHANNEL } from '#server/platform/cache/cache.ts'
import { type Db, sql } from '#server/platform/db/database.ts'

/**
 * When a name is changed or removed, the public pages of campaigns with that ambassador are rebuilt (R42, R45), on every
 * instance, as soon as this transaction is committed.
 */
export const userNameChanged = (tx: Db, userId: string): Promise<unknown[]> =>
  tx.query(sql`
    select pg_notify(
      ${CHANNEL},
      json_build_object('tags', json_build_array('campaign:' || campaign_id))::text
    )
    from ambassadors
    where user_id = ${userId}
  `)
