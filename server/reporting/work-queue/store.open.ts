import { REPRESENTATIVE } from '#domain/schemas/user.ts'
import type { OpenWork } from '#domain/schemas/work-queue.ts'
import { countUndelivered } from '#server/messaging/mails/index.ts'
import { type Db, only, type SQL, sql } from '#server/platform/db/database.ts'

/** Rows in `from`, for a representative only. */
const forRepresentatives = (from: SQL): SQL => sql`
  case when me.is_representative then (select count(*) from ${from}) else 0 end::integer
`

/** Of a campaign `c` that the reader manages: any for a representative, their own for an owner. */
const isManaged = (userId: string): SQL => sql`
  (
    me.is_representative
    or exists (
      select from organization_members m
      where m.organization_id = c.organization_id
        and m.user_id = ${userId}
        and m.role = 'owner'
    )
  )
`

type Counts = Omit<OpenWork, 'undelivered'> & { isRepresentative: boolean }

/** How much waits behind each link of the navigation, each counted in an index that holds nothing else (R27, R51). */
export async function openWork(db: Db, userId: string): Promise<OpenWork> {
  const { isRepresentative, ...counts } = only(
    await db.query<Counts>(sql`
      with me as (
        select exists (
          select from user_roles r
          where r.user_id = ${userId}
            and r.role = ${REPRESENTATIVE}
        ) as is_representative
      )
      select
        ${forRepresentatives(sql`review_requests where answered_at is null`)} as reviews,
        (
          select count(*)::integer
          from results r
          join campaigns c on c.id = r.campaign_id
          where
            (
              (r.confirmed_at is null and r.voided_at is null)
              or (r.void_requested_at is not null and r.voided_at is null)
            )
            and coalesce(r.void_requested_by, r.entered_by) <> ${userId}
            and c.status <> 'cancelled'
            and ${isManaged(userId)}
        ) as results,
        (
          select count(distinct q.comment_id)::integer
          from comment_reports q
          join comments t on t.id = q.comment_id
          join campaigns c on c.id = q.campaign_id
          where q.closed_at is null
            and t.hidden_at is null
            and ${isManaged(userId)}
        ) as comments,
        ${forRepresentatives(sql`charges where state in ('failed', 'requires_action', 'past_due')`)} as failed_charges,
        ${forRepresentatives(sql`payments where state = 'received'`)} as to_deposit,
        ${forRepresentatives(sql`
          payouts
          where (state = 'prepared' and prepared_by <> ${userId})
            or state = 'approved'
            or (state = 'paid' and arrived_on is null)
        `)} as payouts,
        ${forRepresentatives(sql`disputes where state in ('inquiry', 'open')`)} as disputes,
        me.is_representative
      from me
    `),
  )
  return { ...counts, undelivered: isRepresentative ? await countUndelivered(db) : 0 }
}
