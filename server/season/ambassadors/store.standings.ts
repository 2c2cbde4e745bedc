import type { Brought } from '#domain/ambassador-ranks.ts'
import { cents } from '#domain/money.ts'
import { type Db, sql } from '#server/platform/db/database.ts'
import { pledgeFigures } from '#server/season/pledges/index.ts'
import { credited, supportersOf } from './queries.standings.ts'

/** This many are ranked by what their supporters pledged; those beyond are shown no rank. */
const MAX_RANKED = 50

export type Standing = Brought & {
  campaignId: string
  firstName: string
  lastInitial: string
  onLeaderboard: boolean
  /** How many of all who have joined, with a supporter or not, may be shown. */
  shownCount: number
}

type Row = Omit<Standing, 'pledged'> & { pledgedCents: number }

/** The standing of joined ambassadors with a supporter, for all these campaigns in one query (R42). */
export async function standingsOf(db: Db, campaignIds: readonly string[]): Promise<Standing[]> {
  const rows = await db.query<Row>(sql`
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
