import { ExpectedCollection, ForecastShortfalls, ShortfallQuery } from '#domain/schemas/forecast.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { defineRoute } from '#server/money/deps.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { expectedCollection } from './actions.ts'
import { shortfallPage } from './store.shortfalls.ts'

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
