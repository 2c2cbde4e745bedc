/** A bank returned disputed money that its supporter no longer owed (R32, R35, R66). */
import { type Cents, cents, ZERO } from '#domain/money.ts'
import type { ChargedPayment } from '#server/money/charges/index.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { refundReceived } from './actions.ts'
import * as store from './store.won-back.ts'

/**
 * While a bank decides, a correction cannot refund the money: it lowers the pledge by a negative write-off. Once the banks have
 * decided, what came back is refunded instead. The charge is locked by the caller.
 */
export async function refundWonBack(deps: Deps, tx: Transaction, charge: ChargedPayment): Promise<Cents> {
  const { chargeId, pledgeId, campaignId } = charge
  const amount = cents(await store.notOwedOf(tx, { pledgeId, chargeId }))
  if (amount <= 0) return ZERO
  const now = deps.clock.now()
  await store.endLowering(tx, { id: newId(deps.clock), campaignId, pledgeId, amount, at: now })
  const refund = { id: newId(deps.clock), pledgeId, chargeId, paymentId: null, amount }
  await refundReceived(deps, tx, { ...charge, settlementId: null, cause: 'correction' }, [refund])
  return amount
}
