import {
  ANSWER_DAYS,
  DRAFT_DAYS,
  MATCH_HOURS,
  MISSED_DAYS,
  NUDGE_AFTER_DAYS,
} from '#domain/people/work-queue.ts'
import type { NextEvent, WorkQueueSteps } from '#domain/schemas/work-queue.ts'
import { COUNTED_TYPES } from '#domain/season/statistic-types.ts'
import { isKeptPrivate, roleWho } from '#server/accounts/access/index.ts'
import { type Db, type SQL, sql } from '#server/platform/db/database.ts'
import { daysBefore, type Reader, readSteps, reportedComments, resultsToConfirm } from './steps-store.ts'

const isOver = (now: Date): SQL =>
  sql`coalesce(e.end_time, e.start_time + make_interval(hours => ${MATCH_HOURS})) <= ${now}`

/**
 * For everyone who may enter results: matches that are being played, also once something was entered, and past
 * ones without a result. Once the season is over also those from months ago: they keep it from being settled.
 */
export const matches = (campaigns: SQL, now: Date): SQL => sql`
  select
    case when ${isOver(now)} then 'enter_match' else 'match_now' end as kind, e.campaign_id,
    1 as count,
    null::bigint as amount_cents,
    e.name as subject,
    e.id as event_id,
    e.start_time as at
  from ${campaigns} c
  join events e on e.campaign_id = c.id
  where c.status in ('active', 'paused', 'completed')
    and c.final_locked_at is null
    and e.archived_at is null
    and (e.event_type in ('game', 'tournament') or e.opponent is not null)
    and (e.start_time > ${daysBefore(now, MISSED_DAYS)} or c.ends_at <= ${now})
    and e.start_time <= ${now}
    and exists (
      select from statistics s
      where s.campaign_id = c.id
        and s.type = any(${sql.param([...COUNTED_TYPES])}::text[])
    )
    and not (
      ${isOver(now)}
      and exists (
        select from results r
        where r.campaign_id = c.id
          and r.event_id = e.id
          and r.voided_at is null
      )
    )
`

/** A representative's answers. */
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

/** Drafts for which their owner has not requested a review yet. */
const drafts = (now: Date): SQL => sql`
  select 'finish_draft', c.id, 1, null, null, null, c.created_at
  from owned c
  where c.status = 'draft'
    and c.created_at > ${daysBefore(now, DRAFT_DAYS)}
    and not exists (
      select from review_requests
      where campaign_id = c.id
    )
`

/** Ambassadors who have brought nobody yet and have not been mailed for a week. */
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

/** What a supporter's own pledges wait for: a card that failed, a link in a mail, an open invoice. */
const pledges = (userId: string): SQL => sql`
  select
    'update_card' as kind, h.campaign_id,
    count(*)::integer as count,
    sum(h.amount_cents)::bigint as amount_cents,
    null::text as subject,
    null::uuid as event_id,
    min(h.charge_at) as at,
    h.pledge_id
  from pledges p
  join charges h on h.pledge_id = p.id
  where p.pledger_id = ${userId}
    and h.state in ('failed', 'requires_action', 'past_due')
  group by h.campaign_id, h.pledge_id
  union all
  select 'confirm_pledge', g.campaign_id, 1, g.maximum_cents, null, null, g.held_at, null
  from users u
  join guest_pledges g on g.email = u.email
  where u.id = ${userId}
    and u.email_verified_at is not null
    and g.state = 'held'
  union all
  select
    'pay_invoice', i.campaign_id, 1, i.amount_cents - i.paid_cents, i.number, null,
    i.due_on::timestamp at time zone c.time_zone,
    i.pledge_id
  from pledges p
  join invoices i on i.pledge_id = p.id
  join campaigns c on c.id = i.campaign_id
  where p.pledger_id = ${userId}
    and i.state = 'open'
    and i.paid_cents < i.amount_cents
    and not exists (
      select from charges h
      where h.invoice_id = i.id
        and h.state <> 'voided'
    )
`

/**
 * What waits for the reader: in their own campaigns what their role may do, and their own pledges for a supporter.
 */
export async function ownSteps(db: Db, reader: Reader): Promise<WorkQueueSteps> {
  const { userId, now } = reader
  const ctes = sql`
    mine as materialized (
      select c.*, m.role
      from organization_members m
      join campaigns c on c.organization_id = m.organization_id
      where m.user_id = ${userId}
        and (${roleWho('manage', 'm')} or not ${isKeptPrivate})
    ),
    owned as (select * from mine where ${roleWho('manage', 'mine')}),
    campaign_steps as (
      ${matches(sql`(select * from mine where ${roleWho('enterResults', 'mine')})`, now)}
      union all ${resultsToConfirm(sql`(select * from mine where ${roleWho('confirmResults', 'mine')})`, reader)}
      union all ${answers(now)}
      union all ${reportedComments(sql`owned`)}
      union all ${drafts(now)}
      union all ${nudges(now)}
    ),
    own_steps as (
      ${pledges(userId)}
      union all select *, null::uuid from campaign_steps
    ),
    steps as (select *, null::uuid as about_organization_id from own_steps)
  `
  return {
    ...(await readSteps(db, ctes, { ...reader, show: 'all' })),
    nextEvents: await nextEvents(db, reader),
  }
}

const MAX_NEXT = 3

/** The next events of the seasons that the reader supports or runs. */
async function nextEvents(db: Db, { userId, now }: Pick<Reader, 'userId' | 'now'>): Promise<NextEvent[]> {
  const rows = await db.query<Omit<NextEvent, 'startTime'> & { startTime: Date }>(sql`
    with own as (
      select c.id
      from organization_members m
      join campaigns c on c.organization_id = m.organization_id
      where m.user_id = ${userId}
      union
      select campaign_id
      from pledges
      where pledger_id = ${userId}
        and status = 'active'
    )
    select
      c.id as campaign_id, c.name as campaign_name, c.time_zone,
      e.id as event_id, e.name, e.location, e.start_time, e.has_time
    from own
    join campaigns c on c.id = own.id
    join events e on e.campaign_id = c.id
    where c.status in ('active', 'paused')
      and e.archived_at is null
      and e.start_time > ${now}
    order by e.start_time, e.id
    limit ${MAX_NEXT}
  `)
  return rows.map((row) => ({ ...row, startTime: row.startTime.toISOString() }))
}
