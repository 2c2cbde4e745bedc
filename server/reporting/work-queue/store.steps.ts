import { cents, toDecimal } from '#domain/money.ts'
import type { WorkQueueStep, WorkQueueSteps } from '#domain/schemas/work-queue.ts'
import { COUNTED_TYPES } from '#domain/statistic-types.ts'
import { SOON_DAYS, STEPS } from '#domain/work-queue.ts'
import { blockers } from '#server/money/settlements/index.ts'
import { type Db, type SQL, sql } from '#server/platform/db/database.ts'
import { isToSettle } from './store.ts'

export type StepRow = Omit<WorkQueueStep, 'amount' | 'at'> & {
  amountCents: number | null
  at: Date | null
  total: number
}
export type Reader = { userId: string; now: Date; limit: number }

export const DAY_MS = 86_400_000
const MAX_NAMED = 3

/** Money that did not come, what a bank wants to know within the week (R35), and messages that were reported (R43). */
const money = (soon: Date): SQL => sql`
  select
    'answer_dispute' as kind,
    campaign_id,
    count(*)::integer as count,
    sum(amount_cents)::bigint as amount_cents,
    null::text as subject,
    null::uuid as event_id,
    min(evidence_due_at) as at
  from disputes
  where state in ('inquiry', 'open')
    and evidence_due_at <= ${soon}
  group by campaign_id
  union all
  select
    'failed_charges', campaign_id,
    count(*)::integer,
    sum(amount_cents)::bigint,
    null, null,
    min(charge_at)
  from charges
  where state in ('failed', 'requires_action', 'past_due')
  group by campaign_id
  union all
  select
    'reported_comments', r.campaign_id,
    count(distinct r.comment_id)::integer,
    null, null, null,
    min(r.created_at)
  from comment_reports r
  join comments c on c.id = r.comment_id
  where r.closed_at is null
    and c.hidden_at is null
  group by r.campaign_id
`

/** What a match or a season still needs from a person: a second one (R18), a first one, or a review (R24). */
const people = ({ userId, now }: Reader, soon: Date): SQL => sql`
  select
    'ending_without_results', s.campaign_id,
    count(*)::integer,
    null,
    array_to_string(
      (array_agg(s.name order by s.sort_order, s.id))[1:${sql.raw(String(MAX_NAMED))}],
      ', '
    ),
    null, c.ends_at
  from campaigns c
  join statistics s on s.campaign_id = c.id
  where c.status = 'active'
    and c.final_locked_at is null
    and c.ends_at > ${now}
    and c.ends_at <= ${soon}
    and s.type = any(${sql.param([...COUNTED_TYPES])}::text[])
    and exists (select from pledge_lines p where p.statistic_id = s.id)
    and not exists (
      select from results r
      where r.statistic_id = s.id
        and r.voided_at is null
    )
  group by s.campaign_id, c.ends_at
  union all
  select 'review', campaign_id, 1, null, null, null, asked_at
  from review_requests
  where answered_at is null
  union all
  select
    'held_pledges', campaign_id,
    count(*)::integer,
    sum(agreed_maximum_cents)::bigint,
    null, null,
    min(created_at)
  from held_pledges
  where state = 'held'
  group by campaign_id
  union all
  select
    'confirm_results', r.campaign_id,
    count(*)::integer,
    null,
    min(coalesce(e.name, s.name)),
    r.event_id,
    min(coalesce(e.start_time, r.entered_at))
  from results r
  join campaigns c on c.id = r.campaign_id
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
`

/** Held pledges have a step of their own (R57). */
const isMissing = sql`b.code <> 'held_pledge'`

/** Seasons that are over: to be settled, or what still stands in the way and somebody has to enter (R31). */
const seasons = (now: Date): SQL => sql`
  select
    case when count(b.code) = 0 then 'settle' else 'enter_results' end,
    c.id,
    (count(b.code) filter (where ${isMissing}))::integer,
    null, null, null, c.ends_at
  from campaigns c
  left join lateral (${blockers(sql`c.id`, now)}) b on true
  where ${isToSettle(now)}
  group by c.id
  having count(b.code) = 0
    or count(*) filter (where ${isMissing} and b.code <> 'unconfirmed_results') > 0
`

/** What waits for somebody, the most pressing first; bounded, with the count of all of it (R51). */
export async function workQueueSteps(db: Db, reader: Reader): Promise<WorkQueueSteps> {
  const { now, limit } = reader
  const soon = new Date(now.getTime() + SOON_DAYS * DAY_MS)
  const rows = await db.query<StepRow>(sql`
    with steps as (${money(soon)} union all ${people(reader, soon)} union all ${seasons(now)})
    select
      s.*,
      c.name as campaign_name, o.name as organization_name, c.time_zone,
      count(*) over () as total
    from steps s
    join campaigns c on c.id = s.campaign_id
    join organizations o on o.id = c.organization_id
    order by
      array_position(${sql.param([...STEPS])}::text[], s.kind),
      s.at,
      s.campaign_id,
      s.event_id
    limit ${limit}
  `)
  return toSteps(rows)
}

export const toSteps = (rows: readonly StepRow[]): WorkQueueSteps => ({
  steps: rows.map(({ amountCents, total: _total, at, ...row }) => ({
    ...row,
    amount: amountCents === null ? null : toDecimal(cents(amountCents)),
    at: at?.toISOString() ?? null,
  })),
  count: rows[0]?.total ?? 0,
})
