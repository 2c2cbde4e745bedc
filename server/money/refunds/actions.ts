import { DEBIT_REFUND_DAYS } from '#domain/bank-debit.ts'
import { type Cents, subtract, ZERO } from '#domain/money.ts'
import { reserveRefunds } from '#server/money/charges/index.ts'
import { holdStoppedRefund } from '#server/money/disputes/index.ts'
import { postRefund } from '#server/money/ledger/index.ts'
import { reservePaymentRefunds } from '#server/money/payments/index.ts'
import { type RefundOutcome, RefundRefused } from '#server/money/providers/index.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { leaseFrom, mayBeForgotten, mayBeRepeated } from '#server/platform/jobs/attempts.ts'
import { learnWhatWasRefunded } from './actions.events.ts'
import { mailRefusal, notifySupporter } from './actions.mail.ts'
import { setOff } from './actions.set-off.ts'
import * as queries from './queries.ts'
import * as store from './store.ts'

const DAY_MS = 86_400_000

/** Why money is refunded, and how the journal describes it. */
const CAUSES = {
  correction: {
    reason: 'A corrected result',
    byCard: 'Refunded to the card after a correction',
    byHand: 'Refund of a check or cash, owed after a correction',
  },
  cancellation: {
    reason: 'The campaign was cancelled',
    byCard: 'Refunded to the card: the campaign was cancelled',
    byHand: 'Refund of a check or cash, owed since the campaign was cancelled',
  },
} as const
type RefundCause = keyof typeof CAUSES
export const reasonOf = (cause: RefundCause): string => CAUSES[cause].reason
const byCardOf = (reason: string): string =>
  Object.values(CAUSES).find((cause) => cause.reason === reason)?.byCard ??
  'Refunded to the card by a representative'

type RefundToMake = {
  id: string
  pledgeId: string
  chargeId: string | null
  paymentId: string | null
  amount: Cents
}

export type Disputed = Omit<RefundToMake, 'paymentId'> & { disputeId: string; isLost: boolean }

/** Card refunds wait for their job; refunds of checks and cash are owed from now on (R5, R32). */
export async function refundReceived(
  deps: Deps,
  tx: Transaction,
  key: {
    campaignId: string
    settlementId: string | null
    cause: RefundCause
    moneyMode: 'live' | 'sandbox'
    commissionBasisPoints: number
  },
  refunds: readonly RefundToMake[],
): Promise<void> {
  if (refunds.length === 0) return
  const { reason, byHand } = CAUSES[key.cause]
  const rows = refunds.map(
    (refund) => ({ ...refund, state: refund.chargeId ? 'scheduled' : 'owed' }) as const,
  )
  await queries.insertRefunds(tx, { ...key, reason, createdAt: deps.clock.now() }, rows)
  const charges = refunds.flatMap(({ chargeId, amount }) => (chargeId ? [{ id: chargeId, amount }] : []))
  const payments = refunds.flatMap(({ paymentId, amount }) => (paymentId ? [{ id: paymentId, amount }] : []))
  if (charges.length > 0) await reserveRefunds(tx, charges)
  if (payments.length > 0) await reservePaymentRefunds(tx, payments)
  for (const refund of rows.filter(({ state }) => state === 'owed')) {
    await postRefund(tx, deps.clock, {
      ...key,
      ...{ pledgeId: refund.pledgeId, sourceId: refund.id, amount: refund.amount },
      from: 'refunds_owed',
      description: byHand,
    })
    const one = { campaignId: key.campaignId, pledgeId: refund.pledgeId }
    const owed = subtract(refund.amount, await setOff(deps, tx, one))
    const notice = { ...key, ...refund, amountCents: owed, reason, isOwed: true }
    if (owed > 0) await notifySupporter(deps, tx, notice)
  }
}

/** Disputed money that is to go back: to the card, if the bank decides for us (R66). */
export async function refundIfWon(
  deps: Deps,
  tx: Transaction,
  key: { campaignId: string; cause: RefundCause },
  refunds: readonly Disputed[],
): Promise<void> {
  if (refunds.length === 0) return
  const rows = refunds.map(
    ({ isLost, ...refund }) =>
      ({ ...refund, paymentId: null, state: isLost ? 'dropped' : 'waiting' }) as const,
  )
  const { reason } = CAUSES[key.cause]
  await queries.insertRefunds(tx, { ...key, settlementId: null, reason, createdAt: deps.clock.now() }, rows)
}

/**
 * Refunds to a card, once: the row is claimed and committed first, its id is the key, and the card provider is called
 * outside any transaction. If it is interrupted anywhere and run again, the outcome is the same (R34).
 */
