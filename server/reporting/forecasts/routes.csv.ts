import type { CsvColumn } from '#domain/csv.ts'
import type { ForecastShortfall } from '#domain/schemas/forecast.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { csvRoute } from '#server/money/deps.ts'
import { numberedPages, wallTime } from '#server/platform/csv/csv.ts'
import { shortfallPage } from './store.shortfalls.ts'

/** The campaigns are in many zones: each row's instants are in its own. */
const columns: CsvColumn<ForecastShortfall>[] = [
  ['Campaign', ({ name }) => name],
  ['Organization', ({ organizationName }) => organizationName],
  ['Ends', ({ timeZone, endsAt }) => wallTime(timeZone, endsAt)],
  ['Goal (USD)', ({ goal }) => goal],
  ['Forecast, low (USD)', ({ amount }) => amount.low],
  ['Forecast, likely (USD)', ({ amount }) => amount.likely],
  ['Forecast, high (USD)', ({ amount }) => amount.high],
  ['Short of the goal (USD)', ({ shortfall }) => shortfall],
  ['Matches played', ({ matchesPlayed }) => matchesPlayed],
  ['Matches left', ({ matchesLeft }) => matchesLeft],
  ['Forecast made', ({ timeZone, computedAt }) => wallTime(timeZone, computedAt)],
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
