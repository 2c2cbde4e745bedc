import { cents, toDecimal } from '#domain/money.ts'
import type { ForecastShortfalls } from '#domain/schemas/forecast.ts'
import { type Db, sql } from '#server/platform/db/database.ts'

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

/** Running campaigns, those that will likely miss their goal by the most first; likely is what is pledged (R11, R51, R61). */
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
