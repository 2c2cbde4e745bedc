import { cents, toDecimal } from '#domain/money.ts'
import {
  APPROVALS,
  ARRIVAL_DAYS,
  DEPOSIT_DAYS,
  inOrder,
  LAST_REMINDER_DAYS,
  SOON_DAYS,
  type StepKind,
} from '#domain/people/work-queue.ts'
import { CALENDAR_BLOCKERS } from '#domain/schemas/settlement.ts'
import type { StepsQuery, WorkQueueStep, WorkQueueSteps } from '#domain/schemas/work-queue.ts'
import { COUNTED_TYPES } from '#domain/season/statistic-types.ts'
import { approvesLater } from '#server/accounts/access/index.ts'
import { refundsOwedRows } from '#server/money/manual-refunds/index.ts'
import type { Clearing } from '#server/money/payments/index.ts'
import { firstCampaignOf, IS_ABOVE, organizationsToAsk, toSend } from '#server/money/payouts/index.ts'
import { blockers, unsettledCorrections } from '#server/money/settlements/index.ts'
import { type Db, type SQL, sql } from '#server/platform/db/database.ts'
import { namesToThank, undecidedIn } from '#server/season/pledges/index.ts'
import { isUnassigned, showsMine } from './mine-store.ts'
import { isToSettle, rolesToConfirm, toPrepare, toSignOff } from './store.ts'

/** What a representative's steps and an owner's have in common. `c` is always the campaign. */
type StepRow = Omit<WorkQueueStep, 'amount' | 'at'> & {
  amountCents: number | null
  at: Date | null
  /** Names its organization, and is not answered. */
  aboutOrganizationId: string | null
}
export type Reader = { userId: string; now: Date } & StepsQuery

const DAY_MS = 86_400_000
export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS)

/** Result `r` is final and waits for a second person, and the reader may be that person. */
export const waitsForReader = (userId: string): SQL => sql`
  (
    (
      (r.confirmed_at is null and r.voided_at is null and r.is_final)
      or (r.void_requested_at is not null and r.voided_at is null)
    )
    and coalesce(r.void_requested_by, r.entered_by) <> ${userId}
    and c.status <> 'cancelled'
  )
`

/** The reader does not approve what an organization of theirs is paid. The organization is a column of the outer query. */
export const isNoMember = (userId: string, organizationId: SQL): SQL => sql`
  not exists (
    select from organization_members m
    where m.organization_id = ${organizationId}
      and m.user_id = ${userId}
  )
`

/** What entry `r` is about: its match, or its statistic where it has none. */
const matchOf = sql`coalesce(r.event_id, r.statistic_id)`

/**
 * What waits for a second person: one step for each match or, where a list must not be filled by them, for each
 * campaign. `campaigns` is a table or a name from a `with`.
 */
export const resultsToConfirm = (
  campaigns: SQL,
  { userId, confirmations }: Pick<Reader, 'userId' | 'confirmations'>,
): SQL => sql`
  select
    'confirm_results' as kind, r.campaign_id,
    count(*)::integer as count,
    null::bigint as amount_cents,
    case when count(distinct ${matchOf}) = 1 then min(coalesce(e.name, s.name)) end as subject,
    case when count(distinct ${matchOf}) = 1 then (array_agg(r.event_id))[1] end as event_id,
    min(coalesce(e.start_time, r.entered_at)) as at
  from ${campaigns} c
  join results r on r.campaign_id = c.id
  join statistics s on s.id = r.statistic_id
  left join events e on e.id = r.event_id
  where ${waitsForReader(userId)}
  group by r.campaign_id ${confirmations === 'match' ? sql`, ${matchOf}` : sql``}
`

/** Messages that were reported and are still shown. */
export const reportedComments = (campaigns: SQL): SQL => sql`
  select
    'reported_comments' as kind, q.campaign_id,
    count(distinct q.comment_id)::integer as count,
    null::bigint as amount_cents,
    null::text as subject,
    null::uuid as event_id,
    min(q.created_at) as at
  from ${campaigns} c
  join comment_reports q on q.campaign_id = c.id
  join comments t on t.id = q.comment_id
  where q.closed_at is null
    and t.hidden_at is null
  group by q.campaign_id
`

/** The most steps that are put in order; more than that nobody works through. */
const MAX_STEPS = 5_000

/** About an organization, and listed under one of its campaigns. */
const OF_ORGANIZATIONS: readonly StepKind[] = [
  'prepare_payout',
  'send_payout',
  'confirm_payout',
  'ask_destination',
]

/** What a reader with campaigns of their own looks at: those, what nobody is assigned to, and what a second person approves. */
const isMine = (userId: string): SQL => sql`
  (
    s.campaign_id is null
    or c.representative_id = ${userId}
    or ${isUnassigned}
    or s.kind = any(${sql.param([...APPROVALS])}::text[])
    or (
      s.kind = any(${sql.param([...OF_ORGANIZATIONS])}::text[])
      and exists (
        select from campaigns o
        where o.organization_id = c.organization_id
          and o.representative_id = ${userId}
      )
    )
  )
`

