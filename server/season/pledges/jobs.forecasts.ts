import { settleEach } from '#server/platform/jobs/each.ts'
import type { Deps } from '#server/season/deps.ts'
import {
  campaignsToForecast,
  isLikelyOutdated,
  keepForecast,
  seasonOf,
} from '#server/season/forecasts/index.ts'
import { refreshExpected } from './queries.ts'

/**
 * Every minute: campaigns whose results, pledges or schedule may have changed since their last forecast, and once a day all
 * that run (R61). Where what is likely changed, everything expected changes with it, under the campaign's lock (R9, R11).
 * Running it twice writes the same.
 */
export async function refreshForecasts(deps: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const now = deps.clock.now()
  const ids = await campaignsToForecast(deps.db, now)
  await settleEach(ids, async (campaignId) => {
    if (isLikelyOutdated(await seasonOf(deps.db, campaignId, now)))
      await deps.db.transaction((tx) => refreshExpected(tx, campaignId, now), {
        campaignId,
        mode: 'exclusive',
      })
    await keepForecast(deps.db, await seasonOf(deps.db, campaignId, now), now)
  })
  return ids.length
}
