import type { CampaignStatus } from '#domain/campaigns/campaign-state.ts'
import { announce } from '#server/accounts/webhook-endpoints/index.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Deps } from '#server/season/deps.ts'

/** Tells the systems that listen when a draft is activated and when a campaign is completed. */
export function announceStatus(
  { clock }: Pick<Deps, 'clock'>,
  tx: Transaction,
  campaignId: string,
  [from, to]: [CampaignStatus, CampaignStatus],
): void {
  const event = { id: newId(clock), campaignId, at: clock.now(), data: { campaignId } }
  if (from === 'draft' && to === 'active') announce(tx, [{ ...event, type: 'campaign.activated' }])
  if (from !== 'completed' && to === 'completed') announce(tx, [{ ...event, type: 'campaign.completed' }])
}
