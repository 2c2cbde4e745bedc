import type { TransferOutcome } from '#server/money/providers/index.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { leaseFrom, mayBeRepeated } from '#server/platform/jobs/attempts.ts'
import { settleEach } from '#server/platform/jobs/each.ts'
import { learnReversals } from './actions.reversals.ts'
import { unanswered } from './actions.stuck.ts'
import { ask, lookFor, record } from './actions.transfers.ts'
import { reasonNotToSend, withdrawBecause } from './actions.unsent.ts'
import * as store from './store.transfers.ts'

const BATCH = 100

/** Transfers what two people approved. An attempt without an answer is repeated when its lease expires (R34, R38). */
export async function sendPayouts(deps: Deps): Promise<void> {
  if (deps.cards.transfers === null) return
  const ids = await store.dueTransfers(deps.db, deps.clock.now(), deps.cards.moneyMode, BATCH)
  await settleEach(ids, async (id) => void (await sendPayout(deps, id)))
}

type Claimed = { transfer: store.ClaimedTransfer; reasonNotToSend: string | null }

/**
 * Claims and commits the row, calls Stripe outside any transaction, then records its answer (R34). What was not started yet
 * and is more than is owed now is withdrawn instead (R69).
 */
async function sendPayout(
  deps: Deps,
  payoutId: string,
): Promise<'sent' | 'refused' | 'withdrawn' | 'not_due'> {
  const claimed = await deps.db.transaction((tx) => claim(deps, tx, payoutId))
  if (!claimed) return 'not_due'
  const { transfer, reasonNotToSend: reason } = claimed
  await deps.checkpoint('payout.claimed')
  const answer = reason === null ? ask(deps, transfer) : askIfKnown(deps, transfer)
  const outcome = await answer.catch((error: unknown) => unanswered(deps, transfer, error))
  await deps.checkpoint('payout.answered')
  if (outcome) await record(deps, transfer, outcome)
  else await withdraw(deps, transfer, reason ?? '')
  await deps.checkpoint('payout.recorded')
  if (!outcome) return 'withdrawn'
  if (outcome.outcome === 'refused') return 'refused'
  // The answer may have been missing for a while: events about it found no payout in the meantime.
  await learnReversals(deps, outcome.reference)
  return 'sent'
}

async function claim(deps: Deps, tx: Transaction, payoutId: string): Promise<Claimed | null> {
  const now = deps.clock.now()
  const transfer = await store.holdTransfer(tx, payoutId, now)
  if (!transfer) return null
  const reason = transfer.askedAt ? null : await reasonNotToSend(deps, tx, transfer)
  const startedAt = reason === null ? now : null
  await store.claimTransfer(tx, payoutId, { startedAt, leaseUntil: leaseFrom(now) })
  return { transfer: { ...transfer, askedAt: transfer.askedAt ?? startedAt }, reasonNotToSend: reason }
}

/** A transfer that the database does not know of, because it was recovered to an earlier time. */
const askIfKnown = async (deps: Deps, transfer: store.ClaimedTransfer): Promise<TransferOutcome | null> =>
  mayBeRepeated(transfer.startedAt, deps.clock.now()) ? lookFor(deps, transfer) : null

const withdraw = (deps: Deps, transfer: store.ClaimedTransfer, reason: string): Promise<void> =>
  deps.db.transaction((tx) =>
    withdrawBecause(deps, tx, { ...transfer, isShownToOwners: true }, { reason, by: null }),
  )
