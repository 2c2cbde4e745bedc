import { campaignChanged } from '#server/campaigns/changes.ts'
import type { Deps } from '#server/deps.ts'
import { postRefund } from '#server/journal/actions.ts'
import * as store from './store.ts'

export type { NewRefund } from './store.ts'
export { claimGoodwill, insertRefunds } from './store.ts'

/** Gives back on a card: the row is there first and its id is the key, so that it is given once (R34). */
export async function runRefund(deps: Deps, refund: store.OpenRefund): Promise<void> {
  const { reference } = await deps.cards.refund({
    idempotencyKey: refund.id,
    reference: refund.reference,
    amount: refund.amountCents,
  })
  await deps.checkpoint('refund.answered')
  await deps.db.transaction(async (tx) => {
    if (!(await store.finishRefund(tx, refund.id, reference, deps.clock.now()))) return
    await postRefund(tx, deps.clock, {
      ...refund,
      sourceId: refund.id,
      from: 'cash',
      amount: refund.amountCents,
      description: 'Refunded to the card after a correction',
    })
    campaignChanged(tx, deps, refund.campaignId)
  })
  await deps.checkpoint('refund.recorded')
}
