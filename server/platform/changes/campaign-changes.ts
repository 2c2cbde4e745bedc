import type { Db, Transaction } from '#server/platform/db/database.ts'
import type { Deps } from '#server/platform/deps.ts'

/** The tag of all lists. */
export const LISTS = 'campaigns'

/** After the commit, the public sees this campaign's new state at once on this instance, and soon on the others. */
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
 * Where the public reads data cached under a tag: from a replica, but from the primary for a while after a change, so that
 * no response from before the change is cached after it, here or on the other instances.
 */
export const publicReads = ({ db, cache }: Pick<Deps, 'db' | 'cache'>, tag: string): Db =>
  cache.changedLately(tag) ? db : db.replica
