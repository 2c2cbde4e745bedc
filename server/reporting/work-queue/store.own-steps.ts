import type { WorkQueueSteps } from '#domain/schemas/work-queue.ts'
import { COUNTED_TYPES } from '#domain/statistic-types.ts'
import { ANSWER_DAYS, MATCH_HOURS, MISSED_DAYS, NUDGE_AFTER_DAYS } from '#domain/work-queue.ts'
import { type Db, type SQL, sql } from '#server/platform/db/database.ts'
import { DAY_MS, type Reader, readSteps, reportedComments, resultsToConfirm } from './store.step-rows.ts'

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS)

/** Matches that are over and have no result yet: for everyone who may enter one (R17, R25). */
const matches = (now: Date): SQL => sql`
  select
    'enter_match' as kind, e.campaign_id,
    1 as count,
    null::bigint as amount_cents,
    e.name as subject,
    e.id as event_id,
    e.start_time as at
  from mine c
  join events e on e.campaign_id = c.id
  where c.status in ('active', 'paused', 'completed')
    and c.final_locked_at is null
    and e.archived_at is null
    and (e.event_type in ('game', 'tournament') or e.opponent is not null)
    and e.start_time > ${daysBefore(now, MISSED_DAYS)}
    and coalesce(e.end_time, e.start_time + make_interval(hours => ${MATCH_HOURS})) <= ${now}
    and exists (
      select from statistics s
      where s.campaign_id = c.id
        and s.type = any(${sql.param([...COUNTED_TYPES])}::text[])
    )
    and not exists (
      select from results r
      where r.campaign_id = c.id
        and r.event_id = e.id
        and r.voided_at is null
    )
`

/** What a representative wrote (R24). */
const answers = (now: Date): SQL => sql`
  select 'answered_review', q.campaign_id, 1, null, q.answer, null, q.answered_at
  from owned c
  cross join lateral (
    select *
    from review_requests
    where campaign_id = c.id
    order by id desc
    limit 1
  ) q
  where c.status = 'draft'
    and q.answer is not null
    and q.answered_at > ${daysBefore(now, ANSWER_DAYS)}
`

/** Ambassadors who have brought nobody yet and have not been written to for a week (R42). */
const nudges = (now: Date): SQL => sql`
  select
    'nudge', a.campaign_id,
    count(*)::integer,
    null, null, null,
    min(coalesce(a.last_mailed_at, a.joined_at))
  from owned c
  join ambassadors a on a.campaign_id = c.id
  where c.status = 'active'
    and c.ends_at > ${now}
    and a.removed_at is null
    and (a.last_mailed_at is null or a.last_mailed_at <= ${daysBefore(now, NUDGE_AFTER_DAYS)})
    and not exists (
      select from pledges p
      where p.ambassador_id = a.id
        and p.status <> 'cancelled'
    )
  group by a.campaign_id
`

/** What the reader's own campaigns wait for: all of it for an owner, matches without results for a scorer (R27, R51). */
export function ownSteps(db: Db, { userId, now, limit }: Reader): Promise<WorkQueueSteps> {
  const ctes = sql`
    mine as materialized (
      select c.*, m.role
      from organization_members m
      join campaigns c on c.organization_id = m.organization_id
      where m.user_id = ${userId}
        and (m.role = 'owner' or c.status <> 'draft')
    ),
    owned as (select * from mine where role = 'owner'),
    steps as (
      ${matches(now)}
      union all ${resultsToConfirm(sql`owned`, userId)}
      union all ${answers(now)}
      union all ${reportedComments(sql`owned`)}
      union all ${nudges(now)}
    )
  `
  return readSteps(db, ctes, limit)
}
