import { formatUsd } from '#domain/money.ts'
import { dateIn } from '#domain/zone.ts'
import { mailRepresentatives } from '#server/accounts/users/index.ts'
import { payoutRefusedMail } from '#server/messaging/mails/index.ts'
import { lockBooks } from '#server/money/ledger/index.ts'
import type { TransferOutcome } from '#server/money/providers/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { leaseFrom, mayBeForgotten, mayBeRepeated } from '#server/platform/jobs/attempts.ts'
import { settleEach } from '#server/platform/jobs/each.ts'
import { settlePayout } from './actions.paid.ts'
import { learnReversals } from './actions.reversals.ts'
import * as store from './store.transfers.ts'

const BATCH = 100

/** Transfers what two people approved. An attempt without an answer is repeated when its lease expires (R34, R38). */
export async function sendPayouts(deps: Deps): Promise<void> {
  if (deps.cards.transfers === null) return
  const ids = await store.dueTransfers(deps.db, deps.clock.now(), deps.cards.moneyMode, BATCH)
  await settleEach(ids, async (id) => void (await sendPayout(deps, id)))
}

/** Claims and commits the row, calls Stripe outside any transaction, then records its answer (R34). */
export async function sendPayout(deps: Deps, payoutId: string): Promise<'sent' | 'refused' | 'not_due'> {
  const now = deps.clock.now()
  const transfer = await store.claimTransfer(deps.db, payoutId, { now, leaseUntil: leaseFrom(now) })
  if (!transfer) return 'not_due'
  await deps.checkpoint('payout.claimed')
  const outcome = await ask(deps, transfer)
  await deps.checkpoint('payout.answered')
  await record(deps, transfer, outcome)
  await deps.checkpoint('payout.recorded')
  if (outcome.outcome === 'refused') return 'refused'
  // The answer may have been missing for a while: events about it found no payout in the meantime.
  await learnReversals(deps, outcome.reference)
  return 'sent'
}

async function ask({ cards, clock }: Deps, transfer: store.ClaimedTransfer): Promise<TransferOutcome> {
  if (!cards.transfers) throw new Error('the card provider in use makes no transfers')
  const { id: idempotencyKey, campaignId, account, amountCents: amount, startedAt } = transfer
  const { findTransfer, transfer: make } = cards.transfers
  const find = () => findTransfer({ idempotencyKey, campaignId })
  if (mayBeForgotten(startedAt, clock.now())) {
    const known = await find()
    if (known) return known
  }
  const description = `${transfer.organizationName}: ${transfer.campaignName}`.slice(0, 200)
  const answer = await make({ idempotencyKey, account, amount, campaignId, description })
  // Stripe may refuse before it looks at the key, although the first attempt was made.
  if (answer.outcome !== 'refused' || !mayBeRepeated(startedAt, clock.now())) return answer
  return (await find()) ?? answer
}

async function record(deps: Deps, transfer: store.ClaimedTransfer, answer: TransferOutcome): Promise<void> {
  const { id: payoutId, campaignId } = transfer
  await deps.db.transaction(async (tx) => {
    await lockBooks(tx, campaignId)
    const change = { subject: 'payout', subjectId: payoutId, campaignId, actorId: null }
    if (answer.outcome === 'refused') {
      if (!(await store.markRefused(tx, payoutId, answer.reason))) return
      await audit(tx, deps.clock, { ...change, action: 'payout.refuse', after: { note: answer.reason } })
      await mailRefusal(deps, tx, transfer, answer.reason)
      return
    }
    const paidOn = dateIn(transfer.timeZone, deps.clock.now())
    if (!(await store.markTransferred(tx, payoutId, { paidOn, reference: answer.reference }))) return
    await settlePayout(deps, tx, { ...transfer, payoutId })
    await audit(tx, deps.clock, { ...change, action: 'payout.send', after: { note: answer.reference } })
  })
}

async function mailRefusal(
  deps: Deps,
  tx: Transaction,
  transfer: store.ClaimedTransfer,
  reason: string,
): Promise<void> {
  const { id, campaignId, amountCents } = transfer
  const mail = payoutRefusedMail({
    ...{ ...transfer, reason, amount: formatUsd(amountCents) },
    isTest: deps.cards.moneyMode === 'sandbox',
    url: `${deps.config.appUrl}/dashboard/payouts/${id}`,
  })
  const idempotencyKey = `payout-refused:${id}`
  await mailRepresentatives(tx, deps.clock, { ...mail, kind: 'payout', idempotencyKey, campaignId })
}
