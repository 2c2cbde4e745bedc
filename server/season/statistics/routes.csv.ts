import type { CsvColumn } from '#domain/csv.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'
import { campaignCsv } from '#server/accounts/access/index.ts'
import { onePage } from '#server/platform/csv/csv.ts'
import { ALL_STATISTICS, statisticsOf } from './queries.ts'

const columns: CsvColumn<Statistic>[] = [
  { head: 'Statistic', of: ({ name }) => name },
  { head: 'Description', of: ({ description }) => description },
  { head: 'Type', of: ({ type }) => type },
  { head: 'Unit', of: ({ unitName }) => unitName },
  { head: 'Goal', of: ({ expectedTarget }) => expectedTarget },
  { head: 'Expected minimum', of: ({ expectedMin }) => expectedMin },
  { head: 'Expected maximum', of: ({ expectedMax }) => expectedMax },
  { head: 'Last year', of: ({ lastYearResult }) => lastYearResult },
  { head: 'Matches last season', of: ({ lastYearMatches }) => lastYearMatches },
  { head: 'How likely (%)', of: ({ chancePercent }) => chancePercent },
  { head: 'Confirmed so far', of: ({ confirmedQuantity }) => confirmedQuantity },
  { head: 'To confirm', of: ({ unconfirmedQuantity }) => unconfirmedQuantity },
  { head: 'Achievement', of: ({ achievement }) => achievement },
  ...[0, 1, 2].map((at) => ({
    head: `Amount ${at + 1} (USD)`,
    of: ({ pledgeAmountOptions }: Statistic) => pledgeAmountOptions[at] ?? null,
  })),
  { head: 'Custom amounts', of: ({ allowCustomAmounts }) => allowCustomAmounts },
  { head: 'Open for pledges', of: ({ isActive }) => isActive },
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
