import type { CsvColumn } from '#domain/csv.ts'
import type { ForecastShortfall } from '#domain/schemas/forecast.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { csvRoute, numberedPages, wallTime } from '#server/platform/csv/csv.ts'
import { shortfallPage } from './store.shortfalls.ts'

/** The campaigns are in many zones: each row's instants are in its own. */
const columns: CsvColumn<ForecastShortfall>[] = [
  { head: 'Campaign', of: ({ name }) => name },
  { head: 'Organization', of: ({ organizationName }) => organizationName },
  { head: 'Ends', of: ({ timeZone, endsAt }) => wallTime(timeZone, endsAt) },
  { head: 'Goal (USD)', of: ({ goal }) => goal },
  { head: 'Forecast, low (USD)', of: ({ amount }) => amount.low },
  { head: 'Forecast, likely (USD)', of: ({ amount }) => amount.likely },
  { head: 'Forecast, high (USD)', of: ({ amount }) => amount.high },
  { head: 'Short of the goal (USD)', of: ({ shortfall }) => shortfall },
  { head: 'Matches played', of: ({ matchesPlayed }) => matchesPlayed },
  { head: 'Matches left', of: ({ matchesLeft }) => matchesLeft },
  { head: 'Forecast made', of: ({ timeZone, computedAt }) => wallTime(timeZone, computedAt) },
]

export const forecastCsvRoutes = [
  csvRoute({
    path: '/api/desk/forecasts.csv',
    who: 'representative',
    summary: 'The same as a CSV file: all running campaigns',
    rules: 'R51, R61',
    open: async ({ deps, actor }) => {
      await demandRepresentative(deps.db, actor)
      const pages = numberedPages(async (page) => (await shortfallPage(deps.db, page)).campaigns)
      return { table: 'forecasts', columns, pages }
    },
  }),
]
