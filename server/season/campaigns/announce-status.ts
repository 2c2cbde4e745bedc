import type { CampaignStatus } from '#domain/campaigns/campaign-state.ts'
import { announce } from '#server/accounts/webhook-endpoints/index.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Deps } from '#server/season/deps.ts'

/** Tells the systems that listen when a draft is activated and when a campaign is completed. */
export async function announceStatus(
  { clock }: Pick<Deps, 'clock'>,
  tx: Db,
  campaignId: string,
  [from, to]: [CampaignStatus, CampaignStatus],
): Promise<void> {
  const event = { id: newId(clock), campaignId, at: clock.now(), data: { campaignId } }
  if (from === 'draft' && to === 'active') await announce(tx, [{ ...event, type: 'campaign.activated' }])
  if (from !== 'completed' && to === 'completed')
    await announce(tx, [{ ...event, type: 'campaign.completed' }])
}
