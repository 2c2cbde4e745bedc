import type { Transaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'

/** After the commit, what the public sees of this campaign is new on this instance at once, and soon on the others. */
export function campaignChanged(
  tx: Transaction,
  deps: Pick<Deps, 'cache' | 'ranks'>,
  campaignId: string,
): void {
  tx.afterCommit(() => {
    deps.cache.changed([`campaign:${campaignId}`, 'campaigns'])
    deps.ranks.changed(campaignId)
  })
}
