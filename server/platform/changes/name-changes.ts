import { CHANNEL } from '#server/platform/cache/cache.ts'
import { type Db, sql } from '#server/platform/db/database.ts'

const changed = sql`
  select pg_notify(
    ${CHANNEL},
    json_build_object('tags', json_build_array('campaign:' || campaign_id))::text
  )
`

/** When a person's messages are removed, the pages that show them are rebuilt likewise. */
export const userMessagesRemoved = (tx: Db, userId: string): Promise<unknown[]> =>
  tx.query(sql`
    ${changed}
    from comments
    where author_id = ${userId}
    group by campaign_id
  `)

/**
 * When a name is changed or removed, the public pages of campaigns with that ambassador, or that thank that supporter, are
 * rebuilt, on every instance, as soon as this transaction is committed.
 */
export const userNameChanged = (tx: Db, userId: string): Promise<unknown[]> =>
  tx.query(sql`
    ${changed}
    from (
      select campaign_id
      from ambassadors
      where user_id = ${userId}
      union
      select campaign_id
      from pledges
      where pledger_id = ${userId}
        and thanks = 'shown'
    ) named
  `)
