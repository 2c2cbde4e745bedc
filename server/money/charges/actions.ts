import { CARD_DISPUTED, CARD_OF_OTHER_PROVIDER, DEBIT_TOO_LATE, MANDATE_ENDED } from '#domain/charge-words.ts'
import { type ChargeOutcome, ChargeRefused, type StartRequest } from '#server/money/providers/index.ts'
import { auditAll } from '#server/platform/audit/audit.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { leaseFrom, mayBeForgotten } from '#server/platform/jobs/attempts.ts'
import { notify } from './actions.mail.ts'
import { refused } from './actions.refusals.ts'
import { paidBefore } from './actions.strays.ts'
import * as queriesClaiming from './queries.claiming.ts'
import { receiptFactsOf } from './queries.recording.ts'
import * as store from './store.claiming.ts'
import { markPastDue, setStates } from './store.recording.ts'

/** After `leaseUntil` another worker may claim it. */
export type Turn = queriesClaiming.ClaimedAttempt & { leaseUntil: Date }
/** `refused`: how many were not sent, because the current card provider cannot charge their cards. */
export type Claimed = { turns: Turn[]; refused: number }

/**
 * Claims due charges, a limited number at a time. Each attempt is a committed row, whose id is the key, before the card
 * provider is called. An attempt without an answer is claimed again when its lease has expired (R34).
 */
export function claimDue(deps: Deps, which: queriesClaiming.Wanted): Promise<Claimed> {
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now()
    const leaseUntil = leaseFrom(now)
    const heldIds = await store.holdDue(tx, now, deps.cards, which)
    if (heldIds.length === 0) return { turns: [], refused: 0 }
    const held = await store.claimables(tx, heldIds, now)
    const known = held.flatMap((charge) => knownTry(charge, now))
    if (known.length > 0) await store.renewLeases(tx, known, leaseUntil)
    const untried = held.filter(({ attemptId }) => attemptId === null)
    const foreign = untried.filter((charge) => isOfOtherProvider(charge, deps.cards))
    const ended = untried.filter((charge) => charge.isMandateEnded && !foreign.includes(charge))
    const late = untried.filter((one) => one.isTooLate && !foreign.includes(one) && !ended.includes(one))
    const others = [...foreign, ...ended, ...late]
    const disputed = untried.filter((one) => one.isCardDisputed && !others.includes(one))
    const refused = [...others, ...disputed]
    const ours = untried.filter((charge) => !refused.includes(charge))
    if (foreign.length > 0) await refuseCards(deps, tx, foreign, CARD_OF_OTHER_PROVIDER)
    if (ended.length > 0) await refuseCards(deps, tx, ended, MANDATE_ENDED)
    if (late.length > 0) await refuseCards(deps, tx, late, DEBIT_TOO_LATE)
    if (disputed.length > 0) await refuseCards(deps, tx, disputed, CARD_DISPUTED)
    const started = { startedAt: now, kind: 'off_session', isRepeat: false } as const
    const fresh = ours.map((charge) => ({
      ...{ ...charge, ...started },
      id: queriesClaiming.attemptIdOf(charge, started.kind),
      mayBePaid: queriesClaiming.mayBePaid(charge, charge.attemptsMade, now),
    }))
    if (fresh.length > 0) await store.startAttempts(tx, fresh, leaseUntil)
    const turns = [...known, ...fresh].map((attempt) => ({ ...attempt, leaseUntil }))
    return { turns, refused: refused.length }
  })
}

/** The charge's attempt that never got an answer, if there is one. */
function knownTry(charge: store.Claimable, now: Date): queriesClaiming.ClaimedAttempt[] {
  const { attemptId: id, attemptStartedAt: startedAt, attemptKind: kind } = charge
  const mayBePaid = queriesClaiming.mayBePaid(charge, charge.attemptsMade - 1, now)
  return id && startedAt && kind ? [{ ...charge, id, startedAt, kind, mayBePaid, isRepeat: true }] : []
}

/** A card belongs to the card provider that saved it, and to its kind of money; a charge to its campaign's (R39). */
const isOfOtherProvider = (
  { card, moneyMode }: store.Claimable,
  inUse: queriesClaiming.ProviderInUse,
): boolean =>
  card.provider !== inUse.provider || card.moneyMode !== inUse.moneyMode || moneyMode !== inUse.moneyMode

/** Not sent, because the saved card or account can no longer be charged: only another card can help (R35, R39, R60). */
async function refuseCards(
  deps: Deps,
  tx: Transaction,
  charges: readonly store.Claimable[],
  code: string,
): Promise<void> {
  const end = { state: 'past_due', failureCode: code, chargeAt: null, succeededAt: null } as const
  await setStates(
    tx,
    charges.map(({ chargeId }) => ({ ...end, chargeId })),
  )
  await markPastDue(
    tx,
    charges.map(({ pledgeId }) => pledgeId),
  )
  const facts = await receiptFactsOf(tx, charges)
  const news = { kind: 'pay_link', code } as const
  await notify(
    deps,
    tx,
    charges.map((charge, place) => ({ ...charge, facts: facts[place] as (typeof facts)[number], news })),
  )
  await auditAll(
    tx,
    deps.clock,
    charges.map(({ chargeId, campaignId, amountCents, savedKind }) => ({
      ...{ actorId: null, action: 'charge.refuse', subject: 'charge', subjectId: chargeId, campaignId },
      after: { amountCents, code, ...(savedKind === 'bank_account' ? { method: savedKind } : {}) },
    })),
  )
}

/** Runs outside any transaction, after the attempt's row and before its outcome. If it throws, there is no answer (R34). */
export async function ask(deps: Deps, attempt: queriesClaiming.ClaimedAttempt): Promise<ChargeOutcome> {
  await deps.checkpoint('charge.claimed')
  const outcome = await askCardProvider(deps, attempt)
  await deps.checkpoint('charge.answered')
  return outcome
}

/** An attempt without an answer is repeated with the same key; one that waited for the cardholder is closed (R34, R35). */
async function askCardProvider(deps: Deps, attempt: queriesClaiming.ClaimedAttempt): Promise<ChargeOutcome> {
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
 * attempt that names no payment is believed only if the provider does not know the attempt (R34).
 */
async function unlessMade(
  deps: Deps,
  attempt: queriesClaiming.ClaimedAttempt,
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
export const requestFor = (attempt: queriesClaiming.ClaimedAttempt): StartRequest => ({
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

/** No outcome is recorded yet: the money was neither received nor refused (R60). */
export async function waitForBank(
  deps: Deps,
  { id }: Pick<queriesClaiming.ClaimedAttempt, 'id'>,
  { reference }: { reference: string },
): Promise<void> {
  const askAgainAt = new Date(deps.clock.now().getTime() + ASK_BANK_AGAIN_MS)
  await store.waitForBank(deps.db, { id, reference }, askAgainAt)
}
