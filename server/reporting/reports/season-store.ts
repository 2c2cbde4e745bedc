import { cents, toDecimal } from '#domain/money.ts'
import type { StatisticType } from '#domain/statistic-types.ts'
import type { Vocabulary } from '#domain/vocabulary.ts'
import { type Db, only, sql } from '#server/platform/db/database.ts'
import { pledgeFigures } from '#server/season/pledges/index.ts'

type Row = {
  name: string
  organizationName: string
  vocabulary: Vocabulary
  place: string
  status: string
  startOn: string
  endOn: string
  goalCents: number
  pledgedCents: number
  /** The same once it is settled; null until the final lock. */
  settledCents: number | null
  earnedCents: number
  undecidedCents: number
  waivedCents: number
  writtenOffCents: number
  collectedCents: number
  supporters: number
  commissionBasisPoints: number
  isTestMoney: boolean
}

/** The campaign's own figures, as shown on every page (R11). */
export const seasonFigures = async (db: Db, campaignId: string): Promise<Row> =>
  only(
    await db.query<Row>(sql`
      select
        c.name, c.vocabulary, o.name as organization_name,
        o.city || ', ' || o.state as place,
        c.status,
        c.start_on::text as start_on,
        c.end_on::text as end_on,
        c.goal_cents, t.pledged_cents,
        case when c.final_locked_at is not null then t.pledged_cents end as settled_cents,
        t.earned_cents, t.undecided_cents, t.collected_cents, t.supporters_count as supporters,
        w.waived_cents, w.written_off_cents, c.commission_basis_points,
        c.money_mode = 'sandbox' as is_test_money
      from campaigns c
      join organizations o on o.id = c.organization_id
      join campaign_totals t on t.campaign_id = c.id
      cross join lateral (
        select
          coalesce(sum(a.amount_cents) filter (where a.kind = 'waiver'), 0)::bigint as waived_cents,
          coalesce(sum(a.amount_cents) filter (where a.kind = 'write_off'), 0)::bigint as written_off_cents
        from adjustments a
        join pledges p on p.id = a.pledge_id
        where a.campaign_id = c.id
          and p.status <> 'cancelled'
      ) w
      where c.id = ${campaignId}
    `),
  )

type SeasonStatistic = {
  id: string
  name: string
  type: StatisticType
  confirmed: number
  achievement: string | null
  lastYear: number | null
  target: number | null
  pledges: number
}

export const seasonStatistics = (db: Db, campaignId: string): Promise<SeasonStatistic[]> =>
  db.query<SeasonStatistic>(sql`
    select
      s.id, s.name, s.type,
      t.confirmed::float8 as confirmed,
      t.achievement,
      s.last_year_result::float8 as last_year,
      s.expected_target::float8 as target,
      (
        select count(distinct l.pledge_id)
        from pledge_lines l
        join pledges p on p.id = l.pledge_id
        where l.statistic_id = s.id
          and p.status <> 'cancelled'
      )::integer as pledges
    from statistics s
    join statistic_totals t on t.statistic_id = s.id
    where s.campaign_id = ${campaignId}
    order by s.sort_order, s.id
    limit 100
  `)

const MAX_AMBASSADORS = 100

/** Who brought supporters, by first name and initial as everywhere (R42). */
export async function seasonAmbassadors(db: Db, campaignId: string) {
  const rows = await db.query<{
    name: string
    supporters: number
    pledgedCents: number
    earnedCents: number
  }>(sql`
    select
      coalesce(nullif(trim(u.first_name), ''), 'Ambassador') || coalesce(
        ' ' || nullif(upper(left(trim(u.last_name), 1)), '') || '.',
        ''
      ) as name,
      f.supporters, f.pledged_cents, f.earned_cents
    from ambassadors a
    join users u on u.id = a.user_id
    cross join lateral (
      select
        count(*)::integer as supporters,
        coalesce(sum(expected_cents), 0)::bigint as pledged_cents,
        coalesce(sum(accrued_cents), 0)::bigint as earned_cents
      from (${pledgeFigures(sql`p.ambassador_id = a.id and p.status <> 'cancelled'`)}) brought
    ) f
    where a.campaign_id = ${campaignId}
      and f.supporters > 0
    order by f.pledged_cents desc, a.id
    limit ${MAX_AMBASSADORS}
  `)
  return rows.map(({ pledgedCents, earnedCents, ...row }) => ({
    ...row,
    pledged: toDecimal(cents(pledgedCents)),
    earned: toDecimal(cents(earnedCents)),
  }))
}
