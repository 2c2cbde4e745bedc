import { type Cents, cents, toDecimal } from '#domain/money.ts'
import { pledgeType } from '#domain/pledges/pledge.ts'
import type { PledgesByState } from '#domain/schemas/campaign.ts'
import type { PublicPledge, UserPledge } from '#domain/schemas/pledge.ts'
import type { StatisticType } from '#domain/season/statistic-types.ts'
import { AFTER_ALL_IDS, BEFORE_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, type SQL, sql } from '#server/platform/db/database.ts'
import { refreshLikely } from '#server/season/forecasts/index.ts'
import { LISTED, pledgeFigures, wholeSeasonFigures } from './figures.ts'
import { isPartial } from './lines/index.ts'

/**
 * What is likely, and with it everything expected of the campaign: after results or a statistic changed, and when the
 * schedule or time did. The caller has the campaign's exclusive lock.
 */
export async function refreshExpected(db: Db, campaignId: string, now: Date): Promise<void> {
  await refreshLikely(db, campaignId, now)
  await refreshCampaignTotals(db, campaignId)
}

/**
 * Sets the campaign's totals to its pledges' figures: under the exclusive lock, after results or a settlement changed them. After the final lock they say how many pledges a correction concerns, and what of it is to be billed or
 * waived.
 */
export async function refreshCampaignTotals(db: Db, campaignId: string): Promise<void> {
  await db.query(sql`
    with f as (${pledgeFigures(sql`p.campaign_id = ${campaignId} and p.status <> 'cancelled'`, campaignId)}),
    s as (
      select
        coalesce(sum(expected_cents), 0)::bigint as pledged,
        coalesce(sum(accrued_cents), 0)::bigint as earned,
        count(*)::integer as supporters,
        (count(*) filter (where expected_cents <> accrued_cents))::integer as different,
        coalesce(sum(greatest(accrued_cents - expected_cents, 0)), 0)::bigint as more
      from f
    )
    update campaign_totals t
    set
      pledged_cents = s.pledged,
      earned_cents = s.earned,
      supporters_count = s.supporters,
      to_correct = case when c.final_locked_at is null then 0 else s.different end,
      undecided_cents = case when c.final_locked_at is null then 0 else s.more end
    from s, campaigns c
    where t.campaign_id = ${campaignId}
      and c.id = ${campaignId}
  `)
}

/** The same if only lines that count a part of the season may have changed. */
export async function refreshPartialTotals(db: Db, campaignId: string): Promise<void> {
  const partial = await db.query(sql`
    select from pledge_lines l
    where l.campaign_id = ${campaignId}
      and ${isPartial}
    limit 1
  `)
  if (partial.length > 0) await refreshCampaignTotals(db, campaignId)
}

/** The same if the figures were just computed: the first final settlement contains every pledge. */
export async function settleCampaignTotals(
  db: Db,
  campaignId: string,
  { accrued, pledges }: { accrued: Cents; pledges: number },
): Promise<void> {
  await db.query(sql`
    update campaign_totals
    set
      pledged_cents = ${accrued},
      earned_cents = ${accrued},
      supporters_count = ${pledges},
      to_correct = 0,
      undecided_cents = 0
    where campaign_id = ${campaignId}
  `)
}

/** What these campaigns have earned after the final lock and nobody has billed or waived yet, where there is any. */
export async function undecidedIn(db: Db, campaignIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ campaignId: string; undecidedCents: number }>(sql`
    select campaign_id, undecided_cents
    from campaign_totals
    where campaign_id = any(${sql.param(campaignIds)}::uuid[])
      and undecided_cents > 0
  `)
  return new Map(rows.map(({ campaignId, undecidedCents }) => [campaignId, toDecimal(cents(undecidedCents))]))
}

type ListRow = {
  id: string
  createdAt: Date
  note: string | null
  status: UserPledge['status']
  expectedCents: number
  /** How many there are, starting with the page's first. */
  remaining: number
  types: StatisticType[]
}

export type ListedPledge = PublicPledge & { pledgeType: string; status: UserPledge['status'] }

type PledgePage = {
  limit: number
  beforeId?: string | null
  /** Only this status; null for all. */
  status?: UserPledge['status'] | null
  /** `state`: past due first, then active, then settled, newest first within each. */
  order?: 'newest' | 'oldest' | 'state'
}

/** The position of a status in the list by state: those that need attention come first. */
const rankOf = (status: SQL): SQL => sql`
  case ${status} when 'past_due' then 0 when 'active' then 1 else 2 end
`

/** All, newest first: the totals give the first one's number, and the others count down from it. */
const remaining = (campaignId: string, newer: SQL): SQL => sql`
  (
    (
      select supporters_count
      from campaign_totals
      where campaign_id = ${campaignId}
    ) - ${newer}
  )
`
/** Some of them, each with its number among all. */
const numbered = (campaignId: string): SQL => sql`
  (
    select count(*)
    from pledges q
    where q.campaign_id = ${campaignId}
      and q.status <> 'cancelled'
      and q.id <= f.id
  )
`

/** What follows a pledge in the order by state. A row comparison whose first part is negated, since ids descend. */
const afterByState = (beforeId: string | null): SQL =>
  beforeId === null
    ? sql`true`
    : sql`
        (-(${rankOf(sql`status`)}), id) < (
          select -(${rankOf(sql`b.status`)}), b.id
          from pledges b
          where b.id = ${beforeId}::uuid
        )
      `

