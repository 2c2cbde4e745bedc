/** How many people gave to an organization in a year, and which years it has (R76). The amounts are the month's. */
import { yearOf } from '#domain/billing/fiscal-year.ts'
import { type Cents, cents } from '#domain/money.ts'
import type { YearFigures } from '#domain/schemas/year.ts'
import { type Db, first, sql } from '#server/platform/db/database.ts'
import { inMonth, type MonthKey } from './store.ts'

/** From this amount on, a gift is deductible only with an acknowledgment by the organization. */
const LARGE: Cents = cents(250_00)

export type YearKey = MonthKey & { organizationId: string }
export type Counts = Pick<YearFigures, 'supporters' | 'gifts' | 'largeGifts' | 'largeSupporters'>

/**
 * Each payment of the year, except one that bounced in it: a year that is over stays as it is. Overpayments are no gift, so it is
 * what was collected of each.
 */
const gifts = (key: YearKey) => sql`
  select e.campaign_id, p.pledger_id, -sum(j.amount_cents) as amount
  from journal_entries e
  join campaigns c on c.id = e.campaign_id
  join pledges p on p.id = e.pledge_id
  join journal_postings j on j.entry_id = e.id and j.account in ('organization_payable', 'commission')
  where c.organization_id = ${key.organizationId}
    and e.kind in ('charge', 'payment')
    and ${inMonth(key)}
    and not exists (
      select
      from journal_entries r
      where r.kind = 'reversal'
        and r.source_id = e.source_id
        and (r.occurred_at at time zone c.time_zone) < ${key.to}::date
    )
  group by e.id, p.pledger_id
  having sum(j.amount_cents) < 0
`

type Row = Counts & { campaignId: string | null }
const NOBODY: Counts = { supporters: 0, gifts: 0, largeGifts: 0, largeSupporters: 0 }

/** By campaign, and under null of all: who gave to two campaigns is one supporter. */
export async function countsOf(db: Db, key: YearKey): Promise<(campaignId: string | null) => Counts> {
  const rows = await db.query<Row>(sql`
    with gifts as (${gifts(key)}),
    people as (
      select
        campaign_id, pledger_id,
        sum(amount) as amount,
        count(*) as gifts,
        count(*) filter (where amount >= ${LARGE}) as large_gifts
      from gifts
      group by grouping sets ((campaign_id, pledger_id), (pledger_id))
    )
    select
      campaign_id,
      count(*)::integer as supporters,
      sum(gifts)::integer as gifts,
      sum(large_gifts)::integer as large_gifts,
      (count(*) filter (where amount >= ${LARGE}))::integer as large_supporters
    from people
    group by campaign_id
  `)
  const byCampaign = new Map(rows.map(({ campaignId, ...counts }) => [campaignId, counts]))
  return (campaignId) => byCampaign.get(campaignId) ?? NOBODY
}

/** The years from the first entry to the newest, or to the one that runs on this day, newest first. */
export async function yearsOf(
  db: Db,
  { organizationId, moneyMode }: Pick<YearKey, 'organizationId' | 'moneyMode'>,
  { from, today }: { from: string; today: string },
): Promise<number[]> {
  const row = first(
    await db.query<{ firstDay: string | null; lastDay: string | null }>(sql`
      select
        min((e.occurred_at at time zone c.time_zone)::date)::text as first_day,
        max((e.occurred_at at time zone c.time_zone)::date)::text as last_day
      from journal_entries e
      join campaigns c on c.id = e.campaign_id
      where c.organization_id = ${organizationId}
        and e.money_mode = ${moneyMode}
    `),
  )
  const running = yearOf(today, from)
  const newest = Math.max(running, yearOf(row?.lastDay ?? today, from))
  const oldest = Math.min(running, yearOf(row?.firstDay ?? today, from))
  return Array.from({ length: newest - oldest + 1 }, (_, index) => newest - index)
}

export async function organizationHasMoney(
  db: Db,
  { organizationId, moneyMode }: Pick<YearKey, 'organizationId' | 'moneyMode'>,
): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 as one
    from journal_entries e
    join campaigns c on c.id = e.campaign_id
    where c.organization_id = ${organizationId}
      and e.money_mode = ${moneyMode}
    limit 1
  `)
  return rows.length > 0
}
