/** What one campaign's alerts are computed from: its results, entered or confirmed, and its supporters' pledges. */
import type { ConfirmedResult } from '#domain/accrual.ts'
import { unlinked } from '#domain/links.ts'
import { fromNumeric } from '#domain/quantity.ts'
import type { StatisticType } from '#domain/statistic-types.ts'
import type { Vocabulary } from '#domain/vocabulary.ts'
import { type Db, first, sql } from '#server/platform/db/database.ts'
import { nameColumn, type ScopeColumn, scopeColumn } from '#server/season/pledges/lines/index.ts'

export type AlertCampaign = {
  campaignId: string
  campaignName: string
  organizationName: string
  vocabulary: Vocabulary
  timeZone: string
  isTest: boolean
}

/** Undefined for a campaign that is cancelled or settled (R21, R33). */
export async function runningCampaign(db: Db, campaignId: string): Promise<AlertCampaign | undefined> {
  return first(
    await db.query<AlertCampaign>(sql`
      select
        c.id as campaign_id, c.name as campaign_name, o.name as organization_name, c.vocabulary,
        c.time_zone, c.money_mode = 'sandbox' as is_test
      from campaigns c
      join organizations o on o.id = c.organization_id
      where c.id = ${campaignId}
        and c.status <> 'cancelled'
        and c.final_locked_at is null
    `),
  )
}

export type AlertResult = ConfirmedResult & {
  /** The match; for a result without one, the result; for an achievement, its statistic. */
  slot: string
  /** When anything was first entered for it, voided or not. */
  firstEnteredAt: Date
  isConfirmed: boolean
  name: string
}

/** The season as everyone sees it: confirmed results, then those that wait for a second person (R18). */
export async function currentResults(db: Db, campaignId: string): Promise<AlertResult[]> {
  type Row = Omit<AlertResult, 'at' | 'since' | 'quantity'> & { at: Date; since: Date; quantity: string }
  const rows = await db.query<Row>(sql`
    with entered as (
      select coalesce(event_id, slot) as slot, min(entered_at) as first_entered_at
      from results
      where campaign_id = ${campaignId}
      group by 1
    )
    select
      r.id, r.statistic_id, r.event_id, coalesce(e.start_time, r.entered_at) as at,
      case
        when r.kind = 'count' then least(e.start_time, r.entered_at)
        else coalesce(r.confirmed_at, r.entered_at)
      end as since,
      r.difference as quantity, f.slot, f.first_entered_at, r.confirmed_at is not null as is_confirmed,
      coalesce(e.name, s.name) as name
    from effective_results r
    join entered f on f.slot = coalesce(r.event_id, r.slot)
    join statistics s on s.id = r.statistic_id
    left join events e on e.id = r.event_id
    where r.campaign_id = ${campaignId}
      and r.difference <> 0
  `)
  return rows.map((row) => ({
    ...row,
    name: unlinked(row.name),
    at: row.at.getTime(),
    since: row.since.getTime(),
    quantity: fromNumeric(row.quantity),
  }))
}

/** What each supporter was alerted about; a merged match counts as the one it was merged into. */
export async function alertedSlots(
  db: Db,
  campaignId: string,
  userIds: readonly string[],
): Promise<Map<string, Set<string>>> {
  const rows = await db.query<{ userId: string; slots: string[] }>(sql`
    select s.user_id, array_agg(coalesce(e.merged_into, s.slot)) as slots
    from sent_alerts s
    left join events e on e.id = s.slot
    where s.campaign_id = ${campaignId}
      and s.user_id = any(${sql.param([...userIds])}::uuid[])
    group by s.user_id
  `)
  return new Map(rows.map(({ userId, slots }) => [userId, new Set(slots)]))
}

type LineColumn = [statisticId: string, name: string, type: StatisticType, rate: number, scope: ScopeColumn]
export type AlertPledge = { id: string; userId: string; agreedMaximumCents: number; lines: LineColumn[] }

/** Bounds the size of one alert: more pledges than anyone makes to one campaign. */
const MAX_PLEDGES = 20

/** Pledges that count: neither held nor cancelled (R57). */
export async function pledgesOfSupporters(
  db: Db,
  campaignId: string,
  userIds: readonly string[],
): Promise<AlertPledge[]> {
  return db.query<AlertPledge>(sql`
    select p.id, p.pledger_id as user_id, p.agreed_maximum_cents, l.lines
    from unnest(${sql.param([...userIds])}::uuid[]) as given (user_id)
    cross join lateral (
      select id, pledger_id, agreed_maximum_cents
      from pledges
      where pledger_id = given.user_id
        and campaign_id = ${campaignId}
        and status in ('active', 'past_due')
      order by id
      limit ${MAX_PLEDGES}
    ) p
    cross join lateral (
      select json_agg(
        json_build_array(l.statistic_id, ${nameColumn}, l.type, l.rate_cents, ${scopeColumn})
        order by l.statistic_id, l.number
      ) as lines
      from pledge_lines l
      where l.pledge_id = p.id
    ) l
    where l.lines is not null
    order by p.id
  `)
}

type MailedAmount = { userId: string; moment: string; addedCents: number }

/** What alerts by mail said that each match adds, unless a digest has covered the match since. */
export async function mailedAmounts(
  db: Db,
  campaignId: string,
  userIds: readonly string[],
): Promise<MailedAmount[]> {
  return db.query<MailedAmount>(sql`
    select user_id, moment, added_cents
    from sent_alerts
    where campaign_id = ${campaignId}
      and user_id = any(${sql.param([...userIds])}::uuid[])
      and channel = 'mail'
      and added_cents <> 0
  `)
}

/** A digest covers these matches: what the alerts said stands for none after it. An alert never says 0. */
export async function markCovered(
  db: Db,
  campaignId: string,
  covered: readonly Pick<MailedAmount, 'userId' | 'moment'>[],
): Promise<void> {
  if (covered.length === 0) return
  const list = (name: 'userId' | 'moment') => sql.param(covered.map((one) => one[name]))
  await db.query(sql`
    update sent_alerts s
    set added_cents = 0
    from unnest(${list('userId')}::uuid[], ${list('moment')}::uuid[]) as given (user_id, moment)
    where s.campaign_id = ${campaignId}
      and s.user_id = given.user_id
      and s.moment = given.moment
      and s.channel = 'mail'
  `)
}