/** Numbered from the first pledge on; never by name (R26). Excludes cancelled pledges. */
export async function pledgesOf(
  db: Db,
  campaignId: string,
  { limit, beforeId = null, status = null, order = 'newest' }: PledgePage,
): Promise<ListedPledge[]> {
  const isOldest = order === 'oldest'
  const isByState = order === 'state'
  const isWhole = status === null && order === 'newest'
  const past = isByState
    ? afterByState(beforeId)
    : isOldest
      ? sql`id > ${beforeId ?? BEFORE_ALL_IDS}::uuid`
      : sql`id < ${beforeId ?? AFTER_ALL_IDS}::uuid`
  const direction = isOldest ? sql`asc` : sql`desc`
  const byState = (status: SQL): SQL => (isByState ? sql`${rankOf(status)},` : sql``)
  const newer =
    beforeId === null
      ? sql`0`
      : sql`(
          select count(*)
          from pledges q
          where q.campaign_id = ${campaignId}
            and q.status <> 'cancelled'
            and q.id >= ${beforeId}::uuid
        )`
  const page = (columns: SQL) => sql`
    select ${columns}
    from pledges
    where campaign_id = ${campaignId}
      and status <> 'cancelled'
      and ${status === null ? sql`true` : sql`status = ${status}`}
      and ${past}
    order by ${byState(sql`status`)} id ${direction}
    limit ${limit}
  `
  const read = (figures: SQL) =>
    db.query<ListRow & { hasPartial: boolean }>(sql`
      with f as (${figures})
      select
        f.id, f.created_at, f.note, f.status, f.expected_cents, f.types, f.has_partial,
        ${isWhole ? remaining(campaignId, newer) : numbered(campaignId)}::integer as remaining
      from f
      order by ${byState(sql`f.status`)} f.id ${direction}
    `)
  const whole = await read(wholeSeasonFigures(page(LISTED), campaignId))
  const rows = whole.some(({ hasPartial }) => hasPartial)
    ? await read(pledgeFigures(sql`p.id in (${page(sql`id`)})`, campaignId))
    : whole
  return rows.map((row, index) => ({
    id: row.id,
    number: isWhole ? row.remaining - index : row.remaining,
    totalAmountDue: toDecimal(cents(row.expectedCents)),
    note: row.note,
    createdAt: row.createdAt.toISOString(),
    status: row.status,
    pledgeType: pledgeType(row.types),
  }))
}

export async function countPledges(db: Db, campaignId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select supporters_count as count
    from campaign_totals
    where campaign_id = ${campaignId}
  `)
  return row?.count ?? 0
}

/** How many pledges there are of each listed status. */
export async function pledgeStates(db: Db, campaignId: string): Promise<Map<string, number>> {
  const rows = await db.query<{ status: string; count: number }>(sql`
    select status, count(*)::integer as count
    from pledges
    where campaign_id = ${campaignId}
      and status <> 'cancelled'
    group by status
  `)
  return new Map(rows.map(({ status, count }) => [status, count]))
}

/** The same, plus those that are not listed: held and cancelled. */
export async function pledgesByState(db: Db, campaignId: string): Promise<PledgesByState> {
  const rows = await db.query<{ status: keyof PledgesByState; count: number }>(sql`
    select status, count(*)::integer as count
    from pledges
    where campaign_id = ${campaignId}
    group by status
    union all
    select 'held' as status, count(*)::integer as count
    from held_pledges
    where campaign_id = ${campaignId}
      and state = 'held'
  `)
  const counts = Object.fromEntries(rows.map(({ status, count }) => [status, count]))
  return { past_due: 0, active: 0, settled: 0, cancelled: 0, held: 0, ...counts }
}

/** `campaignId`: only those for one campaign; null: all. */
type OwnPage = { limit: number; beforeId?: string | null; campaignId?: string | null }

/** A user's own pledges, newest first. */
export async function pledgesBy(
  db: Db,
  userId: string,
  { limit, beforeId = null, campaignId = null }: OwnPage,
): Promise<UserPledge[]> {
  type Row = Omit<ListRow, 'remaining' | 'note'> & {
    campaignId: string
    campaignName: string
    timeZone: string
    agreedMaximumCents: number
  }
  const rows = await db.query<Row>(sql`
    with f as (
      ${pledgeFigures(sql`
        p.id in (
          select id
          from pledges
          where pledger_id = ${userId}
            and id < ${beforeId ?? AFTER_ALL_IDS}::uuid
            and ${campaignId === null ? sql`true` : sql`campaign_id = ${campaignId}`}
          order by id desc
          limit ${limit}
        )
      `)}
    )
    select
      f.id, f.created_at, f.status, f.campaign_id, c.name as campaign_name, c.time_zone,
      f.expected_cents, f.types, p.agreed_maximum_cents
    from f
    join pledges p on p.id = f.id
    join campaigns c on c.id = f.campaign_id
    order by f.id desc
  `)
  return rows.map((row) => ({
    id: row.id,
    campaignId: row.campaignId,
    campaignName: row.campaignName,
    campaign: { name: row.campaignName },
    amount: toDecimal(cents(row.expectedCents)),
    agreedMaximum: toDecimal(cents(row.agreedMaximumCents)),
    pledgeType: pledgeType(row.types),
    status: row.status,
    isHeld: false,
    createdAt: row.createdAt.toISOString(),
    timeZone: row.timeZone,
  }))
}

export async function totalsBy(
  db: Db,
  userId: string,
  campaignId: string | null,
): Promise<{ count: number; committed: string }> {
  const there = campaignId === null ? sql`true` : sql`p.campaign_id = ${campaignId}`
  const [row] = await db.query<{ count: number; committed: number }>(sql`
    with f as (${pledgeFigures(sql`p.pledger_id = ${userId} and p.status <> 'cancelled' and ${there}`)})
    select count(*) as count, coalesce(sum(expected_cents), 0)::bigint as committed
    from f
  `)
  return { count: row?.count ?? 0, committed: toDecimal(cents(row?.committed ?? 0)) }
}
