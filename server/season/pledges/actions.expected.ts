import type { Db } from '#server/platform/db/database.ts'
import { refreshLikely } from '#server/season/forecasts/index.ts'
import { refreshCampaignTotals } from './queries.ts'

/**
 * What is likely, and with it everything expected of the campaign (R9, R11, R61): after results or a statistic changed, and when the
 * schedule or time did. The caller has the campaign's exclusive lock (R12).
 */
export async function refreshExpected(db: Db, campaignId: string, now: Date): Promise<void> {
  await refreshLikely(db, campaignId, now)
  await refreshCampaignTotals(db, campaignId)
}
