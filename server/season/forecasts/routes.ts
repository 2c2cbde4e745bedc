import { notFound } from '#domain/errors.ts'
import { CampaignForecast } from '#domain/schemas/forecast.ts'
import { accessTo } from '#server/accounts/access/index.ts'
import { publicReads } from '#server/platform/changes/campaign-changes.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { answerPrivately, answerPublicly } from '#server/platform/http/public-answer.ts'
import { defineRoute } from '#server/season/deps.ts'
import { campaignForecast } from './actions.ts'

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
      // A draft is only for those who run it, and is never cached (R23).
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
