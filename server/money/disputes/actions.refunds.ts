/** Refunds that meet a dispute of their charge: one amount goes back once (R32, R66). */
import type { DisputeState } from '#domain/dispute.ts'
import { add, type Cents, minimum, negate, subtract, sum, ZERO } from '#domain/money.ts'
import { type ChargedPayment, lockCharge, reserveRefunds } from '#server/money/charges/index.ts'
import { postRefundFailed, postRefundReversed } from '#server/money/ledger/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import * as store from './store.refunds.ts'

/** Refunds that were not made yet wait from now on, and leave their amount to the dispute; none of them is owed anymore. */
export async function holdUnmade(
  deps: Deps,
  tx: Transaction,
  payment: ChargedPayment,
  disputeId: string,
): Promise<void> {
  const { pledgeId, chargeId } = payment
  const held = await store.holdUnmade(tx, { pledgeId, chargeId, disputeId })
  if (held.length === 0) return
  await reserveRefunds(tx, [
    { id: chargeId, amount: negate(sum(held.map(({ amountCents }) => amountCents))) },
  ])
  const description = 'A refund that was owed waits until a bank decides a dispute'
  for (const { id, amountCents: amount } of held.filter(({ wasOwed }) => wasOwed))
    await postRefundReversed(tx, deps.clock, { ...payment, sourceId: id, amount, description })
}

/** The bank refused a refund, or returned one that we had recorded: it waits for the decision, too. */
export async function holdRefund(
  deps: Deps,
  tx: Transaction,
  payment: ChargedPayment,
  { disputeId, refundId }: { disputeId: string; refundId: string },
): Promise<void> {
  const held = await store.holdRefund(tx, { disputeId, refundId })
  if (!held) return
  const { amountCents: amount, excessCents: excess, wasMade } = held
  await reserveRefunds(tx, [{ id: payment.chargeId, amount: negate(amount) }])
  const source = { ...payment, sourceId: refundId }
  const description = 'The bank returned a refund because it decides a dispute'
  if (wasMade)
    await postRefundReversed(tx, deps.clock, { ...source, amount, from: 'cash', isWhole: true, description })
  if (wasMade && excess > 0)
    await postRefundFailed(tx, deps.clock, { ...source, amount: ZERO, excess, description })
  await audit(tx, deps.clock, {
    ...{ actorId: null, action: 'refund.wait', subject: 'refund', subjectId: refundId },
    ...{ campaignId: payment.campaignId, after: { amountCents: amount } },
  })
}

type Decided = {
  id: string
  state: DisputeState
  /** What it takes out of the charge. */
  taken: Cents
  payment: ChargedPayment
  /** The card provider's id of the payment. */
  reference: string
}
/** What became of the refunds that wait for a dispute. */
export type HeldRefunds = { waiting: Cents; dropped: Cents; released: Cents }

/**
 * Once the dispute is decided: what the bank gave back is not refunded again, and the rest goes to the card. While another
 * bank decision is open, the rest waits for that one.
 */
export async function decideRefunds(deps: Deps, tx: Transaction, dispute: Decided): Promise<HeldRefunds> {
  const held = await store.refundsOf(tx, dispute.id)
  const all = sum(held.map(({ amountCents }) => amountCents))
  if (held.length === 0) return { waiting: ZERO, dropped: ZERO, released: ZERO }
  if (dispute.state === 'open') {
    await store.waitAgain(tx, dispute.id)
    return { waiting: all, dropped: ZERO, released: ZERO }
  }
  const nextId = await store.openDisputeOf(tx, dispute.payment.chargeId)
  let covered = dispute.state === 'lost' ? dispute.taken : ZERO
  let released = ZERO
  for (const refund of held) {
    const dropped = minimum(refund.amountCents, covered)
    covered = subtract(covered, dropped)
    const part = await release(deps, tx, dispute, {
      refund,
      nextId,
      part: subtract(refund.amountCents, dropped),
    })
    released = add(released, part)
  }
  return nextId === null
    ? { waiting: ZERO, dropped: subtract(all, released), released }
    : { waiting: released, dropped: subtract(all, released), released: ZERO }
}

/** Releases a part of a refund, at most what is left of the charge; the rest is dropped. Returns what it released. */
async function release(
  deps: Deps,
  tx: Transaction,
  { payment, reference }: Decided,
  { refund, nextId, part }: { refund: store.Held; nextId: string | null; part: Cents },
): Promise<Cents> {
  const left = (await lockCharge(tx, reference))?.leftCents ?? ZERO
  const released = nextId === null ? minimum(part, left) : part
  const dropped = subtract(refund.amountCents, released)
  if (released <= 0) {
    await store.dropRefund(tx, refund.id)
    return ZERO
  }
  if (nextId === null) await reserveRefunds(tx, [{ id: payment.chargeId, amount: released }])
  if (dropped === 0 && (await store.releaseUntried(tx, { id: refund.id, nextId }))) return released
  const claimed = minimum(refund.claimedCents, released)
  await store.releaseRefund(tx, {
    ...{ id: refund.id, newId: newId(deps.clock), released, claimed, dropped, nextId },
    droppedClaimed: subtract(refund.claimedCents, claimed),
  })
  return released
}
