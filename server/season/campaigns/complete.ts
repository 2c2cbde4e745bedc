import { audit } from '#server/platform/audit/audit.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import { settleEach } from '#server/platform/jobs/runs.ts'
import type { Deps } from '#server/season/deps.ts'
import { campaignsPastTheirEnd, completeIfEnded } from './edit.ts'
import { refreshRanks } from './ranks.ts'

const BATCH = 1_000

/** Hourly: completes active campaigns past their end; results and settlement continue (R22). */
export async function completeEndedCampaigns(deps: Deps): Promise<number> {
  const now = deps.clock.now()
  const ids = await campaignsPastTheirEnd(deps.db, now, BATCH)
  let completed = 0
  await settleEach(ids, (campaignId) =>
    deps.db.transaction(
      async (tx) => {
        if (!(await completeIfEnded(tx, campaignId, now))) return
        await refreshRanks(tx, [campaignId])
        await audit(tx, deps.clock, {
          actorId: null,
          action: 'campaign.complete',
          subject: 'campaign',
          subjectId: campaignId,
          campaignId,
          after: { status: 'completed' },
        })
        campaignChanged(tx, deps, campaignId)
        completed += 1
      },
      { campaignId, mode: 'exclusive' },
    ),
  )
  return completed
}
