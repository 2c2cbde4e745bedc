/** Refunds that meet a dispute of their charge: one amount goes back once (R66). */

import { failedRefundKey } from '#domain/billing/exception.ts'
import { DomainError } from '#domain/errors.ts'
import { type Cents, cents, formatUsd, minimum, negate, sum } from '#domain/money.ts'
import { type ChargedPayment, reserveRefunds } from '#server/money/charges/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { closeException, openException } from '#server/money/exceptions/index.ts'
import { postRefundReversed } from '#server/money/ledger/index.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import * as store from './store.ts'

/**
 * Refunds of a disputed charge that were not made fail, or `one`, which the bank refused or returned meanwhile. The
 * supporter no longer owes what a correction had to refund: if the bank gives the money back to us, a person refunds it.
 */
export async function stopRefunds(
  deps: Deps,
  tx: Transaction,
  payment: ChargedPayment,
  one: { id: string; from: 'sent' | 'paid' } | null = null,
): Promise<boolean> {
  const { campaignId, pledgeId, chargeId } = payment
  const stopped = await store.failRefunds(tx, chargeId, one)
  if (stopped.length === 0) return false
  await reserveRefunds(tx, [{ chargeId, amount: negate(sum(stopped.map((one) => one.amountCents))) }])
  for (const { id: refundId, kind, settlementId, amountCents: amount, before, byHand } of stopped) {
    const source = { ...payment, sourceId: refundId, amount }
    const description = 'The bank stopped a refund because it decides a dispute'
    if (byHand && before === 'due') await postRefundReversed(tx, deps.clock, { ...source, description })
    if (before === 'paid')
      await postRefundReversed(tx, deps.clock, {
        ...source,
        from: 'card_clearing',
        isWhole: true,
        description,
      })
    await closeException(deps, tx, failedRefundKey(refundId), 'The bank decides about the charge')
    if (kind === 'correction')
      await writeOff(deps, tx, payment, { settlementId, amount: negate(amount), reason: description })
    else
      await openException(deps, tx, {
        kind: 'refund_stopped',
        subject: 'refund',
        subjectId: refundId,
        campaignId,
        pledgeId,
        amount,
        key: `refund_stopped:${refundId}`,
        reference: null,
        happened: `A refund of ${formatUsd(amount)} did not go through, because the bank disputes the charge.`,
      })
  }
  return true
}

type Off = { settlementId?: string | null; amount: Cents; reason: string }

/** Of a pledge, and what no one received. */
export async function writeOff(
  deps: Deps,
  tx: Transaction,
  { campaignId, pledgeId }: Pick<ChargedPayment, 'campaignId' | 'pledgeId'>,
  { settlementId = null, amount, reason }: Off,
): Promise<void> {
  const row = { id: newId(deps.clock), campaignId, pledgeId, settlementId, amount, reason }
  await store.insertWriteOff(tx, { ...row, at: deps.clock.now() })
}

const notOwedKey = (chargeId: string): string => `dispute_not_owed:${chargeId}`

/** No bank is deciding, and something of what one gave back is no longer owed: a person refunds it. */
export async function askAboutNotOwed(
  deps: Deps,
  tx: Transaction,
  { campaignId, pledgeId, chargeId }: ChargedPayment,
  reference: string | null,
): Promise<void> {
  const amount = cents((await store.notOwedOf(tx, { pledgeId, chargeId })).amount)
  if (amount <= 0) return
  await openException(deps, tx, {
    kind: 'dispute_not_owed',
    subject: 'charge',
    subjectId: chargeId,
    campaignId,
    pledgeId,
    amount,
    key: notOwedKey(chargeId),
    reference,
    happened: `The bank decided a dispute and gave money back. Of it, ${formatUsd(amount)} is no longer owed.`,
  })
}

/** A bank decides about it again, or has decided otherwise. */
export const withdrawNotOwed = (deps: Deps, tx: Transaction, chargeId: string): Promise<void> =>
  closeException(deps, tx, notOwedKey(chargeId), 'The bank decided again', { mayReopen: true })

/**
 * What of the charge is refunded now, and no longer written off. The charge is locked by the caller.
 * @throws a 409 if the bank disputes it again, or nothing of it is left to refund.
 */
export async function takeNotOwed(
  deps: Deps,
  tx: Transaction,
  about: { campaignId: string; pledgeId: string; chargeId: string },
  most: Cents,
): Promise<{ amount: Cents; isCancelled: boolean }> {
  const { amount: left, isCancelled } = await store.notOwedOf(tx, about)
  const amount = minimum(cents(left), most)
  if (amount <= 0) throw new DomainError('conflict', 'Nothing of this charge is left to refund')
  const reason = 'The bank returned disputed money: what is no longer owed is refunded'
  if (!isCancelled) await writeOff(deps, tx, about, { amount, reason })
  return { amount, isCancelled }
}

/** The charges of an exception's pledge, before it is decided: nothing else is refunded of them meanwhile. */
export const lockChargesOf = (tx: Transaction, exceptionId: string): Promise<void> =>
  store.lockChargesOf(tx, exceptionId)
