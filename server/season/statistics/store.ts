import { type Cents, cents, toNumber as dollarsOf } from '#domain/money.ts'
import { fromNumeric, toNumber, toNumeric } from '#domain/quantity.ts'
import type { Statistic, StatisticForm } from '#domain/schemas/statistic.ts'
import { isAchievement } from '#domain/season/statistic-types.ts'
import { type Db, only, sql } from '#server/platform/db/database.ts'

type Row = {
  id: string
  campaignId: string
  name: string
  description: string | null
  type: Statistic['type']
  icon: string
  unitName: string | null
  expectedMin: string | null
  expectedMax: string | null
  expectedTarget: string | null
  lastYearResult: string | null
  lastYearMatches: number | null
  chancePercent: number | null
  pledgeAmountOptions: string[]
  allowCustomAmounts: boolean
  isActive: boolean
  sortOrder: number
  version: number
  confirmed: string
  entered: string
  achievement: Statistic['achievement']
}

const count = (text: string | null): number | null => (text === null ? null : toNumber(fromNumeric(text)))

const toStatistic = ({ confirmed, entered, ...row }: Row): Statistic => ({
  ...row,
  expectedMin: count(row.expectedMin),
  expectedMax: count(row.expectedMax),
  expectedTarget: count(row.expectedTarget),
  lastYearResult: count(row.lastYearResult),
  pledgeAmountOptions: row.pledgeAmountOptions.map((option) => dollarsOf(cents(option))),
  confirmedQuantity: toNumber(fromNumeric(confirmed)),
  unconfirmedQuantity: toNumber(fromNumeric(entered)),
})

const columns = sql`
  s.id, s.campaign_id, s.name, s.description, s.type, s.icon, s.unit_name, s.expected_min,
  s.expected_max, s.expected_target, s.last_year_result, s.last_year_matches, s.chance_percent,
  s.pledge_amount_options,
  s.allow_custom_amounts, s.is_active, s.sort_order, s.version, t.confirmed, t.entered,
  t.achievement
`

/** At most this many in one response: the newest hundred, along with their count. */
export const LIST_LIMIT = 100

/** For what is computed from the statistics, where leaving one out would be wrong. */
export const ALL_STATISTICS = 10_000

export async function statisticsOf(db: Db, campaignId: string, limit = LIST_LIMIT): Promise<Statistic[]> {
  const rows = await db.query<Row>(sql`
    select ${columns}
    from statistics s
    join statistic_totals t on t.statistic_id = s.id
    where s.campaign_id = ${campaignId}
    order by s.sort_order, s.id
    limit ${limit}
  `)
  return rows.map(toStatistic)
}

export async function findStatistic(
  db: Db,
  campaignId: string,
  statisticId: string,
): Promise<Statistic | undefined> {
  const [row] = await db.query<Row>(sql`
    select ${columns}
    from statistics s
    join statistic_totals t on t.statistic_id = s.id
    where s.campaign_id = ${campaignId}
      and s.id = ${statisticId}
  `)
  return row && toStatistic(row)
}

export async function hasPledgeLines(db: Db, statisticId: string): Promise<boolean> {
  const rows = await db.query(sql`
    select from pledge_lines
    where statistic_id = ${statisticId}
    limit 1
  `)
  return rows.length > 0
}

export async function hasResults(db: Db, statisticId: string): Promise<boolean> {
  const rows = await db.query(sql`
    select from results
    where statistic_id = ${statisticId}
      and voided_at is null
    limit 1
  `)
  return rows.length > 0
}

