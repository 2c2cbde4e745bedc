import type { Deps } from '#server/money/deps.ts'
import { sideBySide } from '#server/platform/jobs/each.ts'
import { describeError } from '#server/platform/logs/describe-error.ts'
import { noteCardRemoved, withoutUseForCard } from '#server/season/guest-pledges/index.ts'
import { forget } from './store.ts'

const BATCH = 500
const SIDE_BY_SIDE = 8

/**
 * Cards of guest pledges that came to nothing are removed from the card provider with the customer that held them (R59):
 * one call per row, outside any transaction. If the provider cannot be reached now, the next run tries again.
 */
export async function removeGuestCards(deps: Deps): Promise<void> {
  const ids = await withoutUseForCard(deps.db, BATCH)
  await sideBySide(SIDE_BY_SIDE, ids, async (id) => {
    try {
      await deps.cards.forgetCustomer(id)
      await forget(deps.db, id)
      await noteCardRemoved(deps.db, id, deps.clock.now())
    } catch (error) {
      deps.log.warn({ guestPledgeId: id, error: describeError(error) }, 'a guest’s card was not removed')
    }
  })
}
