/** What each selected campaign has to confirm, to enter, to pay out or to be asked for. */
import type { Cents } from '#domain/money.ts'
import { organizationsToAsk } from '#server/money/payouts/index.ts'
import { blockers } from '#server/money/settlements/index.ts'
import { type Db, type SQL, sql } from '#server/platform/db/database.ts'
import { isToSettle, matches, waitsForReader } from '#server/reporting/work-queue/index.ts'

export type Selected = {
  id: string
  name: string
  organizationId: string
  organizationName: string
  moneyMode: 'live' | 'sandbox'
  representativeId: string | null
  representativeName: string | null
}

const chosen = (ids: readonly string[]): SQL => sql`
  (
    select *
    from campaigns
    where id = any(${sql.param(ids)}::uuid[])
  )
`

/** In the order of their names; those that don't exist are left out. */
export const selectedCampaigns = (db: Db, ids: readonly string[]): Promise<Selected[]> =>
  db.query<Selected>(sql`
    select
      c.id, c.name, o.id as organization_id, o.name as organization_name, c.money_mode, c.representative_id,
      trim(concat(u.first_name, ' ', u.last_name)) as representative_name
    from ${chosen(ids)} c
    join organizations o on o.id = c.organization_id
    left join users u on u.id = c.representative_id
    order by lower(c.name), c.id
  `)

/** As many as one confirmation takes. */
const MAX_CONFIRMED = 2_000

export type Waiting = { campaignId: string; resultIds: string[]; ownCount: number }

/** Entries and voids that wait: those the reader may confirm, the oldest first, and how many are the reader's own. */
export const waitingResults = (db: Db, ids: readonly string[], userId: string): Promise<Waiting[]> =>
  db.query<Waiting>(sql`
    select
      r.campaign_id,
      coalesce((array_agg(r.id order by r.id) filter (where ${waitsForReader(userId)}))[1:${MAX_CONFIRMED}], '{}')
        as result_ids,
      (count(*) filter (where not ${waitsForReader(userId)} and r.is_final))::integer as own_count
    from ${chosen(ids)} c
    join results r on r.campaign_id = c.id
    where r.voided_at is null
      and (r.confirmed_at is null or r.void_requested_at is not null)
      and c.status <> 'cancelled'
    group by r.campaign_id
  `)

export type Missing = { campaignId: string; names: string[] }

/** What has no result yet: matches that are over and, once the season is, statistics and achievements. */
export const missingResults = (db: Db, ids: readonly string[], now: Date): Promise<Missing[]> =>
  db.query<Missing>(sql`
    select campaign_id, array_agg(name order by at nulls last, name) as names
    from (
      select campaign_id, subject as name, at
      from (${matches(chosen(ids), now)}) m
      where kind = 'enter_match'
      union all
      select c.id, b.message, null
      from ${chosen(ids)} c
      cross join lateral (${blockers(sql`c.id`, now)}) b
      where ${isToSettle(now)}
        and b.code in ('statistic_without_result', 'achievement_open')
    ) x
    group by campaign_id
  `)

type Open = { organizationId: string; moneyMode: Selected['moneyMode'] }

/** Payouts to these organizations that are not sent yet: each has at most one for each kind of money. */
export const openPayouts = (db: Db, organizationIds: readonly string[]): Promise<Open[]> =>
  db.query<Open>(sql`
    select organization_id, money_mode
    from payouts
    where organization_id = any(${sql.param(organizationIds)}::uuid[])
      and state in ('prepared', 'approved')
  `)

type ToAsk = { organizationId: string; owedCents: Cents }

/** Organizations of the campaigns whose owners can be asked where they are paid. */
export const organizationsAmong = (db: Db, organizationIds: readonly string[], now: Date): Promise<ToAsk[]> =>
  db.query<ToAsk>(sql`
    select organization_id, owed_cents
    from (${organizationsToAsk(now)}) d
    where organization_id = any(${sql.param(organizationIds)}::uuid[])
  `)
