/** What a person does about a refund that the card did not take (R32, R34). */
import { DomainError } from '#domain/errors.ts'
import { type Cents, subtract } from '#domain/money.ts'
import type { Deps } from '#server/money/deps.ts'
import { postRefundReversed } from '#server/money/ledger/index.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { notifySupporter } from './actions.mail.ts'
import { setOff } from './actions.set-off.ts'
import { holdDueByHand } from './queries.ts'
import { insertSuccessor, markFailed } from './store.ts'

async function hold(tx: Transaction, id: string) {
  const refund = await holdDueByHand(tx, id)
  if (!refund) throw new DomainError('conflict', 'This refund is no longer due')
  return refund
}

/** To the card once more, as another refund. */
export async function refundAgain(deps: Deps, tx: Transaction, id: string): Promise<void> {
  const refund = await hold(tx, id)
  await markFailed(tx, id, { from: 'due', reference: null })
  await insertSuccessor(tx, { id: newId(deps.clock), ofId: id, byHand: false })
  const description = 'A refund that was due by hand goes to the card again'
  await postRefundReversed(tx, deps.clock, {
    campaignId: refund.campaignId,
    pledgeId: refund.pledgeId,
    moneyMode: refund.moneyMode,
    commissionBasisPoints: refund.commissionBasisPoints,
    sourceId: id,
    amount: refund.amountCents,
    description,
  })
}

/** Off an open invoice of the pledge first; the rest by check, cash or bank transfer, which two people sign (R29). */
export async function refundByHand(deps: Deps, tx: Transaction, id: string): Promise<Cents> {
  const refund = await hold(tx, id)
  const { campaignId, pledgeId, amountCents } = refund
  const left = subtract(amountCents, await setOff(deps, tx, { campaignId, pledgeId }))
  if (left > 0) await notifySupporter(deps, tx, { ...refund, amountCents: left, isOwed: true })
  return left
}