/**
 * A page of them in order, with the count of each kind. `ctes` define `steps`, whose `about_organization_id` is what
 * one without a campaign is about.
 */
export async function readSteps(db: Db, ctes: SQL, reader: Reader): Promise<WorkQueueSteps> {
  const { kind = null, page, limit, withoutCampaign, now } = reader
  const listed = await db.query<StepRow>(sql`
    with ${ctes}
    select
      s.*,
      c.name as campaign_name, o.id as organization_id, o.name as organization_name,
      coalesce(c.time_zone, 'UTC') as time_zone
    from steps s
    left join campaigns c on c.id = s.campaign_id
    left join organizations o on o.id = coalesce(c.organization_id, s.about_organization_id)
    where (s.campaign_id is not null or ${withoutCampaign === 'list'})
      and (${!(await showsMine(db, reader))} or ${isMine(reader.userId)})
    order by s.campaign_id, s.event_id, s.about_organization_id, s.subject
    limit ${MAX_STEPS}
  `)
  const kinds: Partial<Record<StepKind, number>> = {}
  for (const step of listed) kinds[step.kind] = (kinds[step.kind] ?? 0) + 1
  const wanted = kind === null ? listed : listed.filter((step) => step.kind === kind)
  return {
    steps: inOrder(wanted, now)
      .slice((page - 1) * limit, page * limit)
      .map(toStep),
    count: wanted.length,
    kinds,
  }
}

const toStep = ({
  amountCents,
  at,
  aboutOrganizationId: _organizationId,
  ...row
}: StepRow): WorkQueueStep => ({
  ...row,
  amount: amountCents === null ? null : toDecimal(cents(amountCents)),
  at: at?.toISOString() ?? null,
})

/** Money that waits for a person although no card failed: to give back, to ask for, or with books that do not balance. */
const today = (now: Date): SQL => sql`wall_clock(c.time_zone, ${now})::date`

/** Refunds that someone can send today by check or cash, of other people's pledges. */
const refunds = (userId: string, { now, checkClearingDays }: Clearing): SQL => sql`
  select
    'send_refund', o.campaign_id,
    count(*)::integer,
    sum(o.amount_cents)::bigint,
    null, null,
    min(o.since)::timestamp at time zone c.time_zone
  from (${refundsOwedRows(checkClearingDays)}) o
  join campaigns c on c.id = o.campaign_id
  join pledges p on p.id = o.pledge_id
  where p.pledger_id <> ${userId}
    and (o.kind = 'refund' or o.clears_on <= ${today(now)})
  group by o.campaign_id, c.time_zone
`

/** Open invoices without any reminder left: a person has to ask for the money. */
const invoices = (now: Date): SQL => sql`
  select
    'unpaid_invoices', i.campaign_id,
    count(*)::integer,
    sum(i.amount_cents - i.paid_cents)::bigint,
    null, null,
    min(i.due_on)::timestamp at time zone c.time_zone
  from invoices i
  join campaigns c on c.id = i.campaign_id
  where i.state = 'open'
    and i.paid_cents < i.amount_cents
    and i.due_on + ${LAST_REMINDER_DAYS}::integer < ${today(now)}
    and c.status <> 'paused'
    and not exists (
      select from charges h
      where h.invoice_id = i.id
        and h.state <> 'voided'
    )
  group by i.campaign_id, c.time_zone
`

/**
 * Checks and cash that are on no deposit slip days after they were received. One step for all of them, since one slip
 * takes all; but test money and real money go on separate slips.
 */
const deposits = (now: Date): SQL => sql`
  select
    'deposit_checks',
    case when count(distinct y.campaign_id) = 1 then (array_agg(y.campaign_id))[1] end,
    count(*)::integer,
    sum(y.amount_cents)::bigint,
    null, null,
    min((y.received_on + time '12:00') at time zone c.time_zone)
  from payments y
  join campaigns c on c.id = y.campaign_id
  where y.state = 'received'
    and y.received_on + ${DEPOSIT_DAYS}::integer < ${today(now)}
  group by c.money_mode
`

/** Campaigns whose books do not balance: nothing is billed or paid out meanwhile. */
const onHold = sql`
  select 'books_on_hold', id, 1, null, null, null, billing_held_at
  from campaigns
  where billing_held_at is not null
`

/** What is of no campaign has no sum: it is money in and out, and test money too. */
const sumOfCampaign = (campaignId: SQL): SQL =>
  sql`case when ${campaignId} is not null then sum(amount_cents)::bigint end`

/** Rare things that happened to money, which wait for a person. */
const exceptions = sql`
  select
    'exception', campaign_id,
    count(*)::integer,
    ${sumOfCampaign(sql`campaign_id`)},
    case when count(*) = 1 then min(happened) end,
    null,
    min(opened_at)
  from exceptions
  where resolved_at is null
  group by campaign_id
`

