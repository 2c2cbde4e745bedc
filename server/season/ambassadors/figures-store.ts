import { type Brought, rankOf } from '#domain/campaigns/ambassador-ranks.ts'
import { cents, toDecimal } from '#domain/money.ts'
import { fromNumeric, toNumber } from '#domain/quantity.ts'
import type { Ambassadorship } from '#domain/schemas/ambassador.ts'
import { AFTER_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, sql } from '#server/platform/db/database.ts'
import { pledgeFigures } from '#server/season/pledges/index.ts'

/** This many are ranked by what their supporters pledged; those beyond are shown no rank. */
const MAX_RANKED = 50

/** The people behind credited pledges: several addresses of one mailbox are one person. */
export const supportersOf = (ambassador: ReturnType<typeof sql>) => sql`
  (
    select count(distinct mailbox_of(s.email))::integer
    from pledges p
    join users s on s.id = p.pledger_id
    where ${credited(ambassador)}
  )
`

/** Credited pledges, except cancelled ones. */
export const credited = (ambassador: ReturnType<typeof sql>) =>
  sql`p.ambassador_id = ${ambassador} and p.status <> 'cancelled'`

type AmbassadorRank = Brought & {
  campaignId: string
  firstName: string
  lastInitial: string
  onLeaderboard: boolean
  /** How many of all who have joined, with a supporter or not, may be shown. */
  shownCount: number
}

type RankRow = Omit<AmbassadorRank, 'pledged'> & { pledgedCents: number }

/** The ranks of joined ambassadors with a supporter, for all these campaigns in one query. */
export async function ranksOf(db: Db, campaignIds: readonly string[]): Promise<AmbassadorRank[]> {
  const rows = await db.query<RankRow>(sql`
    with joined as (
      select
        a.id, a.campaign_id, a.user_id, a.on_leaderboard, n.supporters_count,
        rank() over (partition by a.campaign_id order by n.supporters_count desc) as place,
        (
          count(*) filter (where a.on_leaderboard) over (partition by a.campaign_id)
        )::integer as shown_count
      from ambassadors a
      cross join lateral (select ${supportersOf(sql`a.id`)} as supporters_count) n
      where a.campaign_id = any(${sql.param([...campaignIds])}::uuid[])
        and a.user_id is not null
        and a.removed_at is null
    )
    select
      j.id, j.campaign_id, j.on_leaderboard, j.supporters_count, j.shown_count,
      coalesce(nullif(trim(u.first_name), ''), 'Ambassador') as first_name,
      coalesce(upper(left(trim(u.last_name), 1)), '') as last_initial,
      f.pledged_cents
    from joined j
    join users u on u.id = j.user_id
    cross join lateral (
      select coalesce(sum(expected_cents), 0)::bigint as pledged_cents
      from (${pledgeFigures(credited(sql`j.id`))}) brought
    ) f
    where j.place <= ${MAX_RANKED}
      and j.supporters_count > 0
    order by j.campaign_id, j.supporters_count desc, j.id
  `)
  return rows.map(({ pledgedCents, ...row }) => ({ ...row, pledged: cents(pledgedCents) }))
}

export const referralPath = (campaignId: string, code: string): string =>
  `/campaigns/${campaignId}?ref=${code}`

type Row = Pick<
  Ambassadorship,
  'id' | 'campaignId' | 'campaignName' | 'campaignStatus' | 'organizationName' | 'ambassadorReferralCode'
> &
  Pick<Ambassadorship, 'supportersCount' | 'joinedCount' | 'onLeaderboard'> & {
    joinedAt: Date
    pledgedCents: number
    earnedCents: number
    collectedCents: number
    latestStatistic: string | null
    latestQuantity: string | null
    latestEvent: string | null
  }
type Page = { limit: number; beforeId?: string | null; campaignId?: string | null; id?: string | null }

/** Money received for a pledge and not refunded, in cents, by the database's own sum. */
const received = sql`
  (
    select coalesce(sum(kept_cents), 0)
    from received_money
    where pledge_id = p.id
  )::bigint
`

/**
 * Pledged is what the credited pledges are expected to pay, except cancelled ones, and after the final lock exactly
 * what is settled. Earned counts confirmed results only, collected
 * what was received.
 */
