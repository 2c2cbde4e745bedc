import { cents, toDecimal } from '#domain/money.ts'
import { NEW_REPRESENTATIVE_HOURS } from '#domain/people/representative.ts'
import { STAGES } from '#domain/people/work-queue.ts'
import type {
  OpenWork,
  WorkQueueCampaign,
  WorkQueuePage,
  WorkQueueQuery,
} from '#domain/schemas/work-queue.ts'
import { hasRoleWho, isRepresentative, mayManage } from '#server/accounts/access/index.ts'
import { countUndelivered } from '#server/messaging/mails/index.ts'
import type { Clearing } from '#server/money/payments/index.ts'
import {
  availableToOrganizations,
  owedToOrganizations,
  payoutsInProgress,
  toSend,
} from '#server/money/payouts/index.ts'
import { blockers } from '#server/money/settlements/index.ts'
import { type Db, only, type SQL, sql } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { isAssignedTo, isUnassigned, showsMine } from './mine-store.ts'
import { isNoMember, waitsForReader } from './steps-store.ts'

const HOUR_MS = 3_600_000

/** Rows in `from`, for a representative only. */
const forRepresentatives = (from: SQL): SQL => sql`
  case when me.is_representative then (select count(*) from ${from}) else 0 end::integer
`

/** People proposed as representatives, whom the reader may confirm. */
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

/** What another representative prepared, `s`, for someone else's pledge, `p`, or for none. */
export const toSignOff = (userId: string): SQL => sql`
  s.state = 'prepared'
  and s.prepared_by <> ${userId}
  and p.pledger_id is distinct from ${userId}
`

/** The reader is no new representative, who approves nothing that takes two people. */
const mayApprove = (userId: string, now: Date): SQL => sql`
  not exists (
    select from user_roles
    where user_id = ${userId}
      and granted_by is not null
      and granted_at > ${new Date(now.getTime() - NEW_REPRESENTATIVE_HOURS * HOUR_MS)}
  )
`

type Counts = Omit<OpenWork, 'undelivered'> & { isRepresentative: boolean }

