/** Reversed transfers and returned checks or bank transfers: owed again, and people are notified (R68). */

import { availableTo, linesBack } from '#domain/billing/payout.ts'
import { type Cents, formatUsd, sum } from '#domain/money.ts'
import { addDays, dateIn, latestDay } from '#domain/places/zone.ts'
import { mailRepresentatives } from '#server/accounts/users/index.ts'
import { payoutReversedMail } from '#server/messaging/mails/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { postPayout } from '#server/money/ledger/index.ts'
import { clearingOf } from '#server/money/payments/index.ts'
import type { ReversalFacts } from '#server/money/providers/index.ts'
import { newId } from '#server/platform/base/ids.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { settleEach } from '#server/platform/jobs/runs.ts'
import { announcePayout } from './announce-payout.ts'
import { lockBalances, lockBooksOf, type PayableBooks } from './balances-store.ts'
import { mailOwners } from './outcome.ts'
import { held, note } from './payout.ts'
import { insertLines, linesOf, type StoredPayout } from './store.ts'
import * as store from './transfers-store.ts'

const BATCH = 100
const MAX_BATCHES = 20
/** After this, a transfer can be reversed only by agreement, and is recorded manually. */
const LOOKED_AT_DAYS = 180

/**
 * Records all reversals that are not recorded yet; a repeated report changes nothing. A transfer without a payout is not
 * ours, or its answer is not recorded yet: recording the answer looks for reversals again.
 */
export async function learnReversals(deps: Deps, reference: string): Promise<void> {
  const reversals = await deps.cards.transfers.reversals(reference)
  const payoutId = reversals.length > 0 && (await store.payoutOfTransfer(deps.db, reference))
  if (!payoutId) return
  for (const reversal of reversals) await record(deps, payoutId, reversal)
}

async function record(deps: Deps, payoutId: string, reversal: ReversalFacts): Promise<void> {
  const { reference, amount } = reversal
  await deps.db.transaction(async (tx) => {
    const payout = await held(tx, payoutId)
    const isNew = await recordReversal(deps, tx, payout, {
      reference,
      amount,
      on: dateIn(payout.timeZone, reversal.at),
      description: 'A payout was reversed at Stripe',
    })
    if (!isNew) return
    const after = { amount: formatUsd(amount), note: reference }
    await note(deps, tx, { actorId: null, action: 'payout.reversed', payout, after })
  })
}

type Reversal = {
  reference: string | null
  recorded?: { by: string; reason: string; isPaidBack: boolean }
  amount: Cents
  on: string
  description: string
}

/** Posts it and notifies people, in the caller's transaction, which has locked the payout; false if it was already recorded. */
export async function recordReversal(
  deps: Deps,
  tx: Transaction,
  payout: StoredPayout,
  { description, ...reversal }: Reversal,
): Promise<boolean> {
  const { id: payoutId, moneyMode } = payout
  const { amount, on } = reversal
  const id = newId(deps.clock)
  const at = deps.clock.now()
  const before = await store.reversedBefore(tx, payoutId)
  if (!(await store.insertReversal(tx, { ...reversal, id, payoutId, at }))) return false
  const lines = linesBack(await linesOf(tx, payoutId), { before, amount }).map((line) => ({
    ...line,
    id: newId(deps.clock),
  }))
  await insertLines(tx, { payoutId, reversalId: id }, lines)
  // All of them before one of them is posted to: books are locked in one order.
  await lockBooksOf(tx, payout.organizationId)
  // Only Stripe reports one without a person, and then it is back at Stripe.
  const from = reversal.recorded ? 'cash' : 'card_clearing'
  await postPayout(tx, deps.clock, { kind: 'payout_reversed', lines, moneyMode, from, description })
  await announcePayout(deps, tx, payout, { type: 'payout.returned', amount })
  await store.markReturned(tx, payoutId)
  const books = await lockBalances(tx, clearingOf(deps), payout)
  const { reason = null, isPaidBack = false } = reversal.recorded ?? {}
  await notify(deps, tx, payout, { id, amount, on, reason, isPaidBack, books })
  for (const { campaignId } of lines) campaignChanged(tx, deps, campaignId)
  return true
}

/** `reason`: as a representative recorded it; null: it was reversed at Stripe. `books`: the organization's, after it. */
type News = {
  id: string
  amount: Cents
  on: string
  reason: string | null
  isPaidBack: boolean
  books: readonly PayableBooks[]
}

/** Notifies the representatives, who may owe it again, and the owners, who were notified that it was on its way. */
async function notify(
  deps: Deps,
  tx: Transaction,
  payout: StoredPayout,
  { id, books, ...news }: News,
): Promise<void> {
  const payables = books.map(({ payable }) => payable)
  const given = {
    ...news,
    campaignNames: payout.lines.map(({ campaignName }) => campaignName),
    organizationName: payout.organizationName,
    reference: payout.reference ?? '',
    amount: formatUsd(news.amount),
    of: formatUsd(payout.amountCents),
    owed: formatUsd(sum(payables.map(({ owed }) => owed))),
    available: formatUsd(availableTo(payables)),
    isTest: payout.moneyMode === 'sandbox',
    url: `${deps.config.appUrl}/dashboard/payouts/${payout.id}`,
  }
  const idempotencyKey = `payout-reversed:${id}`
  await mailRepresentatives(tx, deps.clock, {
    kind: 'payout',
    campaignId: payout.lines[0]?.campaignId ?? null,
    idempotencyKey,
    ...payoutReversedMail({ ...given, isToOwner: false }),
  })
  const words = payoutReversedMail({ ...given, isToOwner: true })
  await mailOwners(deps, tx, payout, { ...words, idempotencyKey: `${idempotencyKey}:owner` })
}

/** Looked up once a day, in case an event was missed. */
export async function lookAtTransfers(deps: Deps): Promise<void> {
  const { moneyMode } = deps.cards
  const since = addDays(latestDay(deps.clock.now()), -LOOKED_AT_DAYS)
  let afterId: string | null = null
  const failures: unknown[] = []
  for (let round = 0; round < MAX_BATCHES; round += 1) {
    const page = await store.transfersToLookAt(deps.db, { moneyMode, since, afterId, limit: BATCH })
    if (page.length === 0) break
    await settleEach(page, ({ reference }) => learnReversals(deps, reference)).catch((error) =>
      failures.push(error),
    )
    afterId = page.at(-1)?.id ?? null
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some transfers could not be asked about')
}
