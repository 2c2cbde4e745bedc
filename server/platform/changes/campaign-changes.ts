import type { Db, Transaction } from '#server/platform/db/database.ts'
import type { Deps } from '#server/platform/deps.ts'

/** The tag of every list. */
export const LISTS = 'campaigns'

/** After the commit, what the public sees of this campaign is new on this instance at once, and soon on the others. */
export function campaignChanged(
  tx: Transaction,
  deps: Pick<Deps, 'cache' | 'ranks'>,
  campaignId: string,
): void {
  tx.afterCommit(() => {
    deps.cache.changed([`campaign:${campaignId}`, LISTS])
    deps.ranks.changed(campaignId)
  })
}

/**
 * Where the public reads what is kept under a tag: a replica, but past it for a while after a change, so that no answer
 * of before the change is kept after it, here or on the other instances (R55).
 */
export const publicReads = ({ db, cache }: Pick<Deps, 'db' | 'cache'>, tag: string): Db =>
  cache.changedLately(tag) ? db : db.replica
