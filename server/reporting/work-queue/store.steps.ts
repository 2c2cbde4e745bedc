import { CALENDAR_BLOCKERS } from '#domain/schemas/settlement.ts'
import type { WorkQueueSteps } from '#domain/schemas/work-queue.ts'
import { COUNTED_TYPES } from '#domain/statistic-types.ts'
import { APPROVALS, ARRIVAL_DAYS, SOON_DAYS } from '#domain/work-queue.ts'
import { approvesLater } from '#server/accounts/access/index.ts'
import type { Clearing } from '#server/money/payments/index.ts'
import { IS_ABOVE, toSend } from '#server/money/payouts/index.ts'
import { blockers, unsettledCorrections } from '#server/money/settlements/index.ts'
import { type Db, type SQL, sql } from '#server/platform/db/database.ts'
import { namesToThank, undecidedIn } from '#server/season/pledges/index.ts'
import { rolesToConfirm, toSignOff } from './store.open.ts'
import {
  DAY_MS,
  daysBefore,
  isNoMember,
  type Reader,
  readSteps,
  reportedComments,
  resultsToConfirm,
} from './store.step-rows.ts'
import { unsettledMoney } from './store.steps-money.ts'
import { isToSettle, toPrepare } from './store.ts'

const MAX_NAMED = 3

/** Money that did not arrive, and what a bank still waits to know (R35). */
const money = (now: Date): SQL => sql`
  select
    'answer_dispute' as kind,
    campaign_id,
    count(*)::integer as count,
    sum(amount_cents)::bigint as amount_cents,
    null::text as subject,
    null::uuid as event_id,
    min(evidence_due_at) as at
  from disputes
  where evidence_due_at > ${now}
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
`

/** What a season still needs from a person: results, a review (R24), or a check of held pledges (R57) or names (R26). */
const people = (now: Date, soon: Date): SQL => sql`
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
  select 'check_names', campaign_id, count(*)::integer, null, null, null, min(created_at)
  from ${namesToThank(null)}
  where is_waiting
  group by campaign_id
`

/** What another representative proposed or prepared, and this one may approve (R5, R29, R38). */
const approvals = (userId: string): SQL => sql`
  select
    'confirm_representative', null::uuid, 1, null,
    coalesce(nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), u.email),
    null, r.proposed_at
  from (${rolesToConfirm(userId)}) r
  join users u on u.id = r.user_id
  union all
  select
    'sign_off', s.campaign_id,
    count(*)::integer,
    sum(s.amount_cents)::bigint,
    case when count(*) = 1 then min(s.what) end,
    null,
    min(s.prepared_at)
  from sign_offs s
  join pledges p on p.id = s.pledge_id
  where ${toSignOff(userId)}
  group by s.campaign_id
  union all
  select
    'approve_payout', p.campaign_id,
    count(*)::integer,
    sum(p.amount_cents)::bigint,
    null, null,
    min(p.prepared_at)
  from payouts p
  join campaigns c on c.id = p.campaign_id
  where p.state = 'prepared'
    and p.prepared_by <> ${userId}
    and ${isNoMember(userId, sql`c.organization_id`)}
  group by p.campaign_id
`

/** The same of where organizations are paid (R25): listed with the organization's newest campaign, if it has one. */
const destinations = (userId: string): SQL => sql`
  select
    'approve_destination',
    (
      select c.id
      from campaigns c
      where c.organization_id = d.organization_id
      order by c.id desc
      limit 1
    ),
    1, null, null, null, d.proposed_at, d.organization_id
  from organization_payout_destinations d
  where d.approved_at is null
    and d.withdrawn_at is null
    and d.proposed_by <> ${userId}
    and ${isNoMember(userId, sql`d.organization_id`)}
`

/** What every representative may do about payouts: prepare, send, look after and confirm that one arrived (R38, R69). */
const payouts = (clearing: Clearing): SQL => sql`
  select 'prepare_payout', campaign_id, 1, amount_cents, null, null, at
  from (${toPrepare(clearing)}) o
  union all
  select
    'send_payout', campaign_id,
    count(*)::integer,
    sum(amount_cents)::bigint,
    null, null,
    min(approved_at)
  from payouts p
  where ${toSend('p')}
    and not ${IS_ABOVE}
  group by campaign_id
  union all
  select
    'confirm_payout', u.campaign_id,
    count(*)::integer,
    sum(u.amount_cents)::bigint,
    null, null,
    min(u.sent_at)
  from payouts u
  where u.state = 'sent'
    and u.sent_at <= ${daysBefore(clearing.now, ARRIVAL_DAYS)}
  group by u.campaign_id
`

/** Held pledges have a separate step (R57), and a day that has not come needs nobody. */
const isMissing = sql`b.code <> all(${sql.param(['held_pledge', ...CALENDAR_BLOCKERS])}::text[])`

/** Past seasons: to be settled, or blocked by something that somebody has to enter (R31). */
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

/**
 * Results changed after the final lock: a representative decides whether to bill or waive what was earned since (R32), and less is
 * refunded once that is locked (R33).
 */
const corrections = sql`
  select
    'settle_correction', u.campaign_id, 1, u.amount_cents, null, null,
    (
      select min(greatest(r.confirmed_at, r.voided_at))
      from results r
      where r.campaign_id = u.campaign_id
        and r.confirmed_at is not null
        and greatest(r.confirmed_at, r.voided_at) > (
          select max(locked_at)
          from settlements
          where campaign_id = u.campaign_id
        )
    )
  from (${unsettledCorrections()}) u
`

/** What waits for somebody in any campaign (R51, R73). */
export async function workQueueSteps(
  db: Db,
  reader: Reader,
  { checkClearingDays }: Pick<Clearing, 'checkClearingDays'>,
): Promise<WorkQueueSteps> {
  const { userId, now } = reader
  const clearing = { now, checkClearingDays }
  const soon = new Date(now.getTime() + SOON_DAYS * DAY_MS)
  const campaigns = sql`campaigns`
  const ctes = sql`
    of_campaigns as (
      ${money(now)}
      union all ${unsettledMoney(userId, clearing)}
      union all ${reportedComments(campaigns)}
      union all ${people(now, soon)}
      union all ${resultsToConfirm(campaigns, reader)}
      union all ${seasons(now)}
      union all ${corrections}
      union all ${approvals(userId)}
      union all ${payouts(clearing)}
    ),
    steps as (
      select *, null::uuid as about_organization_id
      from of_campaigns
      union all ${destinations(userId)}
    )
  `
  const [{ steps, ...rest }, later] = await Promise.all([
    readSteps(db, ctes, reader),
    approvesLater(db, reader, now),
  ])
  const undecided = await undecidedIn(
    db,
    steps.flatMap(({ kind, campaignId }) => (kind === 'settle_correction' && campaignId ? [campaignId] : [])),
  )
  const toStep = (step: (typeof steps)[number]) => ({
    ...step,
    ...(step.kind === 'settle_correction' && undecided.has(step.campaignId ?? '')
      ? { undecided: undecided.get(step.campaignId ?? '') }
      : {}),
    ...(later && APPROVALS.includes(step.kind) ? { notBefore: later.toISOString() } : {}),
  })
  return { ...rest, steps: steps.map(toStep) }
}