const figures = sql`
  cross join lateral (
    select
      ${supportersOf(sql`a.id`)} as supporters_count,
      coalesce(sum(expected_cents), 0)::bigint as pledged_cents,
      coalesce(sum(accrued_cents), 0)::bigint as earned_cents
    from (${pledgeFigures(credited(sql`a.id`))}) brought
  ) f
  cross join lateral (
    select coalesce(sum(${received}), 0)::bigint as collected_cents
    from pledges p
    where ${credited(sql`a.id`)}
  ) m
  cross join lateral (
    select count(*)::integer as joined_count
    from ambassadors b
    where b.campaign_id = a.campaign_id
      and b.user_id is not null
      and b.removed_at is null
  ) j
`

/** The first statistic of the last match with a confirmed result worth sharing. */
const latest = sql`
  left join lateral (
    select
      s.name as statistic,
      sum(r.difference) as quantity,
      coalesce('vs. ' || nullif(trim(e.opponent), ''), e.name) as event
    from effective_results r
    join events e on e.id = r.event_id
    join statistics s on s.id = r.statistic_id
    where r.campaign_id = a.campaign_id
      and r.kind = 'count'
      and r.confirmed_at is not null
    group by e.id, s.id
    having sum(r.difference) > 0
    order by e.start_time desc, e.id desc, s.sort_order, s.id
    limit 1
  ) l on true
`

function toAmbassadorship(row: Row, ranks: readonly AmbassadorRank[]): Ambassadorship {
  const { pledgedCents, earnedCents, collectedCents, latestStatistic, latestQuantity, latestEvent, ...own } =
    row
  const [totalPledged, totalEarned, totalCollected] = [pledgedCents, earnedCents, collectedCents].map((one) =>
    toDecimal(cents(one)),
  ) as [string, string, string]
  const inCampaign = ranks.filter(({ campaignId }) => campaignId === row.campaignId)
  return {
    ...own,
    totalPledged,
    totalEarned,
    totalCollected,
    link: referralPath(row.campaignId, row.ambassadorReferralCode),
    joinedAt: row.joinedAt.toISOString(),
    rank: rankOf(inCampaign, row.id, row.joinedCount),
    latestResult:
      latestStatistic !== null && latestQuantity !== null && latestEvent !== null
        ? {
            statistic: latestStatistic,
            quantity: toNumber(fromNumeric(latestQuantity)),
            event: latestEvent,
          }
        : null,
  }
}

/** A person's own, newest first; found and authorized in one query. */
export async function ambassadorshipsOf(
  db: Db,
  userId: string,
  { limit, beforeId = null, campaignId = null, id = null }: Page,
): Promise<Ambassadorship[]> {
  const rows = await db.query<Row>(sql`
    select
      a.id, a.campaign_id, c.name as campaign_name, c.status as campaign_status,
      o.name as organization_name,
      a.referral_code as ambassador_referral_code,
      a.joined_at, a.on_leaderboard, f.supporters_count, f.pledged_cents, f.earned_cents,
      m.collected_cents, j.joined_count, l.statistic as latest_statistic,
      l.quantity as latest_quantity, l.event as latest_event
    from ambassadors a
    join campaigns c on c.id = a.campaign_id
    join organizations o on o.id = c.organization_id
    ${figures}
    ${latest}
    where a.user_id = ${userId}
      and a.removed_at is null
      and a.id < ${beforeId ?? AFTER_ALL_IDS}::uuid
      and (${campaignId}::uuid is null or a.campaign_id = ${campaignId}::uuid)
      and (${id}::uuid is null or a.id = ${id}::uuid)
    order by a.id desc
    limit ${limit}
  `)
  const ranks = await ranksOf(
    db,
    rows.map((row) => row.campaignId),
  )
  return rows.map((row) => toAmbassadorship(row, ranks))
}

export async function countAmbassadorships(db: Db, userId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*) as count
    from ambassadors
    where user_id = ${userId}
      and removed_at is null
  `)
  return row?.count ?? 0
}

/** Only one's own. Returns its previous state, or nothing if it is not theirs. */
export async function setOnLeaderboard(
  db: Db,
  key: { id: string; userId: string },
  onLeaderboard: boolean,
): Promise<{ campaignId: string; before: boolean } | undefined> {
  const [row] = await db.query<{ campaignId: string; before: boolean }>(sql`
    with own as (
      select id, on_leaderboard
      from ambassadors
      where id = ${key.id}
        and user_id = ${key.userId}
        and removed_at is null
      for update
    )
    update ambassadors a
    set on_leaderboard = ${onLeaderboard}
    from own
    where a.id = own.id
    returning a.campaign_id, own.on_leaderboard as before
  `)
  return row
}
