/** Goodwill refunds. They are never billed again, and no correction pays them a second time (R32). */
import type { RefundForm } from '#domain/schemas/charge-detail.ts'
import { reserveRefunds } from '#server/money/charges/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Actor, Deps } from '#server/platform/deps.ts'
import { insertGoodwill } from './store.ts'

type Given = RefundForm & { chargeId: string; isAlone: boolean }

/** Of a charge that is held, in full or in part, with a reason that the supporter sees; a job refunds the card (R34). */
export async function giveRefund(
  deps: Deps,
  tx: Transaction,
  { userId }: Pick<Actor, 'userId'>,
  { chargeId, amount, reason, isAlone }: Given,
): Promise<void> {
  const id = newId(deps.clock)
  const row = { id, chargeId, amount, reason, createdAt: deps.clock.now(), aloneBy: isAlone ? userId : null }
  const campaignId = await insertGoodwill(tx, row)
  await reserveRefunds(tx, [{ id: chargeId, amount }])
  await audit(tx, deps.clock, {
    ...{ actorId: userId, action: 'refund.create', subject: 'refund', subjectId: id, campaignId },
    after: { amountCents: amount, reason, chargeId },
  })
  campaignChanged(tx, deps, campaignId)
}
