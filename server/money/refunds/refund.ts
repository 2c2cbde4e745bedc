/** Refunds: `due → sent → paid | failed`; what the card cannot take waits for a person. */
import { DEBIT_REFUND_DAYS } from '#domain/billing/bank-debit.ts'
import { DomainError } from '#domain/errors.ts'
import { type Cents, negate, subtract } from '#domain/money.ts'
import type { RefundForm } from '#domain/schemas/charge.ts'
import { reserveRefunds } from '#server/money/charges/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { postRefund, postRefundReversed } from '#server/money/ledger/index.ts'
import { type RefundOutcome, RefundRefused } from '#server/money/providers/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { leaseFrom, mayBeForgotten, mayBeRepeated, settleEach } from '#server/platform/jobs/runs.ts'
import { CAUSES, learnWhatWasRefunded, notifySupporter, recordAnswer } from './outcome.ts'
import { setOff } from './set-off.ts'
import * as store from './store.ts'
import { dueRefunds, insertSuccessor, lockDueByHand, markFailed } from './store.ts'

const BATCH = 100
const MAX_BATCHES = 100

/** Makes pending card refunds. One without an answer is repeated when its lease expires. */
export async function runScheduledRefunds(deps: Deps): Promise<number> {
  let afterId: string | null = null
  let done = 0
  const failures: unknown[] = []
  for (let round = 0; round < MAX_BATCHES; round += 1) {
    const ids: string[] = await dueRefunds(deps.db, deps.clock.now(), deps.cards, { afterId, limit: BATCH })
    if (ids.length === 0) break
    await settleEach(ids, async (id) => {
      if ((await runRefund(deps, id)) === 'refunded') done += 1
    }).catch((error) => failures.push(error))
    afterId = ids.at(-1) ?? null
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some refunds got no answer')
  return done
}

const DAY_MS = 86_400_000

type RefundCause = keyof typeof CAUSES
export const reasonOf = (cause: RefundCause): string => CAUSES[cause].reason

/** A job refunds cards; checks and cash go back by hand, and are out of what was collected from now on. */
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
  refunds: readonly store.NewRefund[],
): Promise<void> {
  if (refunds.length === 0) return
  const { reason, byHand } = CAUSES[key.cause]
  await store.insertRefunds(tx, { ...key, reason, createdAt: deps.clock.now() }, refunds)
  await reserveRefunds(tx, refunds)
  for (const refund of refunds.filter(({ paymentId }) => paymentId !== null)) {
    await postRefund(tx, deps.clock, {
      ...key,
      pledgeId: refund.pledgeId,
      sourceId: refund.id,
      amount: refund.amount,
      from: 'refunds_owed',
      description: byHand,
    })
    const one = { campaignId: key.campaignId, pledgeId: refund.pledgeId }
    const owed = subtract(refund.amount, await setOff(deps, tx, one))
    const notice = { ...key, ...refund, amountCents: owed, reason, isOwed: true }
    if (owed > 0) await notifySupporter(deps, tx, notice)
  }
}

type Given = RefundForm & { chargeId: string; isAlone: boolean }

/** Of a charge that is held, in full or in part, with a reason that the supporter sees: never billed again. */
export async function giveRefund(
  deps: Deps,
  tx: Transaction,
  { userId }: Pick<Actor, 'userId'>,
  { chargeId, amount, reason, isAlone }: Given,
): Promise<void> {
  const id = newId(deps.clock)
  const row = { id, chargeId, amount, reason, createdAt: deps.clock.now(), aloneBy: isAlone ? userId : null }
  const campaignId = await store.insertGoodwill(tx, row)
  await reserveRefunds(tx, [{ chargeId, amount }])
  await audit(tx, deps.clock, {
    actorId: userId,
    action: 'refund.create',
    subject: 'refund',
    subjectId: id,
    campaignId,
    after: { amountCents: amount, reason, chargeId },
  })
  campaignChanged(tx, deps, campaignId)
}

/** The settlement that decided these refunds is withdrawn before any was made. They are held, and none is by hand. */
export async function voidUnsentRefunds(tx: Transaction, settlementIds: readonly string[]): Promise<void> {
  const voided = await store.voidRefunds(tx, settlementIds)
  if (voided.length === 0) return
  await reserveRefunds(
    tx,
    voided.map(({ chargeId, amountCents }) => ({ chargeId, amount: negate(amountCents) })),
  )
}

