import type { OpenWork } from '#domain/schemas/work-queue.ts'
import { isRepresentative, mayManage } from '#server/accounts/access/index.ts'
import { countUndelivered } from '#server/messaging/mails/index.ts'
import { unconfirmed } from '#server/money/payouts/index.ts'
import { type Db, only, type SQL, sql } from '#server/platform/db/database.ts'
import { waitsForReader } from './store.step-rows.ts'

/** Rows in `from`, for a representative only. */
const forRepresentatives = (from: SQL): SQL => sql`
  case when me.is_representative then (select count(*) from ${from}) else 0 end::integer
`

type Counts = Omit<OpenWork, 'undelivered'> & { isRepresentative: boolean }

/** How much waits behind each link of the navigation, each counted in an index with only such rows (R27, R51). */
export async function openWork(db: Db, userId: string): Promise<OpenWork> {
  const { isRepresentative: readsAll, ...counts } = only(
    await db.query<Counts>(sql`
      with me as (
        select ${isRepresentative(userId)} as is_representative
      )
      select
        ${forRepresentatives(sql`review_requests where answered_at is null`)} as reviews,
        (
          select count(*)::integer
          from results r
          join campaigns c on c.id = r.campaign_id
          where ${waitsForReader(userId)}
            and ${mayManage(userId, sql`c.organization_id`)}
        ) as results,
        (
          select count(distinct q.comment_id)::integer
          from comment_reports q
          join comments t on t.id = q.comment_id
          join campaigns c on c.id = q.campaign_id
          where q.closed_at is null
            and t.hidden_at is null
            and ${mayManage(userId, sql`c.organization_id`)}
        ) as comments,
        ${forRepresentatives(sql`charges where state in ('failed', 'requires_action', 'past_due')`)} as failed_charges,
        ${forRepresentatives(sql`payments where state = 'received'`)} as to_deposit,
        ${forRepresentatives(sql`
          payouts u
          where (u.state = 'prepared' and u.prepared_by <> ${userId})
            or u.state = 'approved'
            or ${unconfirmed('u')}
        `)} as payouts,
        ${forRepresentatives(sql`disputes where closed_at is null`)} as disputes,
        me.is_representative
      from me
    `),
  )
  return { ...counts, undelivered: readsAll ? await countUndelivered(db) : 0 }
}
