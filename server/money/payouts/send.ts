import type { Deps } from '#server/money/deps.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { leaseFrom } from '#server/platform/jobs/attempts.ts'
import { settleEach } from '#server/platform/jobs/each.ts'
import { isAboveOwed, lookAtApproved } from './owed.ts'
import { learnReversals } from './reversals.ts'
import { ask, record, unanswered } from './transfers.ts'
import * as store from './transfers-store.ts'

const BATCH = 100

/** Transfers what two people approved. An attempt without an answer is repeated when its lease expires (R34, R38). */
export async function sendPayouts(deps: Deps): Promise<void> {
  await lookAtApproved(deps)
  if (deps.cards.transfers === null) return
  const ids = await store.dueTransfers(deps.db, deps.clock.now(), deps.cards.moneyMode, BATCH)
  await settleEach(ids, (id) => sendPayout(deps, id))
}

/**
 * Claims and commits the row, calls Stripe outside any transaction, then records its answer (R34). What was not started yet
 * and is more than is owed now waits (R69).
 */
async function sendPayout(deps: Deps, payoutId: string): Promise<void> {
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
  const transfer = await store.holdTransfer(tx, payoutId, now)
  if (!transfer || (!transfer.askedAt && (await isAboveOwed(deps, tx, transfer)))) return null
  await store.claimTransfer(tx, payoutId, { startedAt: now, leaseUntil: leaseFrom(now) })
  return { ...transfer, askedAt: transfer.askedAt ?? now }
}