/**
 * Refunds to a card, once: the row is claimed and committed first, its id is the key, and the card provider is called
 * outside any transaction. If it is interrupted anywhere and run again, the outcome is the same.
 */
export async function runRefund(deps: Deps, refundId: string): Promise<'refunded' | 'not_due'> {
  const now = deps.clock.now()
  const refund = await store.claimRefund(deps.db, refundId, {
    now,
    leaseUntil: leaseFrom(now),
    inUse: deps.cards,
  })
  if (!refund) return 'not_due'
  await deps.checkpoint('refund.claimed')
  const outcome = isTooLate(refund) ? TOO_LATE : await askCardProvider(deps, refund)
  await deps.checkpoint('refund.answered')
  await recordAnswer(deps, refund, outcome)
  await deps.checkpoint('refund.recorded')
  return 'refunded'
}

/** Too late for the account before the first attempt: the card provider is never asked. */
const isTooLate = ({ debitedAt, startedAt }: store.ClaimedRefund): boolean =>
  debitedAt !== null && startedAt.getTime() - debitedAt.getTime() > DEBIT_REFUND_DAYS * DAY_MS
const TOO_LATE: RefundOutcome = {
  outcome: 'failed',
  reference: null,
  answer: `A bank account can be refunded for ${DEBIT_REFUND_DAYS} days after it was debited`,
}

/**
 * An attempt without an answer is repeated with the same key; past 20 hours the card provider is asked first. It may refuse
 * before it looks at the key, so a refusal of a repeated attempt is believed only if it does not know the refund.
 */
async function askCardProvider(deps: Deps, refund: store.ClaimedRefund): Promise<RefundOutcome> {
  const { id: idempotencyKey, reference, amountCents: amount, startedAt } = refund
  const find = () => deps.cards.findRefund({ idempotencyKey, reference })
  if (mayBeForgotten(startedAt, deps.clock.now())) {
    const known = await find()
    if (known) return known
  }
  const answer = await deps.cards
    .refund({ idempotencyKey, reference, amount })
    .catch((error: unknown): RefundOutcome => {
      if (!(error instanceof RefundRefused)) throw error
      return { outcome: 'failed', reference: null, answer: error.message }
    })
  if (answer.reference !== null) return answer
  const known = mayBeRepeated(startedAt, deps.clock.now()) ? await find() : null
  if (known) return known
  // Refunded there without us, perhaps: that is recorded before anything else goes back.
  await learnWhatWasRefunded(deps, reference)
  return answer
}

/** What a person does about a refund that the card did not take. */
async function lockDueRefund(tx: Transaction, id: string) {
  const refund = await lockDueByHand(tx, id)
  if (!refund) throw new DomainError('conflict', 'This refund is no longer due')
  return refund
}

/** To the card once more, as another refund. */
export async function refundAgain(deps: Deps, tx: Transaction, id: string): Promise<void> {
  const refund = await lockDueRefund(tx, id)
  await markFailed(tx, id, { from: 'due', reference: null })
  await insertSuccessor(tx, { id: newId(deps.clock), ofId: id, byHand: false })
  const description = 'A refund that was due by hand goes to the card again'
  await postRefundReversed(tx, deps.clock, {
    campaignId: refund.campaignId,
    pledgeId: refund.pledgeId,
    moneyMode: refund.moneyMode,
    commissionBasisPoints: refund.commissionBasisPoints,
    sourceId: id,
    amount: refund.amountCents,
    description,
  })
}

/** Off an open invoice of the pledge first; the rest by check, cash or bank transfer, which two people sign. */
export async function refundByHand(deps: Deps, tx: Transaction, id: string): Promise<Cents> {
  const refund = await lockDueRefund(tx, id)
  const { campaignId, pledgeId, amountCents } = refund
  const left = subtract(amountCents, await setOff(deps, tx, { campaignId, pledgeId }))
  if (left > 0) await notifySupporter(deps, tx, { ...refund, amountCents: left, isOwed: true })
  return left
}
