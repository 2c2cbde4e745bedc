/** A season for a board: what was pledged, earned and collected, and from which results and people it came. */

import { capital, type Vocabulary } from '#domain/campaigns/vocabulary.ts'
import { add, type Cents, cents, toDecimal, ZERO } from '#domain/money.ts'
import { dateIn } from '#domain/places/zone.ts'
import { buildSeason, type Season, shareByMoment } from '#domain/pledges/accrual.ts'
import type { StatisticType } from '#domain/season/statistic-types.ts'
import { accessWith } from '#server/accounts/access/index.ts'
import type { SeasonReport } from '#server/documents/renderer/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { readBooks, toBalance } from '#server/money/ledger/index.ts'
import { pledgesOf, type StatisticFact, statisticFacts } from '#server/money/settlements/index.ts'
import { type Db, only, sql } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { eventsOf } from '#server/season/events/index.ts'
import { pledgeFigures } from '#server/season/pledges/index.ts'
import { confirmedResults } from '#server/season/results/counted/index.ts'

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

/** The campaign's own figures, as shown on every page. */
const seasonFigures = async (db: Db, campaignId: string): Promise<Row> =>
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

const seasonStatistics = (db: Db, campaignId: string): Promise<SeasonStatistic[]> =>
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

/** Who brought supporters, by first name and initial as everywhere. */
async function seasonAmbassadors(db: Db, campaignId: string) {
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

const BATCH = 2_000

type Earned = { byStatistic: Map<string, Cents>; byMoment: Map<string, Cents> }
const plus = (map: Map<string, Cents>, key: string, amount: Cents) =>
  map.set(key, add(map.get(key) ?? ZERO, amount))

/** Every pledge's split over matches and statistics, summed; one batch in memory at a time. */
async function earnedIn(
  db: Db,
  campaignId: string,
  season: Season,
  statistics: StatisticFact[],
): Promise<Earned> {
  const earned: Earned = { byStatistic: new Map(), byMoment: new Map() }
  const nextPledges = pledgesOf({ campaignId, kind: 'final' }, statistics)
  let afterId: string | null = null
  for (;;) {
    const pledges = await nextPledges(db, { afterId, limit: BATCH })
    for (const { lines, most } of pledges) {
      const agreed = lines.map(({ statistic, rate, scope }) => {
        const { id, type } = statistics[statistic] as StatisticFact
        return { statisticId: id, type, rate, scope }
      })
      for (const { moment, amounts, total } of shareByMoment(agreed, most, season)) {
        plus(earned.byMoment, moment?.key ?? '', total)
        agreed.forEach(({ statisticId }, index) => {
          plus(earned.byStatistic, statisticId, amounts[index] ?? ZERO)
        })
      }
    }
    afterId = pledges.at(-1)?.id ?? null
    if (pledges.length < BATCH) return earned
  }
}

/** What is confirmed today, even after the final lock: the parts add up to what the campaign has earned. */
async function resultsOf(db: Db, campaignId: string) {
  const [results, events] = await Promise.all([confirmedResults(db, campaignId), eventsOf(db, campaignId)])
  return { results, names: new Map(events.map(({ id, name }) => [id, name])) }
}

/** For its owners, its treasurers and the representatives: totals, without any supporter's name. */
export async function readSeason(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  campaignId: string,
): Promise<SeasonReport> {
  const { db } = deps
  const { timeZone } = await accessWith(db, actor, campaignId, 'canReadMoney')
  const [figures, shown, statistics, ambassadors, books] = await Promise.all([
    seasonFigures(db, campaignId),
    seasonStatistics(db, campaignId),
    statisticFacts(db, campaignId),
    seasonAmbassadors(db, campaignId),
    readBooks(db, campaignId),
  ])
  const { results, names } = await resultsOf(db, campaignId)
  const season = buildSeason(results)
  // In a cancelled campaign nothing accrues: what remains is what was collected.
  const isOver = figures.status === 'cancelled'
  const earned = isOver ? null : await earnedIn(db, campaignId, season, statistics)
  const amountOf = (amount: Cents | undefined) => toDecimal(amount ?? ZERO)
  const gifts = earned?.byMoment.get('') ?? ZERO
  return {
    name: figures.name,
    organizationName: figures.organizationName,
    place: figures.place,
    vocabulary: figures.vocabulary,
    timeZone,
    status: figures.status,
    startOn: figures.startOn,
    endOn: figures.endOn,
    supporters: figures.supporters,
    isTestMoney: figures.isTestMoney,
    commissionBasisPoints: figures.commissionBasisPoints,
    goal: amountOf(cents(figures.goalCents)),
    pledged: amountOf(cents(figures.pledgedCents)),
    settled: figures.settledCents === null ? null : amountOf(cents(figures.settledCents)),
    earned: amountOf(cents(figures.earnedCents)),
    undecided: amountOf(cents(figures.undecidedCents)),
    waived: amountOf(cents(figures.waivedCents)),
    writtenOff: amountOf(cents(figures.writtenOffCents)),
    balance: toBalance(books),
    statistics: shown.map((one) => ({ ...one, earned: amountOf(earned?.byStatistic.get(one.id)) })),
    gifts: toDecimal(gifts),
    matches: isOver
      ? []
      : season.moments.map(({ key, at }) => ({
          name: names.get(key) ?? `${capital(figures.vocabulary.season)} result`,
          on: dateIn(timeZone, new Date(at)),
          earned: amountOf(earned?.byMoment.get(key)),
        })),
    ambassadors,
  }
}
