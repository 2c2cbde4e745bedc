import type { AccountMap } from '#domain/billing/exports/accounts.ts'
import type { CampaignMonth, PayoutMonth } from '#domain/billing/exports/entries.ts'
import { type Cents, cents } from '#domain/money.ts'
import { type Db, first, sql } from '#server/platform/db/database.ts'
import { inMonth, type MonthKey, postings, sums } from '#server/reporting/reports/index.ts'

type Figures = 'collected' | 'refunds' | 'disputes' | 'bounced' | 'commission'
type CampaignRow = Omit<CampaignMonth, Figures | 'accounts'> &
  Record<Figures, number> & { accounts: Record<string, number> | null }

/**
 * Every campaign with postings up to the month's end, the one that was posted first at the top, and what belongs to none: the
 * figures of the month report, and what moved in each account in one statement with them.
 */
export async function campaignMonths(db: Db, key: MonthKey): Promise<CampaignMonth[]> {
  const rows = await db.query<CampaignRow>(sql`
    with posted as (${postings(key)}),
    figures as (
      select campaign_id, ${sums}
      from posted
      group by campaign_id
    ),
    moved as (
      select campaign_id, jsonb_object_agg(account, amount) as accounts
      from (
        select campaign_id, account, sum(amount)::bigint as amount
        from posted
        where is_in
          and kind not in ('payout', 'payout_reversed')
        group by campaign_id, account
      ) a
      group by campaign_id
    )
    select
      f.campaign_id,
      coalesce(c.name, '') as campaign_name,
      coalesce(o.id::text, '') as organization_id,
      coalesce(o.name, '') as organization_name,
      f.collected, f.refunds, f.disputes, f.bounced, f.commission, m.accounts
    from figures f
    left join campaigns c on c.id = f.campaign_id
    left join organizations o on o.id = c.organization_id
    left join moved m on m.campaign_id is not distinct from f.campaign_id
    order by (
      select min(e.occurred_at)
      from journal_entries e
      where e.campaign_id = f.campaign_id
        and e.money_mode = ${key.moneyMode}
    ), f.campaign_id
  `)
  return rows.map(({ collected, refunds, disputes, bounced, commission, accounts, ...names }) => ({
    ...names,
    collected: cents(collected),
    refunds: cents(refunds),
    disputes: cents(disputes),
    bounced: cents(bounced),
    commission: cents(commission),
    accounts: Object.fromEntries(
      Object.entries(accounts ?? {}).map(([account, amount]) => [account, cents(amount)]),
    ),
  }))
}

type PayoutRow = Omit<PayoutMonth, 'lines'> & { campaignId: string; amount: Cents }

/** Payouts that were recorded as sent in the month, and what of payouts was recorded as returned, by campaign. */
export async function payoutMonths(db: Db, key: MonthKey): Promise<PayoutMonth[]> {
  const rows = await db.query<PayoutRow>(sql`
    select
      coalesce(l.reversal_id, p.id) as id,
      (e.occurred_at at time zone c.time_zone)::date::text as "on",
      o.id as organization_id, o.name as organization_name,
      l.reversal_id is not null as is_returned,
      (
        select f.account
        from journal_postings f
        where f.entry_id = e.id
          and f.account <> 'organization_payable'
        limit 1
      ) as paid_from,
      p.method, p.reference, e.campaign_id, j.amount_cents as amount
    from journal_entries e
    join campaigns c on c.id = e.campaign_id
    join organizations o on o.id = c.organization_id
    join journal_postings j on j.entry_id = e.id and j.account = 'organization_payable'
    join payout_lines l on l.id = e.source_id
    join payouts p on p.id = l.payout_id
    where e.kind in ('payout', 'payout_reversed')
      and ${inMonth(key)}
      and ${key.organizationId === undefined ? sql`true` : sql`c.organization_id = ${key.organizationId}`}
    order by e.id
  `)
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((lines) => {
    const [payout] = lines
    if (!payout) return []
    const { campaignId, amount, ...facts } = payout
    return [
      { ...facts, lines: lines.map((line) => ({ campaignId: line.campaignId, amount: cents(line.amount) })) },
    ]
  })
}

const nameOf = (organizationId: string | null): string => `accounts: ${organizationId ?? 'provider'}`

/** What a party chose; null: nothing, so the defaults. */
export async function chosenAccounts(
  db: Db,
  organizationId: string | null,
): Promise<Partial<AccountMap> | null> {
  const row = first(
    await db.query<{ value: Partial<AccountMap> }>(
      sql`select value from settings where name = ${nameOf(organizationId)}`,
    ),
  )
  return row?.value ?? null
}

export async function saveAccounts(
  db: Db,
  organizationId: string | null,
  accounts: AccountMap,
): Promise<void> {
  await db.query(sql`
    insert into settings (name, value)
    values (${nameOf(organizationId)}, ${JSON.stringify(accounts)}::jsonb)
    on conflict (name) do update set value = excluded.value
  `)
}
