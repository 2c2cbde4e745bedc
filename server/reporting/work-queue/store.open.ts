import { NEW_REPRESENTATIVE_HOURS } from '#domain/representative.ts'
import type { OpenWork } from '#domain/schemas/work-queue.ts'
import { isRepresentative, mayManage } from '#server/accounts/access/index.ts'
import { countUndelivered } from '#server/messaging/mails/index.ts'
import { toSend } from '#server/money/payouts/index.ts'
import { type Db, only, type SQL, sql } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { isNoMember, waitsForReader } from './store.step-rows.ts'

const HOUR_MS = 3_600_000

/** Rows in `from`, for a representative only. */
const forRepresentatives = (from: SQL): SQL => sql`
  case when me.is_representative then (select count(*) from ${from}) else 0 end::integer
`

/** People proposed as representatives, whom the reader may confirm (R29). */
export const rolesToConfirm = (userId: string): SQL => sql`
  select r.user_id, r.proposed_at
  from role_proposals r
  join users u on u.id = r.user_id
  where r.confirmed_at is null
    and r.withdrawn_at is null
    and u.deleted_at is null
    and r.proposed_by <> ${userId}
    and r.user_id <> ${userId}
`

/** What another representative prepared, `s`, for someone else's pledge, `p` (R29). */
export const toSignOff = (userId: string): SQL => sql`
  s.state = 'prepared'
  and s.prepared_by <> ${userId}
  and p.pledger_id <> ${userId}
`

/** The reader is no new representative, who approves nothing that takes two people (R29). */
const mayApprove = (userId: string, now: Date): SQL => sql`
  not exists (
    select from user_roles
    where user_id = ${userId}
      and granted_by is not null
      and granted_at > ${new Date(now.getTime() - NEW_REPRESENTATIVE_HOURS * HOUR_MS)}
  )
`

type Counts = Omit<OpenWork, 'undelivered'> & { isRepresentative: boolean }

/** How much waits behind each link of the navigation, each counted in an index with only such rows (R27, R51). */
export async function openWork(db: Db, actor: Actor, now: Date): Promise<OpenWork> {
  const { userId } = actor
  const {
    isRepresentative: readsAll,
    heldPledges,
    exceptions,
    signOffs,
    representatives,
    ...counts
  } = only(
    await db.query<Counts>(sql`
      with me as (
        select ${isRepresentative(actor)} as is_representative
      )
      select
        ${forRepresentatives(sql`review_requests where answered_at is null`)} as reviews,
        (
          select count(*)::integer
          from results r
          join campaigns c on c.id = r.campaign_id
          where ${waitsForReader(userId)}
            and ${mayManage(actor, sql`c.organization_id`)}
        ) as results,
        (
          select count(distinct q.comment_id)::integer
          from comment_reports q
          join comments t on t.id = q.comment_id
          join campaigns c on c.id = q.campaign_id
          where q.closed_at is null
            and t.hidden_at is null
            and ${mayManage(actor, sql`c.organization_id`)}
        ) as comments,
        ${forRepresentatives(sql`charges where state in ('failed', 'requires_action', 'past_due')`)} as failed_charges,
        ${forRepresentatives(sql`payments where state = 'received'`)} as to_deposit,
        ${forRepresentatives(sql`
          payouts u
          join campaigns c on c.id = u.campaign_id
          where (
              u.state = 'prepared'
              and u.prepared_by <> ${userId}
              and ${mayApprove(userId, now)}
              and ${isNoMember(userId, sql`c.organization_id`)}
            )
            or ${toSend('u')}
            or u.state = 'sent'
        `)} as payouts,
        ${forRepresentatives(sql`disputes where closed_at is null`)} as disputes,
        ${forRepresentatives(sql`held_pledges where state = 'held'`)} as held_pledges,
        ${forRepresentatives(sql`exceptions where resolved_at is null`)} as exceptions,
        ${forRepresentatives(sql`
          sign_offs s
          join pledges p on p.id = s.pledge_id
          where ${toSignOff(userId)}
            and ${mayApprove(userId, now)}
        `)} as sign_offs,
        ${forRepresentatives(sql`(${rolesToConfirm(userId)}) r where ${mayApprove(userId, now)}`)} as representatives,
        me.is_representative
      from me
    `),
  )
  return {
    ...counts,
    undelivered: readsAll ? await countUndelivered(db) : 0,
    ...(heldPledges ? { heldPledges } : {}),
    ...(exceptions ? { exceptions } : {}),
    ...(signOffs ? { signOffs } : {}),
    ...(representatives ? { representatives } : {}),
  }
}
