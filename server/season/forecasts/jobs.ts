import type { Deps } from '#server/platform/deps.ts'
import { settleEach } from '#server/platform/jobs/each.ts'
import { amountOf } from './actions.ts'
import { seasonOf } from './queries.ts'
import { outdatedForecasts, saveForecast } from './store.kept.ts'

/** Per run; the next run continues where this one ends. */
const BATCH = 200

/**
 * Every minute: forecasts of campaigns whose results, pledges or schedule may have changed since the last one, and once a
 * day those of all running campaigns (R61). Running it twice writes the same.
 */
export async function refreshForecasts(deps: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const now = deps.clock.now()
  const ids = await outdatedForecasts(deps.db, now, BATCH)
  await settleEach(ids, async (campaignId) => {
    const season = await seasonOf(deps.db, campaignId, now)
    const { played, schedule } = season.season
    await saveForecast(deps.db, {
      ...(await amountOf(deps.db, season)),
      campaignId,
      version: season.version,
      played: played.length,
      left: schedule?.left ?? null,
      now,
    })
  })
  return ids.length
}
