/** An attempt, asked of the card provider: outside any transaction, between its row and its outcome (R34). */
import { PROVIDER_REFUSED } from '#domain/billing/charge-status.ts'
import { type Cents, formatUsd } from '#domain/money.ts'
import { dateIn } from '#domain/places/zone.ts'
import { mailRepresentatives } from '#server/accounts/users/index.ts'
import { chargeRefusedMail } from '#server/messaging/mails/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { exceptionAbout, openException } from '#server/money/exceptions/index.ts'
import {
  type ChargeOutcome,
  ChargeRefused,
  type PaidBefore,
  type PaymentFacts,
  type StartRequest,
} from '#server/money/providers/index.ts'
import { idFrom, isId } from '#server/platform/base/ids.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { mayBeForgotten } from '#server/platform/jobs/runs.ts'
import * as store from './attempts-store.ts'
import { pledgeOf, type StrayPledge } from './recording-store.ts'

/** After `leaseUntil` another worker may claim it. */
export type Turn = store.ClaimedAttempt & { leaseUntil: Date }

/**
 * An attempt's id is its key at the card provider. It follows from the charge and the number of attempts before it: a server
 * whose database lost the last attempt makes the same key again, and learns what came of that attempt.
 */
export const attemptIdOf = (
  { chargeId, attemptsMade }: store.Tries & { chargeId: string },
  kind: store.ClaimedAttempt['kind'],
) => idFrom(`${chargeId} ${kind} ${attemptsMade + 1}`)

/**
 * Only a first attempt on its day is surely the first one: a database that was recovered to an earlier time knows nothing of
 * the attempts since then, and the card provider may have forgotten their keys.
 */
export const mayBePaid = ({ chargeAt }: store.Tries, attemptsBefore: number, now: Date): boolean =>
  attemptsBefore > 0 || mayBeForgotten(chargeAt, now)

/** If it throws, there is no answer. */
export async function ask(deps: Deps, attempt: store.ClaimedAttempt): Promise<ChargeOutcome> {
  await deps.checkpoint('charge.claimed')
  const outcome = await askCardProvider(deps, attempt)
  await deps.checkpoint('charge.answered')
  return outcome
}

/** An attempt without an answer is repeated with the same key; one that waited for the cardholder is closed. */
async function askCardProvider(deps: Deps, attempt: store.ClaimedAttempt): Promise<ChargeOutcome> {
  if (attempt.kind !== 'off_session') return deps.cards.endConfirmation(await store.tryOf(deps.db, attempt))
  if (attempt.isRepeat && mayBeForgotten(attempt.startedAt, deps.clock.now())) {
    const known = await deps.cards.findCharge(await store.tryOf(deps.db, attempt))
    if (known) return known
  }
  const paid = await paidBefore(deps, attempt)
  if (paid) return paid
  const { paymentMethodId, ...request } = requestFor(attempt)
  if (paymentMethodId === null) throw new Error('a charge without its card')
  const asked = deps.cards.charge({ ...request, paymentMethodId })
  return (attempt.isRepeat ? unlessMade(deps, attempt, asked) : asked).catch((error: unknown) =>
    refused(deps, attempt, error),
  )
}

/**
 * The card provider may refuse before it looks at the key, although the first attempt was made: a refusal of a repeated
 * attempt that names no payment is believed only if the provider does not know the attempt.
 */
async function unlessMade(
  deps: Deps,
  attempt: store.ClaimedAttempt,
  asked: Promise<ChargeOutcome>,
): Promise<ChargeOutcome> {
  const answer = await asked.catch((error: unknown) => {
    if (error instanceof ChargeRefused) return error
    throw error
  })
  const isRefused = answer instanceof ChargeRefused
  if (!isRefused && answer.reference !== null) return answer
  const known = await deps.cards.findCharge(await store.tryOf(deps.db, attempt))
  if (known) return known
  if (isRefused) throw answer
  return answer
}

/** The request to the card provider: the same every time an attempt is repeated. */
export const requestFor = (attempt: store.ClaimedAttempt): StartRequest => ({
  idempotencyKey: attempt.id,
  amount: attempt.amountCents,
  userId: attempt.pledgerId,
  paymentMethodId: attempt.paymentMethodId,
  kind: attempt.paymentMethodId === null ? 'card' : attempt.savedKind,
  campaignId: attempt.campaignId,
  teamName: attempt.teamName,
  description: 'Pledge',
  metadata: { chargeId: attempt.chargeId, campaignId: attempt.campaignId, pledgeId: attempt.pledgeId },
})

