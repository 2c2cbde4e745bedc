import type { WorkQueueSteps } from '#domain/schemas/work-queue.ts'
import { COUNTED_TYPES } from '#domain/statistic-types.ts'
import { ANSWER_DAYS, MATCH_HOURS, MISSED_DAYS, NUDGE_AFTER_DAYS, STEPS } from '#domain/work-queue.ts'
import { type Db, type SQL, sql } from '#server/platform/db/database.ts'
import { DAY_MS, type Reader, type StepRow, toSteps } from './store.steps.ts'

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

/** What waits for a second person (R18), what a representative wrote (R24), and messages that were reported (R43). */
const answers = ({ userId, now }: Reader): SQL => sql`
  select
    'confirm_results', r.campaign_id,
    count(*)::integer,
    null,
    min(coalesce(e.name, s.name)),
    r.event_id,
    min(coalesce(e.start_time, r.entered_at))
  from owned c
  join results r on r.campaign_id = c.id
  join statistics s on s.id = r.statistic_id
  left join events e on e.id = r.event_id
  where
    (
      (r.confirmed_at is null and r.voided_at is null)
      or (r.void_requested_at is not null and r.voided_at is null)
    )
    and coalesce(r.void_requested_by, r.entered_by) <> ${userId}
    and c.status <> 'cancelled'
  group by r.campaign_id, r.event_id, case when r.event_id is null then r.statistic_id end
  union all
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
  union all
  select
    'reported_comments', q.campaign_id,
    count(distinct q.comment_id)::integer,
    null, null, null,
    min(q.created_at)
  from owned c
  join comment_reports q on q.campaign_id = c.id
  join comments t on t.id = q.comment_id
  where q.closed_at is null
    and t.hidden_at is null
  group by q.campaign_id
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
export async function ownSteps(db: Db, reader: Reader): Promise<WorkQueueSteps> {
  const { userId, now, limit } = reader
  const rows = await db.query<StepRow>(sql`
    with mine as materialized (
      select c.*, m.role, o.name as organization_name
      from organization_members m
      join organizations o on o.id = m.organization_id
      join campaigns c on c.organization_id = o.id
      where m.user_id = ${userId}
        and (m.role = 'owner' or c.status <> 'draft')
    ),
    owned as (select * from mine where role = 'owner'),
    steps as (${matches(now)} union all ${answers(reader)} union all ${nudges(now)})
    select
      s.*,
      c.name as campaign_name, c.organization_name, c.time_zone,
      count(*) over () as total
    from steps s
    join mine c on c.id = s.campaign_id
    order by
      array_position(${sql.param([...STEPS])}::text[], s.kind),
      s.at,
      s.campaign_id,
      s.event_id
    limit ${limit}
  `)
  return toSteps(rows)
}
