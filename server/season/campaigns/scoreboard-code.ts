import type { ScoreboardForm } from '#domain/schemas/campaign.ts'
import { accessWith } from '#server/accounts/access/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import type { Transact } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import type { Deps } from '#server/season/deps.ts'
import * as store from './store.ts'

/** As long as half-time, so that nobody has to remember to take it down. */
const SHOWN_MS = 15 * 60_000

/** Shows the code large for a quarter of an hour, or takes it down. Showing it again restarts the quarter of an hour. */
export async function setScoreboard(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  campaignId: string,
  { showsCode }: ScoreboardForm,
): Promise<void> {
  await transact(async (tx) => {
    await accessWith(tx, actor, campaignId, 'canEnterResults')
    const until = showsCode ? new Date(deps.clock.now().getTime() + SHOWN_MS) : null
    await store.showCode(tx, campaignId, until)
    await audit(tx, deps.clock, {
      actorId: actor.userId,
      action: 'campaign.show_code',
      subject: 'campaign',
      subjectId: campaignId,
      campaignId,
      after: { until: until?.toISOString() ?? null },
    })
    campaignChanged(tx, deps, campaignId)
  })
}
