import { retryAfterDays } from '#domain/charge-words.ts'
import { type Cents, formatUsd } from '#domain/money.ts'
import type { ChargeOutcome } from '#server/adapters/cards.ts'
import { audit } from '#server/audit.ts'
import { campaignChanged } from '#server/campaigns/changes.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { newId } from '#server/ids.ts'
import { postCollection } from '#server/journal/actions.ts'
import { queueMail } from '#server/mails/actions.ts'
import { receiptMail } from '#server/mails/templates.ts'
import * as store from './store.ts'

export {
  chargesOf,
  chargesOfPledge,
  insertCharges,
  lowerCharges,
  receiptFacts,
  reserveRefunds,
} from './store.ts'

/** Long enough for the card side to answer; after it another worker may repeat the try under the same key. */
const LEASE_MINUTES = 5
/** Past this the card side may have forgotten the key: it is asked before anything is repeated (R34). */
const ASK_FIRST_AFTER_HOURS = 20

const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms)
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/**
 * One charge, start to end: the try is a committed row, whose id is the key; the card side is called outside any
 * transaction; then its answer is recorded, once. Stopped anywhere and run again, the outcome is the same (R34).
 */
export async function runCharge(deps: Deps, chargeId: string): Promise<'charged' | 'not_due'> {
  const attempt = await claim(deps, chargeId)
  if (!attempt) return 'not_due'
  await deps.checkpoint('charge.claimed')
  const outcome = await askCardSide(deps, attempt)
  await deps.checkpoint('charge.answered')
  await record(deps, attempt, outcome)
  await deps.checkpoint('charge.recorded')
  return 'charged'
}

async function claim(deps: Deps, chargeId: string): Promise<store.ClaimedAttempt | null> {
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now()
    const charge = await store.lockForAttempt(tx, chargeId, now)
    if (!charge) return null
    const leaseUntil = later(now, LEASE_MINUTES * MINUTE_MS)
    const amountCents = charge.amountCents as Cents
    if (charge.attemptId && charge.attemptStartedAt) {
      await store.renewLease(tx, charge.attemptId, leaseUntil)
      return {
        ...charge,
        amountCents,
        id: charge.attemptId,
        startedAt: charge.attemptStartedAt,
        isRepeat: true,
      }
    }
    const id = newId(deps.clock)
    await store.startAttempt(tx, {
      id,
      chargeId,
      campaignId: charge.campaignId,
      amount: amountCents,
      startedAt: now,
      leaseUntil,
    })
    return { ...charge, amountCents, id, startedAt: now, isRepeat: false }
  })
}

/** A try without an answer is repeated with the same key (R34). */
async function askCardSide(deps: Deps, attempt: store.ClaimedAttempt): Promise<ChargeOutcome> {
  const ageMs = deps.clock.now().getTime() - attempt.startedAt.getTime()
  if (attempt.isRepeat && ageMs > ASK_FIRST_AFTER_HOURS * HOUR_MS) {
    const known = await deps.cards.findCharge({ idempotencyKey: attempt.id })
    if (known) return known
  }
  return deps.cards.charge({
    idempotencyKey: attempt.id,
    amount: attempt.amountCents,
    userId: attempt.pledgerId,
    paymentMethodId: attempt.paymentMethodId,
    description: 'Pledge',
    metadata: { chargeId: attempt.chargeId, campaignId: attempt.campaignId, pledgeId: attempt.pledgeId },
  })
}

async function record(deps: Deps, attempt: store.ClaimedAttempt, outcome: ChargeOutcome): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now()
    const code = outcome.outcome === 'succeeded' ? null : outcome.code
    const isFirst = await store.finishAttempt(tx, {
      id: attempt.id,
      outcome: outcome.outcome,
      reference: outcome.reference,
      code,
      at: now,
    })
    if (!isFirst) return
    if (outcome.outcome === 'succeeded') await recordSuccess(deps, tx, attempt, now)
    else if (outcome.outcome === 'requires_action') {
      await store.setState(tx, attempt.chargeId, {
        state: 'requires_action',
        failureCode: outcome.code,
        chargeAt: null,
        succeededAt: null,
      })
    } else await recordDecline(tx, attempt, outcome, now)
    await audit(tx, deps.clock, {
      actorId: null,
      action: `charge.${outcome.outcome}`,
      subject: 'charge',
      subjectId: attempt.chargeId,
      campaignId: attempt.campaignId,
      after: { amountCents: attempt.amountCents, code },
    })
  })
}

async function recordSuccess(
  deps: Deps,
  tx: Transaction,
  attempt: store.ClaimedAttempt,
  now: Date,
): Promise<void> {
  await store.setState(tx, attempt.chargeId, {
    state: 'succeeded',
    failureCode: null,
    chargeAt: null,
    succeededAt: now,
  })
  const facts = await store.receiptFacts(tx, attempt)
  await postCollection(tx, deps.clock, {
    ...attempt,
    kind: 'charge',
    into: 'cash',
    amount: attempt.amountCents,
    sourceId: attempt.chargeId,
    description: 'Card charged',
    commissionBasisPoints: facts.commissionBasisPoints,
  })
  campaignChanged(tx, deps, attempt.campaignId)
  if (!facts.email) return
  const mail = receiptMail({
    ...facts,
    amount: formatUsd(attempt.amountCents),
    paidOn: now,
    method: facts.last4 ? `card ending in ${facts.last4}` : 'card',
    isTest: attempt.moneyMode === 'sandbox',
    pledgeUrl: `${deps.config.appUrl}/pledges/${attempt.pledgeId}`,
  })
  await queueMail(tx, deps.clock, {
    kind: 'receipt',
    once: `receipt:${attempt.chargeId}`,
    to: facts.email,
    ...mail,
    userId: attempt.pledgerId,
    campaignId: attempt.campaignId,
    pledgeId: attempt.pledgeId,
  })
}

async function recordDecline(
  tx: Transaction,
  attempt: store.ClaimedAttempt,
  outcome: Extract<ChargeOutcome, { outcome: 'declined' }>,
  now: Date,
): Promise<void> {
  const { attemptsCount } = await store.receiptFacts(tx, attempt)
  const days = retryAfterDays(attemptsCount, outcome.isHard)
  const next =
    days === null
      ? { state: 'past_due' as const, chargeAt: null }
      : { state: 'failed' as const, chargeAt: later(now, days * DAY_MS) }
  await store.setState(tx, attempt.chargeId, { ...next, failureCode: outcome.code, succeededAt: null })
  if (days === null) await store.markPastDue(tx, attempt.pledgeId)
}