export async function runRefund(deps: Deps, refundId: string): Promise<'refunded' | 'not_due'> {
  const now = deps.clock.now()
  const refund = await store.claimRefund(deps.db, refundId, {
    now,
    leaseUntil: leaseFrom(now),
    inUse: deps.cards,
  })
  if (!refund) return 'not_due'
  if (isTooLate(refund)) {
    await record(deps, refund, { outcome: 'failed', reference: null })
    return 'refunded'
  }
  await deps.checkpoint('refund.claimed')
  const outcome = await askCardProvider(deps, refund).catch((error: unknown) =>
    refusalOf(deps, refund, error),
  )
  await deps.checkpoint('refund.answered')
  if (outcome) await recordAnswer(deps, refund, outcome)
  await deps.checkpoint('refund.recorded')
  return 'refunded'
}

/**
 * Refunds made without us are recorded before anything is owed. One that a dispute stopped waits for the bank: it may be the
 * bank that gives the money back (R66).
 */
async function recordAnswer(deps: Deps, refund: store.ClaimedRefund, outcome: RefundOutcome): Promise<void> {
  const { id, campaignId, reference: paymentReference } = refund
  if (outcome.outcome !== 'succeeded') await learnWhatWasRefunded(deps, paymentReference)
  const isDisputed = outcome.outcome === 'disputed'
  if (isDisputed && (await holdStoppedRefund(deps, { id, campaignId, paymentReference }))) return
  await record(deps, refund, outcome)
}

/** Too late for the account before the first attempt: the card provider was never asked, and the refund is owed (R60). */
const isTooLate = ({ debitedAt, startedAt }: store.ClaimedRefund): boolean =>
  debitedAt !== null && startedAt.getTime() - debitedAt.getTime() > DEBIT_REFUND_DAYS * DAY_MS

/**
 * An attempt without an answer is repeated with the same key; past 20 hours the card provider is asked first. It may refuse
 * before it looks at the key, so a refusal of a repeated attempt is believed only if it does not know the refund (R34).
 */
async function askCardProvider(deps: Deps, refund: store.ClaimedRefund): Promise<RefundOutcome> {
  const { id: idempotencyKey, reference, amountCents: amount, startedAt } = refund
  const find = () => deps.cards.findRefund({ idempotencyKey, reference })
  if (mayBeForgotten(startedAt, deps.clock.now())) {
    const known = await find()
    if (known) return known
  }
  const asked = deps.cards.refund({ idempotencyKey, reference, amount })
  if (!mayBeRepeated(startedAt, deps.clock.now())) return asked
  const answer = await asked.catch((error: unknown) => {
    if (error instanceof RefundRefused) return error
    throw error
  })
  const isRefused = answer instanceof RefundRefused
  if (!isRefused && answer.reference !== null) return answer
  const known = await find()
  if (known) return known
  if (isRefused) throw answer
  return answer
}

/**
 * Null: it was refunded without us, so we do not pay it again (R32). Otherwise it is tried for 20 hours, in which someone can
 * correct what the card provider objects to; then it failed, and is owed.
 */
async function refusalOf(
  deps: Deps,
  refund: store.ClaimedRefund,
  error: unknown,
): Promise<RefundOutcome | null> {
  if (!(error instanceof RefundRefused)) throw error
  await learnWhatWasRefunded(deps, refund.reference)
  if (!(await store.isProcessing(deps.db, refund.id))) return null
  await mailRefusal(deps, refund, error.message)
  if (!mayBeForgotten(refund.startedAt, deps.clock.now())) throw error
  return { outcome: 'failed', reference: null }
}

/** The day of a refund counts, and not the day its answer came (R37); the card provider's clock is not ours. */
export const earlier = (one: Date, other: Date): Date => (one < other ? one : other)

/** A refund that the card cannot take is owed from now on, like a refund of a check (R32). */
export async function record(
  deps: Deps,
  refund: Omit<store.ClaimedRefund, 'startedAt' | 'debitedAt'>,
  { outcome, reference, madeAt }: RefundOutcome,
): Promise<void> {
  const isOwed = outcome !== 'succeeded'
  const now = deps.clock.now()
  await deps.db.transaction(async (tx) => {
    const end = { state: isOwed ? 'owed' : 'succeeded', reference, at: earlier(madeAt ?? now, now) } as const
    if (!(await store.finishRefund(tx, refund.id, end))) return
    await postRefund(tx, deps.clock, {
      ...refund,
      sourceId: refund.id,
      from: isOwed ? 'refunds_owed' : 'cash',
      amount: refund.amountCents,
      description: isOwed ? 'The card could not be refunded: the refund is owed' : byCardOf(refund.reason),
    })
    const off = isOwed
      ? await setOff(deps, tx, { campaignId: refund.campaignId, pledgeId: refund.pledgeId })
      : ZERO
    const left = subtract(refund.amountCents, off)
    if (left > 0) await notifySupporter(deps, tx, { ...refund, amountCents: left, isOwed })
    campaignChanged(tx, deps, refund.campaignId)
  })
}
