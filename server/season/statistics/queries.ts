import { cents, toNumber as dollarsOf } from '#domain/money.ts'
import { fromNumeric, toNumber } from '#domain/quantity.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'
import { type Db, sql } from '#server/platform/db/database.ts'

export type Row = {
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

export const toStatistic = ({ confirmed, entered, ...row }: Row): Statistic => ({
  ...row,
  expectedMin: count(row.expectedMin),
  expectedMax: count(row.expectedMax),
  expectedTarget: count(row.expectedTarget),
  lastYearResult: count(row.lastYearResult),
  pledgeAmountOptions: row.pledgeAmountOptions.map((option) => dollarsOf(cents(option))),
  confirmedQuantity: toNumber(fromNumeric(confirmed)),
  unconfirmedQuantity: toNumber(fromNumeric(entered)),
})

export const columns = sql`
  s.id, s.campaign_id, s.name, s.description, s.type, s.icon, s.unit_name, s.expected_min,
  s.expected_max, s.expected_target, s.last_year_result, s.last_year_matches, s.chance_percent,
  s.pledge_amount_options,
  s.allow_custom_amounts, s.is_active, s.sort_order, s.version, t.confirmed, t.entered,
  t.achievement
`

/** At most this many in one response: the newest hundred, along with their count (R51). */
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
