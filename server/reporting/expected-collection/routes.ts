import type { CsvColumn } from '#domain/csv.ts'
import {
  ExpectedCollection,
  type ForecastShortfall,
  ForecastShortfalls,
  ShortfallQuery,
} from '#domain/schemas/forecast.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { csvRoute, defineRoute } from '#server/money/deps.ts'
import { numberedPages, wallTime } from '#server/platform/csv/csv.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { expectedCollection } from './expected.ts'
import { shortfallPage } from './store.ts'

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

export const expectedCollectionRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/dashboard/campaigns/{id}/forecast',
    who: 'owner',
    summary: 'What the campaign will likely collect and when, by how pledges are paid',
    rules: 'R11, R26, R61: totals, and no supporter',
    params: IdParams,
    response: ExpectedCollection,
    handle: ({ deps, actor, params }) => expectedCollection(deps, actor, params.id),
  }),
  defineRoute({
    method: 'get',
    path: '/api/desk/forecasts',
    who: 'representative',
    summary: 'Running campaigns, by how far they will likely fall short of their goal',
    rules: 'R51, R61',
    query: ShortfallQuery,
    response: ForecastShortfalls,
    handle: async ({ deps, actor, query }) => {
      await demandRepresentative(deps.db, actor)
      return shortfallPage(deps.db, query)
    },
  }),
]
