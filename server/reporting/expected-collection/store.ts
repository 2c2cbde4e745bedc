import type { PaymentMethod } from '#domain/billing/instruments.ts'
import { cents, toDecimal } from '#domain/money.ts'
import type { ForecastShortfalls } from '#domain/schemas/forecast.ts'
import { leftOf } from '#server/money/charges/index.ts'
import { type Db, only, sql } from '#server/platform/db/database.ts'

export const goalOf = async (db: Db, campaignId: string): Promise<number> =>
  only(await db.query<{ goalCents: number }>(sql`select goal_cents from campaigns where id = ${campaignId}`))
    .goalCents

/** The most bills read, the newest among those that have had `DAYS_TO_PAY` days. */
const MAX_BILLS = 10_000
const DAYS_TO_PAY = 45
const DAY_MS = 86_400_000

export type Collected = {
  paymentMethod: PaymentMethod
  bills: number
  billedCents: number
  keptCents: number
}

/** What was billed by each payment method, across all campaigns, and how much of it was received and kept. */
export const collectedByMethod = (db: Db, moneyMode: 'live' | 'sandbox', now: Date): Promise<Collected[]> =>
  db.query<Collected>(sql`
    with charged as (
      select pledge_id, amount_cents, ${leftOf(sql`charges`)} as kept_cents, state
      from charges
      where invoice_id is null
        and state not in ('voided', 'scheduled', 'processing')
        and money_mode = ${moneyMode}
        and charge_at < ${new Date(now.getTime() - DAYS_TO_PAY * DAY_MS)}
      order by id desc
      limit ${MAX_BILLS}
    ),
    invoiced as (
      select i.pledge_id, i.amount_cents, i.paid_cents as kept_cents, i.state
      from invoices i
      join campaigns c on c.id = i.campaign_id and c.money_mode = ${moneyMode}
      where i.state <> 'void'
        and i.amount_cents > 0
        and i.issued_at < ${new Date(now.getTime() - DAYS_TO_PAY * DAY_MS)}
      order by i.id desc
      limit ${MAX_BILLS}
    )
    select
      p.payment_method,
      count(*)::integer as bills,
      sum(b.amount_cents)::bigint as billed_cents,
      sum(b.kept_cents)::bigint as kept_cents
    from (
      select pledge_id, amount_cents, case when state = 'succeeded' then kept_cents else 0 end as kept_cents
      from charged
      union all
      select pledge_id, amount_cents, kept_cents
      from invoiced
    ) b
    join pledges p on p.id = b.pledge_id
    group by p.payment_method
  `)

type Row = {
  id: string
  name: string
  organizationName: string
  timeZone: string
  endsAt: Date
  goalCents: number
  lowCents: number
  likelyCents: number
  highCents: number
  shortfallCents: number
  matchesPlayed: number
  matchesLeft: number | null
  computedAt: Date
}

/** Running campaigns, those that will likely miss their goal by the most first; likely is what is pledged. */
export async function shortfallPage(
  db: Db,
  { page, limit }: { page: number; limit: number },
): Promise<ForecastShortfalls> {
  const rows = await db.query<Row & { count: number }>(sql`
    select
      c.id, c.name, o.name as organization_name, c.time_zone, c.ends_at, c.goal_cents,
      least(f.low_cents, t.pledged_cents) as low_cents,
      t.pledged_cents as likely_cents,
      greatest(f.high_cents, t.pledged_cents) as high_cents,
      f.matches_played, f.matches_left, f.computed_at,
      greatest(c.goal_cents - t.pledged_cents, 0)::bigint as shortfall_cents,
      count(*) over () as count
    from campaign_forecasts f
    join campaigns c on c.id = f.campaign_id
    join organizations o on o.id = c.organization_id
    join campaign_totals t on t.campaign_id = c.id
    where c.status in ('active', 'paused', 'completed')
      and c.final_locked_at is null
    order by shortfall_cents desc, c.id
    limit ${limit}
    offset ${(page - 1) * limit}
  `)
  return { campaigns: rows.map(toShortfall), count: rows[0]?.count ?? 0 }
}

function toShortfall(row: Row): ForecastShortfalls['campaigns'][number] {
  const { id, name, organizationName, timeZone, matchesPlayed, matchesLeft } = row
  const amount = (value: number) => toDecimal(cents(value))
  return {
    id,
    name,
    organizationName,
    timeZone,
    matchesPlayed,
    matchesLeft,
    endsAt: row.endsAt.toISOString(),
    goal: amount(row.goalCents),
    amount: { low: amount(row.lowCents), likely: amount(row.likelyCents), high: amount(row.highCents) },
    shortfall: amount(row.shortfallCents),
    computedAt: row.computedAt.toISOString(),
  }
}
