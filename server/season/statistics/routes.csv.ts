import type { CsvColumn } from '#domain/csv.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'
import { onePage } from '#server/platform/csv/csv.ts'
import { campaignCsv } from '#server/season/deps.ts'
import { ALL_STATISTICS, statisticsOf } from './queries.ts'

const columns: CsvColumn<Statistic>[] = [
  ['Statistic', ({ name }) => name],
  ['Description', ({ description }) => description],
  ['Type', ({ type }) => type],
  ['Unit', ({ unitName }) => unitName],
  ['Goal', ({ expectedTarget }) => expectedTarget],
  ['Expected minimum', ({ expectedMin }) => expectedMin],
  ['Expected maximum', ({ expectedMax }) => expectedMax],
  ['Last year', ({ lastYearResult }) => lastYearResult],
  ['Matches last season', ({ lastYearMatches }) => lastYearMatches],
  ['How likely (%)', ({ chancePercent }) => chancePercent],
  ['Confirmed so far', ({ confirmedQuantity }) => confirmedQuantity],
  ['To confirm', ({ unconfirmedQuantity }) => unconfirmedQuantity],
  ['Achievement', ({ achievement }) => achievement],
  ...[0, 1, 2].map(
    (at): CsvColumn<Statistic> => [
      `Amount ${at + 1} (USD)`,
      ({ pledgeAmountOptions }) => pledgeAmountOptions[at] ?? null,
    ],
  ),
  ['Custom amounts', ({ allowCustomAmounts }) => allowCustomAmounts],
  ['Open for pledges', ({ isActive }) => isActive],
]

export const statisticCsvRoutes = [
  campaignCsv({
    table: 'statistics',
    who: 'scorer',
    permission: 'canEnterResults',
    rules: 'R18, R51',
    columns: () => columns,
    pages: ({ deps, access }) => onePage(statisticsOf(deps.db, access.campaignId, ALL_STATISTICS)),
  }),
]
