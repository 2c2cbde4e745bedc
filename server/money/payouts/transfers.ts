/** What Stripe is asked about a transfer, and what its answer changes. */
import { formatUsd } from '#domain/money.ts'
import { dateIn } from '#domain/places/zone.ts'
import type { Deps } from '#server/money/deps.ts'
import { openException } from '#server/money/exceptions/index.ts'
import { NoTransferAnswer, type TransferOutcome } from '#server/money/providers/index.ts'
import { learnAccount } from '#server/money/stripe-accounts/index.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { leaseFrom, mayBeForgotten, mayBeRepeated, settleEach } from '#server/platform/jobs/runs.ts'
import { describeError } from '#server/platform/logs/describe-error.ts'
import { lockBooksOf } from './balances-store.ts'
import { settlePayout } from './outcome.ts'
import { about, closeWaiting, isAboveOwed, lookAtApproved, openUnanswered } from './owed.ts'
import { held, note } from './payout.ts'
import { learnReversals } from './reversals.ts'
import * as store from './transfers-store.ts'

const BATCH = 100

/** Transfers what two people approved. An attempt without an answer is repeated when its lease expires. */
export async function sendPayouts(deps: Deps): Promise<void> {
  await lookAtApproved(deps)
  const ids = await store.dueTransfers(deps.db, deps.clock.now(), deps.cards.moneyMode, BATCH)
  await settleEach(ids, (id) => sendPayout(deps, id))
}

/**
 * Claims and commits the row, calls Stripe outside any transaction, then records its answer. What was not started yet
 * and is more than is owed now waits; so does what its account takes no transfers for, as Stripe says just before,
 * or said last.
 */
async function sendPayout(deps: Deps, payoutId: string): Promise<void> {
  const account = await store.accountToAsk(deps.db, payoutId)
  if (account)
    await learnAccount(deps, account).catch((error: unknown) =>
      deps.log.warn(describeError(error), 'a Stripe account could not be read before its transfer'),
    )
  const transfer = await deps.db.transaction((tx) => claim(deps, tx, payoutId))
  if (!transfer) return
  await deps.checkpoint('payout.claimed')
  const outcome = await ask(deps, transfer).catch((error: unknown) => unanswered(deps, transfer, error))
  await deps.checkpoint('payout.answered')
  await record(deps, transfer, outcome)
  await deps.checkpoint('payout.recorded')
  // The answer may have been missing for a while: events about it found no payout in the meantime.
  if (outcome.outcome === 'paid') await learnReversals(deps, outcome.reference)
}

async function claim(deps: Deps, tx: Transaction, payoutId: string): Promise<store.ClaimedTransfer | null> {
  const now = deps.clock.now()
  const transfer = await store.lockTransfer(tx, payoutId, now)
  if (!transfer || (!transfer.askedAt && (await isAboveOwed(deps, tx, transfer)))) return null
  await store.claimTransfer(tx, payoutId, { startedAt: now, leaseUntil: leaseFrom(now) })
  return { ...transfer, askedAt: transfer.askedAt ?? now }
}

/** Null: Stripe made none with this key. Like `ask`, it throws without an answer, and runs in no transaction. */
export const lookFor = async (
  { cards }: Deps,
  { id }: store.ClaimedTransfer,
): Promise<TransferOutcome | null> => cards.transfers.findTransfer(id)

async function ask(deps: Deps, transfer: store.ClaimedTransfer): Promise<TransferOutcome> {
  const { cards, clock } = deps
  const { id: idempotencyKey, account, amountCents: amount, startedAt } = transfer
  if (mayBeForgotten(startedAt, clock.now())) {
    const known = await lookFor(deps, transfer)
    if (known) return known
  }
  const description = `Payout to ${transfer.organizationName}`.slice(0, 200)
  const answer = await cards.transfers.transfer({ idempotencyKey, account, amount, description })
  // Stripe may refuse before it looks at the key, although the first attempt was made.
  if (answer.outcome !== 'refused' || !mayBeRepeated(startedAt, clock.now())) return answer
  return (await lookFor(deps, transfer)) ?? answer
}

/** For representatives; the error's own text may name a key or an address. */
export const reasonOf = (error: unknown): string =>
  error instanceof NoTransferAnswer ? error.message : 'Stripe cannot be reached'

/** There is no answer: after 20 hours a person is told why. */
async function unanswered(deps: Deps, transfer: store.ClaimedTransfer, error: unknown): Promise<never> {
  if (mayBeForgotten(transfer.askedAt ?? transfer.startedAt, deps.clock.now())) {
    const what = 'has not said whether it made'
    await openUnanswered(deps, { ...transfer, what, answer: reasonOf(error) })
  }
  throw error
}

export async function record(
  deps: Deps,
  transfer: store.ClaimedTransfer,
  answer: TransferOutcome,
): Promise<void> {
  const { id: payoutId, amountCents: amount } = transfer
  await deps.db.transaction(async (tx) => {
    // In the order of an approval, which may wait for the books with the payout locked.
    const payout = await held(tx, payoutId)
    await lockBooksOf(tx, payout.organizationId)
    if (answer.outcome === 'refused') {
      if (!(await store.markRefused(tx, payoutId, answer.reason))) return
      const after = { note: answer.reason }
      await note(deps, tx, { actorId: null, action: 'payout.refuse', payout, after })
      await closeWaiting(deps, tx, payoutId, 'Stripe refused it')
      await openException(deps, tx, {
        ...(await about(tx, payoutId)),
        kind: 'payout_refused',
        amount,
        key: `payout_refused:${payoutId}`,
        answer: answer.reason,
        happened: `Stripe refused a payout of ${formatUsd(amount)}.`,
      })
      for (const { campaignId } of payout.lines) campaignChanged(tx, deps, campaignId)
      return
    }
    const now = deps.clock.now()
    const { madeAt = now } = answer
    // The day of the transfer counts, and not the day its answer came; the card provider's clock is not ours.
    const paidOn = dateIn(payout.timeZone, new Date(Math.min(madeAt.getTime(), now.getTime())))
    if (!(await store.markTransferred(tx, payoutId, { paidOn, reference: answer.reference }))) return
    await closeWaiting(deps, tx, payoutId, 'Stripe sent it')
    await settlePayout(deps, tx, payoutId)
    await note(deps, tx, { actorId: null, action: 'payout.send', payout, after: { note: answer.reference } })
  })
}
