import { type DisputeState, type DisputeStep, disputeSteps } from '#domain/dispute.ts'
import { type Cents, formatUsd, minimum, negate, ZERO } from '#domain/money.ts'
import { mailRepresentatives } from '#server/accounts/users/index.ts'
import { disputeMail } from '#server/messaging/mails/index.ts'
import { endMandateOf } from '#server/money/bank-accounts/index.ts'
import { type ChargedPayment, lockCharge, moveDisputed } from '#server/money/charges/index.ts'
import { postDispute } from '#server/money/ledger/index.ts'
import type { DisputeFacts } from '#server/money/providers/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import * as store from './store.ts'

declare module '#server/platform/deps.ts' {
  interface Deps {
    /** Refunds what a bank returned and a correction had lowered in the meantime (R32, R35). */
    refundWonBack: (deps: Deps, tx: Transaction, charge: ChargedPayment) => Promise<void>
  }
}

type Known = ChargedPayment & { disputeId: string; taken: Cents }

/**
 * Records a dispute's current state at the card provider, no matter what we knew before (R35). Once per state: a repeated or
 * late report changes nothing.
 */
export async function recordDispute(deps: Deps, campaignId: string, facts: DisputeFacts): Promise<void> {
  await deps.db.transaction(
    async (tx) => {
      const payment = await lockCharge(tx, facts.paymentReference)
      if (!payment) throw new Error('a dispute without its charge')
      const before = await store.lockDispute(tx, facts.reference)
      const steps = disputeSteps(before?.state ?? 'new', facts.state)
      if (steps === null) return
      const known = { ...payment, disputeId: before?.id ?? newId(deps.clock) }
      let taken = before?.takenCents ?? ZERO
      for (const step of steps) taken = await take(deps, tx, { ...known, taken }, step, facts)
      await store.saveDispute(tx, {
        ...{ id: known.disputeId, campaignId, pledgeId: payment.pledgeId, chargeId: payment.chargeId },
        ...{ reference: facts.reference, amount: facts.amount, taken, reason: facts.reason },
        ...{ state: facts.state, evidenceDueAt: facts.evidenceDueAt, at: deps.clock.now() },
      })
      if (payment.bankAccountId !== null && facts.state === 'lost')
        await endMandateOf(deps, tx, payment.bankAccountId, 'debit_unauthorized')
      if (steps.some((step) => step === 'give_back' || step === 'recover'))
        await deps.refundWonBack(deps, tx, payment)
      await notify(deps, tx, known, facts, before?.state ?? null)
      campaignChanged(tx, deps, campaignId)
    },
    { campaignId, mode: 'shared' },
  )
}

/**
 * The card provider does not refund disputed money, so a refund made there means that the dispute has been won. We look
 * it up, so that the money is returned to the charge before its refund is recorded (R35).
 */
export async function refreshDisputes(
  deps: Deps,
  { chargeId, campaignId }: Pick<ChargedPayment, 'chargeId' | 'campaignId'>,
): Promise<void> {
  const { events } = deps.cards
  if (!events) return
  for (const reference of await store.disputesHoldingMoney(deps.db, chargeId)) {
    const facts = await events.dispute(reference)
    if (facts) await recordDispute(deps, campaignId, facts)
  }
}

/** Records one step in the charge, the journal and the books. Returns the amount now taken out of collected. */
async function take(
  deps: Deps,
  tx: Transaction,
  known: Known,
  step: DisputeStep,
  facts: DisputeFacts,
): Promise<Cents> {
  const { chargeId, campaignId, pledgeId } = known
  // An amount that was already refunded cannot be disputed as well.
  const amount = step === 'take' ? minimum(facts.amount, known.leftCents) : known.taken
  if (amount === 0) return ZERO
  await moveDisputed(tx, chargeId, step, amount)
  await postDispute(tx, deps.clock, { ...known, sourceId: known.disputeId, amount, step })
  if (step === 'lose' || step === 'recover') {
    await store.writeOff(tx, {
      ...{ id: newId(deps.clock), campaignId, pledgeId, at: deps.clock.now() },
      amount: step === 'lose' ? amount : negate(amount),
      reason: step === 'lose' ? 'Lost to a dispute with the bank' : 'A lost dispute was won on appeal',
    })
  }
  return step === 'take' || step === 'lose' ? amount : ZERO
}

/** Notifies those who can answer the bank of the deadline; the charge shows it later (R35). */
async function notify(
  deps: Deps,
  tx: Transaction,
  known: Omit<Known, 'taken'>,
  facts: DisputeFacts,
  before: DisputeState | null,
): Promise<void> {
  const { campaignId, chargeId, pledgeId, disputeId } = known
  await audit(tx, deps.clock, {
    ...{
      actorId: null,
      action: `dispute.${facts.state}`,
      subject: 'charge',
      subjectId: chargeId,
      campaignId,
    },
    ...(before ? { before: { state: before } } : {}),
    after: { state: facts.state, amountCents: facts.amount, reason: facts.reason },
  })
  const mail = disputeMail({
    ...known,
    ...{ state: facts.state, reason: facts.reason, evidenceDueAt: facts.evidenceDueAt },
    ...{ amount: formatUsd(facts.amount), isTest: known.moneyMode === 'sandbox' },
    pledgeUrl: `${deps.config.appUrl}/pledges/${pledgeId}`,
  })
  const idempotencyKey = `dispute:${disputeId}:${facts.state}`
  await mailRepresentatives(tx, deps.clock, {
    ...mail,
    kind: 'dispute',
    idempotencyKey,
    campaignId,
    pledgeId,
  })
}
