import { type Cents, cents, toNumber as dollarsOf } from '#domain/money.ts'
import { fromNumeric, toNumber, toNumeric } from '#domain/quantity.ts'
import type { Statistic, StatisticForm } from '#domain/schemas/statistic.ts'
import { type Db, sql } from '#server/platform/db/database.ts'

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
  s.id, s.campaign_id, s.name, s.description, s.type, s.icon, s.unit_name, s.expected_min, s.expected_max,
  s.expected_target, s.last_year_result, s.pledge_amount_options, s.allow_custom_amounts, s.is_active, s.sort_order,
  s.version, t.confirmed, t.entered, t.achievement`

/** At most this many in one answer: the newest hundred, with their count beside them (R51). */
export const LIST_LIMIT = 100
/** For what is computed from the statistics, where one left out would be wrong. */
export const ALL_STATISTICS = 10_000

export async function statisticsOf(db: Db, campaignId: string, limit = LIST_LIMIT): Promise<Statistic[]> {
  const rows = await db.query<Row>(sql`
    select ${columns} from statistics s join statistic_totals t on t.statistic_id = s.id
     where s.campaign_id = ${campaignId} order by s.sort_order, s.id limit ${limit}`)
  return rows.map(toStatistic)
}

export async function findStatistic(
  db: Db,
  campaignId: string,
  statisticId: string,
): Promise<Statistic | undefined> {
  const [row] = await db.query<Row>(sql`
    select ${columns} from statistics s join statistic_totals t on t.statistic_id = s.id
     where s.campaign_id = ${campaignId} and s.id = ${statisticId}`)
  return row && toStatistic(row)
}

export async function hasPledgeLines(db: Db, statisticId: string): Promise<boolean> {
  const rows = await db.query(sql`select from pledge_lines where statistic_id = ${statisticId} limit 1`)
  return rows.length > 0
}

export async function hasResults(db: Db, statisticId: string): Promise<boolean> {
  const rows = await db.query(sql`
    select from results where statistic_id = ${statisticId} and voided_at is null limit 1`)
  return rows.length > 0
}

export async function nextSortOrder(db: Db, campaignId: string): Promise<number> {
  const [row] = await db.query<{ next: number }>(sql`
    select coalesce(max(sort_order) + 1, 0) as next from statistics where campaign_id = ${campaignId}`)
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
      insert into statistics (id, campaign_id, name, description, type, icon, unit_name, expected_min, expected_max,
        expected_target, last_year_result, pledge_amount_options, allow_custom_amounts, is_active, sort_order, created_at)
      values (${key.id}, ${key.campaignId}, ${row.name}, ${row.description}, ${row.type}, ${row.icon}, ${row.unitName},
        ${quantity(row.expectedMin)}, ${quantity(row.expectedMax)}, ${quantity(row.expectedTarget)},
        ${quantity(row.lastYearResult)}, ${options(row.pledgeAmountOptions)}, ${row.allowCustomAmounts}, ${row.isActive},
        ${row.sortOrder}, ${key.createdAt}))
    insert into statistic_totals (campaign_id, statistic_id, achievement)
    values (${key.campaignId}, ${key.id}, ${row.type === 'per_achievement' ? 'open' : null})`)
}

export async function updateStatistic(db: Db, id: string, row: StatisticRow): Promise<void> {
  await db.query(sql`
    with changed as (
      update statistics set name = ${row.name}, description = ${row.description}, type = ${row.type}, icon = ${row.icon},
        unit_name = ${row.unitName}, expected_min = ${quantity(row.expectedMin)}, expected_max = ${quantity(row.expectedMax)},
        expected_target = ${quantity(row.expectedTarget)}, last_year_result = ${quantity(row.lastYearResult)},
        pledge_amount_options = ${options(row.pledgeAmountOptions)}, allow_custom_amounts = ${row.allowCustomAmounts},
        is_active = ${row.isActive}, sort_order = ${row.sortOrder}, version = version + 1
      where id = ${id})
    update statistic_totals
       set achievement = case when ${row.type} = 'per_achievement' then coalesce(achievement, 'open') end
     where statistic_id = ${id}`)
}
