import { type Db, sql } from '#server/platform/db/database.ts'

/** A result as it is while its digest is frozen, of `effective_results r` with its event `e`. */
export const keptResult = sql`
  r.id, coalesce(e.start_time, r.entered_at),
  case when r.kind = 'count' then coalesce(e.start_time, r.entered_at) else r.confirmed_at end,
  r.difference
`

/** Closes all open digests as if they had been sent, for a past that is filled in at once. */
export async function closeGathering(db: Db, at: Date): Promise<void> {
  await db.query(sql`
    with gathering as (
      update result_digests
      set frozen_at = ${at}, closed_at = ${at}
      where frozen_at is null
      returning id, campaign_id
    )
    insert into result_digest_results (digest_id, result_id, occurs_at, since_at, quantity)
    select u.id, ${keptResult}
    from gathering u
    join effective_results r on r.campaign_id = u.campaign_id
    left join events e on e.id = r.event_id
    where r.confirmed_at is not null
      and r.difference <> 0
  `)
}