/** How much waits behind each link of the navigation, each counted in an index with only such rows. */
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
            and (
              ${isRepresentative(actor)}
              or ${hasRoleWho('confirmResults', actor, sql`c.organization_id`)}
            )
        ) as results,
        (
          select count(distinct q.comment_id)::integer
          from comment_reports q
          join comments t on t.id = q.comment_id
          join campaigns c on c.id = q.campaign_id
          where q.closed_at is null
            and t.hidden_at is null
            and ${mayManage(actor, sql`c.organization_id`)}
        ) + ${forRepresentatives(sql`thank_yous where decided_at is null and written_by <> ${userId}`)} as comments,
        ${forRepresentatives(sql`charges where state in ('failed', 'requires_action', 'past_due')`)} as failed_charges,
        ${forRepresentatives(sql`payments where state = 'received'`)} as to_deposit,
        ${forRepresentatives(sql`
          payouts u
          where (
              u.state = 'prepared'
              and u.prepared_by <> ${userId}
              and ${mayApprove(userId, now)}
              and ${isNoMember(userId, sql`u.organization_id`)}
            )
            or ${toSend('u')}
            or u.state = 'sent'
        `)} as payouts,
        ${forRepresentatives(sql`disputes where closed_at is null`)} as disputes,
        ${forRepresentatives(sql`held_pledges where state = 'held'`)} as held_pledges,
        ${forRepresentatives(sql`exceptions where resolved_at is null`)} as exceptions,
        ${forRepresentatives(sql`
          sign_offs s
          left join pledges p on p.id = s.pledge_id
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

/** Campaigns with money in progress; each part is read from an index with only such rows. */
const unfinished = sql`
  select campaign_id
  from charges
  where state in ('scheduled', 'processing', 'requires_action', 'failed', 'past_due')
  union
  select campaign_id
  from invoices
  where state = 'open'
  union
  select campaign_id
  from settlements
  where stage <> 'closed'
  union
  select campaign_id
  from refunds
  where state in ('due', 'sent')
`

/** Campaigns that still owe their organization, or whose payout is on its way. */
const owing = sql`
  select campaign_id
  from (${owedToOrganizations()}) o
  union
  ${payoutsInProgress()}
`

/** Nothing more is billed for a campaign `c`. */
const isFinal = sql`(c.status = 'cancelled' or c.final_locked_at is not null)`

/**
 * Campaigns with everything collected, and what can be paid to their organization over all of them. Not without a payout
 * destination, nor while a payout of the campaign, or one to its organization that is not sent, is in progress.
 */
export const toPrepare = (clearing: Clearing): SQL => sql`
  select
    o.campaign_id, c.organization_id, c.money_mode, o.together_cents,
    coalesce(c.final_locked_at, c.ends_at) as at
  from (${availableToOrganizations(clearing)}) o
  join campaigns c on c.id = o.campaign_id
  where ${isFinal}
    and c.billing_held_at is null
    and c.id not in (${unfinished})
    and c.id not in (${payoutsInProgress()})
    and exists (
      select from organization_payout_destinations d
      where d.organization_id = c.organization_id
        and d.approved_at is not null
    )
    and not exists (
      select from payouts p
      where p.organization_id = c.organization_id
        and p.money_mode = c.money_mode
        and p.state in ('prepared', 'approved')
    )
`

/** The season is over, and its final settlement is not locked. For a campaign `c`. */
export const isToSettle = (now: Date): SQL => sql`
  (
    c.final_locked_at is null
    and (c.status = 'completed' or (c.status in ('active', 'paused') and c.ends_at <= ${now}))
  )
`

/** The stage of a campaign `c`. A past season waits for whatever blocks its final lock. */
const stageOf = (now: Date): SQL => sql`
  case
    when c.status = 'draft'
      then case
        when exists (
          select from review_requests q
          where q.campaign_id = c.id
            and q.answered_at is null
        )
          then 'waiting_for_review'
        else 'draft'
      end
    when ${isFinal}
      then case
        when c.id in (select campaign_id from unfinished) then 'collecting'
        when c.id in (select campaign_id from owing) then 'to_pay_out'
        else 'closed'
      end
    when ${isToSettle(now)}
      then case
        when exists (${blockers(sql`c.id`, now)}) then 'awaiting_results'
        else 'ready_to_settle'
      end
    else 'active'
  end
`

const wanted = (stage: WorkQueueQuery['stage']): SQL => {
  if (stage === 'all') return sql`true`
  return stage === 'open' ? sql`stage <> 'closed'` : sql`stage = ${stage}`
}

/** Figures of a campaign in `from`, each through its own index. */
const totals = (from: SQL): SQL => sql`
  cross join lateral (
    select pledged_cents, earned_cents, supporters_count
    from campaign_totals
    where campaign_id = ${from}.id
  ) t
`
const newest = (from: SQL): SQL => sql`
  left join lateral (
    select entered_at as last_result_at
    from results
    where campaign_id = ${from}.id
      and voided_at is null
    order by id desc
    limit 1
  ) l on true
`
const waiting = (from: SQL): SQL => sql`
  cross join lateral (
    select count(*)::integer as unconfirmed_results
    from results
    where campaign_id = ${from}.id
      and (
        (confirmed_at is null and voided_at is null)
        or (void_requested_at is not null and voided_at is null)
      )
  ) w
`
const failed = (from: SQL): SQL => sql`
  cross join lateral (
    select
      count(*)::integer as failed_charges,
      coalesce(sum(amount_cents), 0)::bigint as failed_cents
    from charges
    where campaign_id = ${from}.id
      and state in ('failed', 'requires_action', 'past_due')
  ) f
`
/** What is pledged is in the range, which was computed a little earlier. */
const likely = (from: SQL): SQL => sql`
  left join lateral (
    select
      least(low_cents, t.pledged_cents) as low_cents,
      greatest(high_cents, t.pledged_cents) as high_cents
    from campaign_forecasts
    where campaign_id = ${from}.id
      and ${from}.status in ('active', 'paused', 'completed')
      and ${from}.final_locked_at is null
  ) y on true
`
/** How many were invited, have joined, and have brought a pledge. */
const activation = (from: SQL): SQL => sql`
  cross join lateral (
    select
      count(*)::integer as ambassadors,
      count(a.user_id)::integer as ambassadors_joined,
      count(*) filter (
        where exists (
          select from pledges p
          where p.ambassador_id = a.id
            and p.status <> 'cancelled'
        )
      )::integer as ambassadors_with_pledge
    from ambassadors a
    where a.campaign_id = ${from}.id
      and a.removed_at is null
  ) a
`

/** The sort key of each list, and what it needs from every campaign; the rest is read only for the campaigns shown. */
const SORTS: Record<WorkQueueQuery['sort'], { by: SQL; needs?: (from: SQL) => SQL }> = {
  end: { by: sql`ends_at` },
  name: { by: sql`lower(name)` },
  forecast: { by: sql`pledged_cents::numeric / goal_cents`, needs: totals },
  pledged: { by: sql`pledged_cents`, needs: totals },
  lastResult: { by: sql`last_result_at`, needs: newest },
  unconfirmed: { by: sql`unconfirmed_results`, needs: waiting },
  failed: { by: sql`failed_cents`, needs: failed },
}

/** Unknown values come first where the smallest does: no result at all is the longest wait. */
const orderOf = ({ sort, order }: Pick<WorkQueueQuery, 'sort' | 'order'>): SQL =>
  order === 'asc'
    ? sql`${SORTS[sort].by} asc nulls first, id`
    : sql`${SORTS[sort].by} desc nulls last, id desc`

/** A part of a name, with LIKE's special characters matched literally. */
const containing = (search: string | undefined): string | null =>
  search ? `%${search.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%` : null

type Row = Omit<
  WorkQueueCampaign,
  | 'endsAt'
  | 'goal'
  | 'forecast'
  | 'earned'
  | 'likely'
  | 'lastResultAt'
  | 'failedAmount'
  | 'billingHeldAt'
  | 'representative'
> & {
  endsAt: Date
  billingHeldAt: Date | null
  goalCents: number
  pledgedCents: number
  earnedCents: number
  lowCents: number | null
  highCents: number | null
  lastResultAt: Date | null
  failedCents: number
  representativeId: string | null
  representativeName: string
  finalLockedAt: unknown
  isMine: unknown
}
type Counted = Pick<WorkQueuePage, 'count' | 'assigned'> & {
  stages: Partial<WorkQueuePage['stages']>
  place: number | null
}

const decimal = (amount: number): string => toDecimal(cents(amount))

const toCampaign = ({
  goalCents,
  pledgedCents,
  earnedCents,
  lowCents,
  highCents,
  failedCents,
  representativeId,
  representativeName,
  finalLockedAt: _finalLockedAt,
  isMine: _isMine,
  ...row
}: Row): WorkQueueCampaign => ({
  ...row,
  endsAt: row.endsAt.toISOString(),
  billingHeldAt: row.billingHeldAt?.toISOString() ?? null,
  lastResultAt: row.lastResultAt?.toISOString() ?? null,
  goal: decimal(goalCents),
  forecast: decimal(pledgedCents),
  earned: decimal(earnedCents),
  likely:
    lowCents === null || highCents === null ? null : { low: decimal(lowCents), high: decimal(highCents) },
  failedAmount: decimal(failedCents),
  representative:
    representativeId === null ? null : { id: representativeId, name: representativeName || SOMEONE },
})

const SOMEONE = 'A representative'

const FIGURES = sql.join(
  [totals, likely, newest, waiting, failed, activation].map((figure) => figure(sql`p`)),
)

/**
 * One page of all campaigns, with the count of each stage, in one statement. `limit` and `page` bound it; the caller
 * has checked that the reader is a representative.
 */
export async function workQueuePage(
  db: Db,
  query: WorkQueueQuery & { userId: string },
  now: Date,
): Promise<WorkQueuePage> {
  const { stage, search, sort, page, limit, userId } = query
  const isMine = await showsMine(db, query)
  const part = containing(search)
  const rows = await db.query<(Row | { [Column in keyof Row]: null }) & Counted>(sql`
    with unfinished as materialized (${unfinished}),
    owing as materialized (${owing}),
    staged as materialized (
      select
        c.id, c.name, c.status, c.time_zone, c.ends_at, c.goal_cents, c.billing_held_at, c.final_locked_at,
        o.name as organization_name,
        case when not ${isUnassigned} then c.representative_id end as representative_id,
        ${isAssignedTo(userId)} is true as is_mine,
        ${stageOf(now)} as stage
      from campaigns c
      join organizations o on o.id = c.organization_id
      where ${part}::text is null
        or c.name ilike ${part}::text
        or o.name ilike ${part}::text
    ),
    stages as (
      select
        coalesce(jsonb_object_agg(stage, campaigns), '{}') as stages,
        coalesce(sum(campaigns) filter (where ${wanted(stage)}), 0)::integer as count
      from (
        select stage, count(*) as campaigns
        from staged
        where ${!isMine} or is_mine
        group by stage
      ) s
    ),
    assigned as (
      select jsonb_build_object('all', count(*), 'mine', count(*) filter (where is_mine)) as assigned
      from staged
      where stage <> 'closed'
    ),
    page as materialized (
      select s.*, row_number() over (order by ${orderOf(query)}) as place
      from staged s
      ${SORTS[sort].needs?.(sql`s`) ?? sql``}
      where ${wanted(stage)}
        and (${!isMine} or is_mine)
      order by ${orderOf(query)}
      limit ${limit}
      offset ${(page - 1) * limit}
    ),
    shown as (
      select
        p.*, t.*, y.*, l.*, w.*, f.*, a.*,
        trim(concat(u.first_name, ' ', u.last_name)) as representative_name
      from page p
      ${FIGURES}
      left join users u on u.id = p.representative_id
    )
    select shown.*, stages.stages, stages.count, assigned.assigned
    from stages
    cross join assigned
    left join shown on true
    order by shown.place
  `)
  const [first] = rows
  return {
    campaigns: rows.flatMap(
      ({ stages: _stages, count: _count, place: _place, assigned: _assigned, ...row }) =>
        row.id === null ? [] : [toCampaign(row as Row)],
    ),
    count: first?.count ?? 0,
    shown: isMine ? 'mine' : 'all',
    assigned: first?.assigned ?? { all: 0, mine: 0 },
    stages: Object.fromEntries(
      STAGES.map((one) => [one, first?.stages[one] ?? 0]),
    ) as WorkQueuePage['stages'],
  }
}
