/** What is kept of a forecast: the likely quantities that everything expected uses (R9), and each campaign's range (R61). */
import type { Db } from '#server/platform/db/database.ts'
import { amountOf } from './actions.ts'
import { type CampaignSeason, likelyOf, seasonOf } from './queries.ts'
import { outdatedForecasts, saveForecast } from './store.kept.ts'
import { saveLikely } from './store.ts'

/** Per run; the next run continues where this one ends. */
const BATCH = 200

export const campaignsToForecast = (db: Db, now: Date): Promise<string[]> => outdatedForecasts(db, now, BATCH)

/** Whether what is stored as likely is not what the season says now. */
export const isLikelyOutdated = (season: CampaignSeason): boolean =>
  season.statistics.some(({ id, likely }) => likelyOf(season.fresh, id) !== likely)

/** Stores what each statistic will likely come to. The caller has the campaign's exclusive lock, and sums its totals. */
export async function refreshLikely(db: Db, campaignId: string, now: Date): Promise<void> {
  const season = await seasonOf(db, campaignId, now)
  if (isLikelyOutdated(season))
    await saveLikely(db, new Map(season.fresh.statistics.map(({ id }) => [id, likelyOf(season.fresh, id)])))
}

export async function keepForecast(db: Db, season: CampaignSeason, now: Date): Promise<void> {
  const { played, schedule } = season.season
  await saveForecast(db, {
    ...(await amountOf(db, season)),
    campaignId: season.facts.id,
    version: season.version,
    played: played.length,
    left: schedule?.left ?? null,
    now,
  })
}
