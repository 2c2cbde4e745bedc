import type { CsvColumn } from '#domain/csv.ts'
import type { ForecastShortfall } from '#domain/schemas/forecast.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { answerCsv, pagesOf, wallTime } from '#server/platform/csv/csv.ts'
import { defineRoute } from '#server/platform/http/http.ts'
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
  defineRoute({
    method: 'get',
    path: '/api/desk/forecasts.csv',
    who: 'representative',
    summary: 'The same as a CSV file: all running campaigns',
    rules: 'R51, R61',
    produces: 'text/csv',
    handle: async ({ deps, actor, c }) => {
      await demandRepresentative(deps.db, actor)
      return answerCsv(c, deps, {
        ...{ of: null, table: 'forecasts', timeZone: 'UTC', columns },
        pages: pagesOf(
          async ({ limit, number }) => (await shortfallPage(deps.db, { page: number, limit })).campaigns,
          ({ id }) => id,
        ),
      })
    },
  }),
]