const ASK_BANK_AGAIN_MS = 12 * 3_600_000

/**
 * No outcome is recorded yet: the money was neither received nor refused. The bank answers a debit within days: until then
 * we ask from time to time, and its event comes sooner.
 */
export async function waitForBank(
  deps: Deps,
  { id }: Pick<store.ClaimedAttempt, 'id'>,
  { reference }: { reference: string },
): Promise<void> {
  const askAgainAt = new Date(deps.clock.now().getTime() + ASK_BANK_AGAIN_MS)
  await store.noteOf(deps.db, [id], { leaseUntil: askAgainAt, reference })
}

/**
 * The card provider does not take a charge, for no reason of the card's: a setting of its account, or a mistake of ours.
 * Tried again for 20 hours, so that someone can correct it before supporters are asked for another card; then it is past due.
 * Representatives are mailed once a day for each campaign.
 */
async function refused(deps: Deps, attempt: store.ClaimedAttempt, error: unknown): Promise<ChargeOutcome> {
  if (!(error instanceof ChargeRefused)) throw error
  await mailAbout(deps, attempt, error.message)
  if (!mayBeForgotten(attempt.startedAt, deps.clock.now())) throw error
  return { outcome: 'declined', reference: null, code: PROVIDER_REFUSED, isHard: true }
}

async function mailAbout(deps: Deps, { pledgeId }: store.ClaimedAttempt, reason: string): Promise<void> {
  const { moneyMode } = deps.cards
  const about = await pledgeOf(deps.db, pledgeId, moneyMode)
  if (!about) return
  const { campaignId } = about
  const mail = chargeRefusedMail({
    ...about,
    reason,
    isTest: moneyMode === 'sandbox',
    manageUrl: `${deps.config.appUrl}/dashboard/campaigns/${campaignId}`,
  })
  const idempotencyKey = `charge-refused:${campaignId}:${dateIn('UTC', deps.clock.now())}`
  await deps.db.transaction((tx) =>
    mailRepresentatives(tx, deps.clock, { ...mail, kind: 'payment', idempotencyKey, campaignId }),
  )
}

/** The card provider has money that the charge does not explain: it waits until a person has decided. */
export class UnexplainedPayment extends Error {}

/**
 * What an attempt whose row was lost collected for this charge, or still may; null if there is nothing.
 * @throws {UnexplainedPayment} if it is another amount: the charge waits until a person has decided about that.
 */
export async function paidBefore(deps: Deps, attempt: store.ClaimedAttempt): Promise<PaidBefore | null> {
  if (!attempt.mayBePaid) return null
  const { chargeId, pledgerId: userId, amountCents } = attempt
  const paid = await deps.cards.findPaid({ chargeId, userId })
  const exception = paid && (await exceptionAbout(deps.db, paid.reference))
  if (paid === null || exception === 'resolved') return null
  if (paid.amount === amountCents && exception === 'none') {
    if (paid.madeAt) await store.noteOf(deps.db, [attempt.id], { startedBefore: paid.madeAt })
    return paid
  }
  const problem = otherAmount(amountCents)
  const about = await pledgeOf(deps.db, attempt.pledgeId, deps.cards.moneyMode)
  if (about)
    await deps.db.transaction((tx) => openUnexplained(deps, tx, about, { ...paid, chargeId, problem }))
  throw new UnexplainedPayment(`${paid.reference}: ${problem}`)
}

export const otherAmount = (amount: Cents): string => `The charge is for ${formatUsd(amount)} now.`

type Unexplained = Pick<PaymentFacts, 'reference' | 'amount' | 'chargeId'> & { problem: string }

export function openUnexplained(
  deps: Deps,
  tx: Transaction,
  { campaignId, pledgeId }: StrayPledge,
  { reference, amount, chargeId, problem }: Unexplained,
): Promise<void> {
  return openException(deps, tx, {
    kind: 'unexplained_payment',
    campaignId,
    pledgeId,
    key: reference,
    reference,
    amount,
    subject: 'payment',
    subjectId: chargeId !== null && isId(chargeId) ? chargeId : null,
    happened: `The card provider took ${formatUsd(amount)}. ${problem}`,
  })
}
