import { sql } from '#server/platform/db/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { settleEach } from '#server/platform/jobs/each.ts'
import { refreshCampaignTotals } from '#server/season/pledges/index.ts'

/**
 * Counts what a correction concerns (R33, R73) again where the sums and the mark do not agree. During an upgrade, or after a
 * rollback, an instance of the version before changes results and locks corrections without counting.
 */
export async function recountCorrections(deps: Deps, campaignIds: readonly string[]): Promise<void> {
  const doubtful = await deps.db.query<{ id: string }>(sql`
    select c.id
    from campaigns c
    cross join lateral (
      select
        sum(earned_cents) <> sum(pledged_cents) as differs,
        sum(to_correct) > 0 as is_marked,
        sum(earned_cents) - sum(pledged_cents) > sum(undecided_cents) as is_undecided
      from campaign_totals
      where campaign_id = c.id
    ) t
    where c.id = any(${sql.param([...campaignIds])}::uuid[])
      and c.final_locked_at is not null
      and c.status <> 'cancelled'
      and (t.differs <> t.is_marked or t.is_undecided)
  `)
  await settleEach(doubtful, ({ id }) =>
    deps.db.transaction((tx) => refreshCampaignTotals(tx, id), { campaignId: id, mode: 'exclusive' }),
  )
}