const unsettledMoney = (userId: string, clearing: Clearing): SQL => sql`
  ${refunds(userId, clearing)}
  union all ${invoices(clearing.now)}
  union all ${deposits(clearing.now)}
  union all ${onHold}
  union all ${exceptions}
`

const MAX_NAMED = 3
/** Of what an owner asks: the rest is on the campaign's page. */
const MAX_SUBJECT = 200

/** Money that did not arrive, and what a bank still waits to know. */
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
  -- Not one that is tried again by itself: a person asks for another card, once for each card.
  select
    'failed_charges', campaign_id,
    count(distinct coalesce(card_id, id))::integer,
    sum(amount_cents)::bigint,
    null, null,
    min(charge_at)
  from charges
  where state in ('past_due', 'requires_action')
  group by campaign_id
`

/** What a season still needs from a person: results, a review, or a check of held pledges or names. */
const people = ({ userId, now }: Pick<Reader, 'userId' | 'now'>, soon: Date): SQL => sql`
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
  select
    case when c.status = 'draft' then 'review' else 'answer_owner' end,
    q.campaign_id, 1, null,
    left(concat(coalesce(nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), 'an owner'), ' asked: ', q.question), ${MAX_SUBJECT}),
    null, q.asked_at
  from review_requests q
  join campaigns c on c.id = q.campaign_id
  join users u on u.id = q.asked_by
  where q.answered_at is null
  union all
  select 'thank_yous', campaign_id, 1, null, null, null, written_at
  from thank_yous
  where decided_at is null
    and written_by <> ${userId}
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

/** What another representative proposed or prepared, and this one may approve. */
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
    ${sumOfCampaign(sql`s.campaign_id`)},
    case when count(*) = 1 then min(s.what) end,
    null,
    min(s.prepared_at)
  from sign_offs s
  left join pledges p on p.id = s.pledge_id
  where ${toSignOff(userId)}
  group by s.campaign_id
  union all
  select
    'approve_payout', ${firstCampaignOf('p')}, 1, p.amount_cents, null, null, p.prepared_at
  from payouts p
  where p.state = 'prepared'
    and p.prepared_by <> ${userId}
    and ${isNoMember(userId, sql`p.organization_id`)}
`

/** The same of where organizations are paid: listed with the organization's newest campaign, if it has one. */
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

/** Organizations that are owed money and named no destination, and whose owners can be asked: with their newest campaign. */
const noDestinations = (now: Date): SQL => sql`
  select
    'ask_destination',
    (array_agg(c.id order by c.id desc))[1],
    1,
    d.owed_cents,
    null, null,
    min(coalesce(c.final_locked_at, c.ends_at)),
    d.organization_id
  from (${organizationsToAsk(now)}) d
  join campaigns c on c.organization_id = d.organization_id
  group by d.organization_id, d.owed_cents
`

/** What every representative may do about payouts: prepare, send, look after and confirm that one arrived. */
const payouts = (clearing: Clearing): SQL => sql`
  select 'prepare_payout', (min(o.campaign_id::text))::uuid, 1, min(o.together_cents), null, null, min(o.at)
  from (${toPrepare(clearing)}) o
  group by o.organization_id, o.money_mode
  union all
  select 'send_payout', ${firstCampaignOf('p')}, 1, p.amount_cents, null, null, p.approved_at
  from payouts p
  where ${toSend('p')}
    and not ${IS_ABOVE}
  union all
  select 'confirm_payout', ${firstCampaignOf('u')}, 1, u.amount_cents, null, null, u.sent_at
  from payouts u
  where u.state = 'sent'
    and u.sent_at <= ${daysBefore(clearing.now, ARRIVAL_DAYS)}
`

/** Held pledges and results to confirm have steps of their own, and a day that has not come needs nobody. */
const isMissing = sql`b.code <> all(${sql.param(['held_pledge', 'unconfirmed_results', ...CALENDAR_BLOCKERS])}::text[])`

/** Past seasons, and what is pledged and not collected: to be settled, or blocked by something that somebody has to enter. */
const seasons = (now: Date): SQL => sql`
  select
    case when count(b.code) = 0 then 'settle' else 'enter_results' end,
    c.id,
    (count(b.code) filter (where ${isMissing}))::integer,
    (t.pledged_cents - t.collected_cents)::bigint,
    null, null, c.ends_at
  from campaigns c
  join campaign_totals t on t.campaign_id = c.id
  left join lateral (${blockers(sql`c.id`, now)}) b on true
  where ${isToSettle(now)}
  group by c.id, t.pledged_cents, t.collected_cents
  having count(b.code) = 0
    or count(*) filter (where ${isMissing}) > 0
`

/**
 * Results changed after the final lock: a representative decides whether to bill or waive what was earned since, and less is
 * refunded once that is locked.
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

/** What waits for somebody in any campaign. */
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
      union all ${people({ userId, now }, soon)}
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
      union all ${noDestinations(now)}
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