/** What still names it; null: nothing. Voided results and deleted rewards do, too, but of those only results are evidence. */
export async function reasonToKeep(db: Db, statisticId: string): Promise<string | null> {
  const row = only(
    await db.query<{ hasLines: boolean; hasResults: boolean; reward: string | null }>(sql`
      select
        exists (select from pledge_lines where statistic_id = ${statisticId}) as has_lines,
        exists (select from results where statistic_id = ${statisticId}) as has_results,
        (
          select title
          from rewards
          where statistic_id = ${statisticId}
            and archived_at is null
          limit 1
        ) as reward
    `),
  )
  if (row.hasLines) return 'Supporters have pledged on this statistic: close it to new pledges instead'
  if (row.hasResults) return 'This statistic has results: close it to new pledges instead'
  return row.reward === null
    ? null
    : `The reward “${row.reward}” counts this statistic: change or delete the reward first`
}

export async function deleteStatistic(db: Db, id: string): Promise<void> {
  await db.query(sql`delete from rewards where statistic_id = ${id} and archived_at is not null`)
  await db.query(sql`delete from statistic_totals where statistic_id = ${id}`)
  await db.query(sql`delete from statistics where id = ${id}`)
}

export async function countStatistics(db: Db, campaignId: string): Promise<number> {
  const row = only(
    await db.query<{ count: number }>(sql`
      select count(*) as count
      from statistics
      where campaign_id = ${campaignId}
    `),
  )
  return row.count
}

export async function nextSortOrder(db: Db, campaignId: string): Promise<number> {
  const [row] = await db.query<{ next: number }>(sql`
    select coalesce(max(sort_order) + 1, 0) as next
    from statistics
    where campaign_id = ${campaignId}
  `)
  return row?.next ?? 0
}

export type StatisticRow = Omit<StatisticForm, 'sortOrder'> & { sortOrder: number }

const quantity = (value: StatisticRow['expectedMin']) => (value === null ? null : toNumeric(value))

const options = (amounts: readonly Cents[]) => sql`${sql.param([...amounts])}::bigint[]`

export async function insertStatistic(
  db: Db,
  key: { id: string; campaignId: string; createdAt: Date },
  row: StatisticRow,
): Promise<void> {
  await db.query(sql`
    with added as (
      insert into statistics (
        id, campaign_id, name, description, type, icon, unit_name, expected_min, expected_max,
        expected_target, last_year_result, last_year_matches, chance_percent, pledge_amount_options,
        allow_custom_amounts, is_active, sort_order, created_at
      )
      values (
        ${key.id}, ${key.campaignId}, ${row.name}, ${row.description}, ${row.type}, ${row.icon},
        ${row.unitName}, ${quantity(row.expectedMin)}, ${quantity(row.expectedMax)},
        ${quantity(row.expectedTarget)}, ${quantity(row.lastYearResult)},
        ${row.lastYearMatches}, ${row.chancePercent}, ${options(row.pledgeAmountOptions)},
        ${row.allowCustomAmounts}, ${row.isActive}, ${row.sortOrder}, ${key.createdAt}
      )
    )
    insert into statistic_totals (campaign_id, statistic_id, achievement)
    values (${key.campaignId}, ${key.id}, ${isAchievement(row.type) ? 'open' : null})
  `)
}

export async function updateStatistic(db: Db, id: string, row: StatisticRow, at: Date): Promise<void> {
  await db.query(sql`
    with changed as (
      update statistics
      set
        name = ${row.name},
        description = ${row.description},
        type = ${row.type},
        icon = ${row.icon},
        unit_name = ${row.unitName},
        expected_min = ${quantity(row.expectedMin)},
        expected_max = ${quantity(row.expectedMax)},
        expected_target = ${quantity(row.expectedTarget)},
        last_year_result = ${quantity(row.lastYearResult)},
        last_year_matches = ${row.lastYearMatches},
        chance_percent = ${row.chancePercent},
        pledge_amount_options = ${options(row.pledgeAmountOptions)},
        allow_custom_amounts = ${row.allowCustomAmounts},
        is_active = ${row.isActive},
        sort_order = ${row.sortOrder},
        changed_at = ${at},
        version = version + 1
      where id = ${id}
    )
    update statistic_totals
    set achievement = case when ${isAchievement(row.type)} then coalesce(achievement, 'open') end
    where statistic_id = ${id}
  `)
}
