import { z } from 'zod'
import { PlannedChange, PledgeForecast } from '#domain/schemas/forecast.ts'
import { LinkToken } from '#domain/schemas/pledge-link.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { defineRoute } from '#server/season/deps.ts'
import { forecastByLink, ownForecast } from './actions.ts'

export const pledgeForecastRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/pledges/{id}/forecast',
    who: 'signed-in',
    summary: 'What one pledge will likely come to, now and before the newest match; never used to bill',
    rules: 'R27, R58, R61',
    params: IdParams,
    query: PlannedChange,
    response: PledgeForecast,
    handle: ({ deps, actor, params, query }) => ownForecast(deps, actor, params.id.toLowerCase(), query),
  }),
  defineRoute({
    method: 'get',
    path: '/api/pledge-links/{token}/forecast',
    who: 'anyone',
    summary: 'The same for the one pledge that a link in an email shows; changes nothing',
    rules: 'R44, R61',
    params: z.object({ token: LinkToken }),
    query: PlannedChange,
    response: PledgeForecast,
    handle: ({ deps, params, query, c }) => {
      c.header('cache-control', 'private, no-store')
      c.header('referrer-policy', 'no-referrer')
      c.header('x-robots-tag', 'noindex, nofollow')
      return forecastByLink(deps, params.token, query)
    },
  }),
]
