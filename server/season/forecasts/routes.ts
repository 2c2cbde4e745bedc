import { z } from 'zod'
import { notFound } from '#domain/errors.ts'
import { CampaignForecast, PlannedChange, PledgeForecast } from '#domain/schemas/forecast.ts'
import { LinkToken } from '#domain/schemas/pledge-link.ts'
import { accessTo } from '#server/accounts/access/index.ts'
import { publicReads } from '#server/platform/changes/campaign-changes.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { keepSecret } from '#server/platform/http/keep-secret.ts'
import { answerPrivately, answerPublicly } from '#server/platform/http/public-answer.ts'
import { defineRoute } from '#server/season/deps.ts'
import { campaignForecast } from './campaign-forecast.ts'
import { forecastByLink, ownForecast } from './likely-change.ts'

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
      keepSecret(c)
      return forecastByLink(deps, params.token, query)
    },
  }),
]

export const forecastRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/campaigns/{id}/forecast',
    who: 'anyone',
    summary:
      'What the season will likely come to: each statistic now and as it was, and all pledges together',
    rules: 'R23, R26, R61',
    params: IdParams,
    response: CampaignForecast,
    handle: async ({ deps, caller, params, c }) => {
      const campaignId = params.id.toLowerCase()
      const { isPrivate } = await accessTo(deps.db, caller, campaignId)
      const read = async (db: typeof deps.db) =>
        JSON.stringify(await campaignForecast(db, campaignId, deps.clock.now()))
      // A draft is only for those who run it, and is never cached.
      if (isPrivate) {
        if (!caller) throw notFound('Campaign')
        return answerPrivately(c, { bytes: await read(deps.db) })
      }
      const tag = `campaign:${campaignId}`
      return answerPublicly(
        c,
        await deps.cache.through(`forecast ${campaignId}`, [tag], async () => ({
          bytes: await read(publicReads(deps, tag) as typeof deps.db),
        })),
      )
    },
  }),
]
