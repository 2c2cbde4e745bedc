import { audit } from '#server/platform/audit/audit.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import { type Db, sql } from '#server/platform/db/database.ts'
import { settleEach } from '#server/platform/jobs/runs.ts'
import type { Deps } from '#server/season/deps.ts'
import { announceStatus } from './announce-status.ts'
import { refreshRanks } from './ranks.ts'

const BATCH = 1_000

/** Hourly: completes active campaigns past their end; results and settlement continue. */
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
        await announceStatus(deps, tx, campaignId, ['active', 'completed'])
        campaignChanged(tx, deps, campaignId)
        completed += 1
      },
      { campaignId, mode: 'exclusive' },
    ),
  )
  return completed
}

/** Active campaigns past their last instant. */
async function campaignsPastTheirEnd(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id
    from campaigns
    where status = 'active'
      and ends_at < ${now}
    order by ends_at
    limit ${limit}
  `)
  return rows.map(({ id }) => id)
}

/** Whether it was active past its end, and is completed by this. */
async function completeIfEnded(db: Db, campaignId: string, now: Date): Promise<boolean> {
  const rows = await db.query(sql`
    update campaigns
    set status = 'completed', version = version + 1
    where id = ${campaignId}
      and status = 'active'
      and ends_at < ${now}
    returning id
  `)
  return rows.length === 1
}
