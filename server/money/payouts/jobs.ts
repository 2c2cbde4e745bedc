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
import { reasonNotToSend, takeBack } from './actions.unsent.ts'
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
 * and is more than is owed now is taken back instead (R69).
 */
export async function sendPayout(
  deps: Deps,
  payoutId: string,
): Promise<'sent' | 'refused' | 'withdrawn' | 'not_due'> {
  const claimed = await deps.db.transaction((tx) => claim(deps, tx, payoutId))
  if (!claimed) return 'not_due'
  const { transfer, reasonNotToSend: reason } = claimed
  await deps.checkpoint('payout.claimed')
  const outcome = reason === null ? await ask(deps, transfer) : await askIfKnown(deps, transfer)
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
  const reason = transfer.isStarted ? null : await reasonNotToSend(tx, transfer)
  const startedAt = reason === null ? now : null
  await store.claimTransfer(tx, payoutId, { startedAt, leaseUntil: leaseFrom(now) })
  return { transfer, reasonNotToSend: reason }
}

const lookFor = ({ cards }: Deps, { id: idempotencyKey, campaignId }: store.ClaimedTransfer) => {
  if (!cards.transfers) throw new Error('the card provider in use makes no transfers')
  return cards.transfers.findTransfer({ idempotencyKey, campaignId })
}

/** A transfer that the database does not know of, because it was recovered to an earlier time. */
const askIfKnown = async (deps: Deps, transfer: store.ClaimedTransfer): Promise<TransferOutcome | null> =>
  mayBeRepeated(transfer.startedAt, deps.clock.now()) ? lookFor(deps, transfer) : null

const withdraw = (deps: Deps, transfer: store.ClaimedTransfer, reason: string): Promise<void> =>
  deps.db.transaction((tx) =>
    takeBack(deps, tx, { ...transfer, isShownToOwners: true }, { reason, by: null }),
  )

async function ask(deps: Deps, transfer: store.ClaimedTransfer): Promise<TransferOutcome> {
  const { cards, clock } = deps
  if (!cards.transfers) throw new Error('the card provider in use makes no transfers')
  const { id: idempotencyKey, campaignId, account, amountCents: amount, startedAt } = transfer
  if (mayBeForgotten(startedAt, clock.now())) {
    const known = await lookFor(deps, transfer)
    if (known) return known
  }
  const description = `${transfer.organizationName}: ${transfer.campaignName}`.slice(0, 200)
  const answer = await cards.transfers.transfer({ idempotencyKey, account, amount, campaignId, description })
  // Stripe may refuse before it looks at the key, although the first attempt was made.
  if (answer.outcome !== 'refused' || !mayBeRepeated(startedAt, clock.now())) return answer
  return (await lookFor(deps, transfer)) ?? answer
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
    const now = deps.clock.now()
    const { madeAt = now } = answer
    // The day of the transfer counts, and not the day its answer came; the card provider's clock is not ours.
    const paidOn = dateIn(transfer.timeZone, new Date(Math.min(madeAt.getTime(), now.getTime())))
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
