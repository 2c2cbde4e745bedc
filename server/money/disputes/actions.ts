import {
  type DisputePlan,
  type DisputeState,
  disputeSteps,
  planDispute,
  reopens,
  takesAgain,
} from '#domain/dispute.ts'
import { add, type Cents, minimum, negate, ZERO } from '#domain/money.ts'
import type { DisputeNews } from '#server/messaging/mails/index.ts'
import { endMandateOf } from '#server/money/bank-accounts/index.ts'
import {
  type ChargedPayment,
  chargeOfPayment,
  lockCharge,
  moveDisputed,
} from '#server/money/charges/index.ts'
import { postDispute } from '#server/money/ledger/index.ts'
import type { DisputeFacts } from '#server/money/providers/index.ts'
import { newId } from '#server/platform/base/ids.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { notify } from './actions.mail.ts'
import { decideRefunds, holdRefund, holdUnmade } from './actions.refunds.ts'
import * as store from './store.ts'

declare module '#server/platform/deps.ts' {
  interface Deps {
    /** Refunds what a bank returned and its supporter no longer owes (R32, R66). @returns how much. */
    refundWonBack: (deps: Deps, tx: Transaction, charge: ChargedPayment) => Promise<Cents>
  }
}

/**
 * Records a dispute's current state at the card provider, no matter what we knew before (R35). Once per state: a repeated or
 * late report changes nothing. `refundId`: a refund of the charge that a dispute stopped (R66).
 */
export async function recordDispute(
  deps: Deps,
  campaignId: string,
  given: DisputeFacts,
  refundId: string | null = null,
): Promise<void> {
  const known = await store.stateOf(deps.db, given.reference)
  if (known === 'new') await refreshOthers(deps, given)
  const facts = reopens(known, given.state) ? await lookAgain(deps, given) : given
  await deps.db.transaction((tx) => recordIn(deps, tx, { facts, known, refundId }), {
    campaignId,
    mode: 'shared',
  })
}

/** What we know may be newer than a report that opens a dispute again: looked up after that, it is not (R34). */
const lookAgain = async ({ cards: { events } }: Deps, given: DisputeFacts): Promise<DisputeFacts> =>
  (await events?.dispute(given.reference)) ?? given

async function recordIn(
  deps: Deps,
  tx: Transaction,
  { facts, known, refundId }: { facts: DisputeFacts; known: DisputeState | 'new'; refundId: string | null },
): Promise<void> {
  const { state, evidenceDueAt, isClosed, paymentReference } = facts
  const payment = await lockCharge(tx, paymentReference)
  if (!payment) throw new Error('a dispute without its charge')
  const before = await store.lockDispute(tx, facts.reference)
  const from = before?.state ?? 'new'
  // Thrown: the event is handled again, and listed if that does not help.
  if (reopens(from, state) && from !== known) throw new Error('a dispute changed while it was looked up')
  const steps = disputeSteps(from, state)
  if (steps === null) throw new Error(`a dispute that was ${from} is ${state} now, which no bank does`)
  const dispute = before ?? (await store.insertDispute(tx, newDispute(deps, payment, facts)))
  const { id } = dispute
  const due =
    state === 'lost'
      ? minimum(facts.keptAmount ?? dispute.amountCents, dispute.amountCents)
      : dispute.amountCents
  if (steps.includes('take') || steps.includes('lose')) await holdUnmade(deps, tx, payment, id)
  const stops = steps.length > 0 || state === 'open' || dispute.excessCents > 0
  if (refundId && stops && state !== 'won' && state !== 'inquiry')
    await holdRefund(deps, tx, payment, { disputeId: id, refundId })
  const left = await leftOf(tx, paymentReference)
  const plan = planDispute(steps, { to: state, due, held: heldBy(dispute), left })
  await carryOut(
    deps,
    tx,
    payment,
    {
      ...{ id, state, evidenceDueAt, isClosed: isClosed || isDecided(state) },
      takenAt: madeAt(deps, facts.takenAt),
    },
    plan,
  )
  await fillOthers(deps, tx, payment, { reference: paymentReference, disputeId: id })
  const { hold } = plan
  const refunds = await decideRefunds(deps, tx, {
    ...{ id, state, taken: hold.taken },
    ...{ payment, reference: paymentReference },
  })
  campaignChanged(tx, deps, payment.campaignId)
  const news = newsOf(before, facts, plan)
  if (news === null) return
  if (payment.bankAccountId !== null && state === 'lost' && from !== 'lost')
    await endMandateOf(deps, tx, payment.bankAccountId, 'debit_unauthorized')
  // Also of a dispute that is lost in part, and of money that an earlier one gave back while this one was open.
  if (isDecided(state)) refunds.released = add(refunds.released, await deps.refundWonBack(deps, tx, payment))
  const told = { disputeId: id, before: before?.state ?? null, ...hold, ...refunds, news }
  await notify(deps, tx, payment, facts, told)
}

/** The card provider's moment, if it says one: we may learn of it later, and never earlier (R37). */
const madeAt = ({ clock }: Pick<Deps, 'clock'>, at: Date | undefined): Date => {
  const now = clock.now()
  return at && at < now ? at : now
}

const isDecided = (state: DisputeState): boolean => state === 'won' || state === 'lost'

/** What representatives are mailed; null: they know it. */
function newsOf(
  before: store.DisputeRow | undefined,
  { state, evidenceDueAt, isClosed }: DisputeFacts,
  { moves }: DisputePlan,
): DisputeNews['state'] | null {
  if (before?.state !== state || moves.length > 0) return isClosed ? 'closed' : state
  if (isClosed && before.closedAt === null) return 'closed'
  const isSameTime = before.evidenceDueAt?.getTime() === evidenceDueAt?.getTime()
  return evidenceDueAt && !isSameTime ? 'new_deadline' : null
}

/** Another dispute of the same charge may have been decided, and its event is late. */
async function refreshOthers(deps: Deps, { paymentReference }: DisputeFacts): Promise<void> {
  const charge = deps.cards.events && (await chargeOfPayment(deps.db, paymentReference))
  if (charge) await refreshDisputes(deps, charge)
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

type Stopped = { id: string; campaignId: string; paymentReference: string }

/** A bank stopped a refund by a dispute, of which we may not know yet. False if no dispute explains it (R66). */
export async function holdStoppedRefund(deps: Deps, stopped: Stopped): Promise<boolean> {
  const { events } = deps.cards
  if (!events) return false
  for (const facts of await events.disputesOf(stopped.paymentReference)) {
    await recordDispute(deps, stopped.campaignId, facts, stopped.id)
    if (await store.isHeld(deps.db, stopped.id)) return true
  }
  return false
}

const newDispute = (deps: Deps, payment: ChargedPayment, facts: DisputeFacts): store.NewDispute => ({
  ...{ id: newId(deps.clock), campaignId: payment.campaignId, pledgeId: payment.pledgeId },
  ...{ chargeId: payment.chargeId, reference: facts.reference, amount: facts.amount, reason: facts.reason },
  ...{ state: facts.state, evidenceDueAt: facts.evidenceDueAt, at: deps.clock.now() },
  openedAt: madeAt(deps, facts.openedAt),
  isClosed: facts.isClosed || isDecided(facts.state),
})

const heldBy = ({ takenCents, excessCents }: store.DisputeRow) => ({ taken: takenCents, excess: excessCents })

const leftOf = async (tx: Transaction, paymentReference: string): Promise<Cents> =>
  (await lockCharge(tx, paymentReference))?.leftCents ?? ZERO

type Now = { id: string; state: DisputeState; evidenceDueAt: Date | null; isClosed: boolean; takenAt: Date }

/** Records what moves in the charge, the journal and the books, and what the dispute holds afterwards. */
async function carryOut(
  deps: Deps,
  tx: Transaction,
  payment: ChargedPayment,
  now: Now,
  { moves, hold }: DisputePlan,
): Promise<void> {
  const { id } = now
  const at = deps.clock.now()
  for (const { step, amount, excess } of moves) {
    await moveDisputed(tx, payment.chargeId, step, amount)
    await postDispute(tx, deps.clock, { ...payment, sourceId: id, amount, excess, step })
    if (step === 'lose') await writeOff(deps, tx, payment, amount, 'Lost to a dispute with the bank')
    if (step === 'recover')
      await writeOff(deps, tx, payment, negate(amount), 'The bank returned what a dispute had lost')
  }
  await store.saveDispute(tx, { ...now, ...hold, at, isTakenAgain: takesAgain(moves) })
}

async function writeOff(
  deps: Deps,
  tx: Transaction,
  { campaignId, pledgeId }: ChargedPayment,
  amount: Cents,
  reason: string,
): Promise<void> {
  if (amount === 0) return
  const at = deps.clock.now()
  await store.writeOff(tx, { id: newId(deps.clock), campaignId, pledgeId, amount, reason, at })
}

/** Money returned to the charge: other disputes of it take what they could not take before (R66). */
async function fillOthers(
  deps: Deps,
  tx: Transaction,
  payment: ChargedPayment,
  { reference, disputeId }: { reference: string; disputeId: string },
): Promise<void> {
  for (const other of await store.disputesWithExcess(tx, payment.chargeId, disputeId)) {
    const held = heldBy(other)
    const given = {
      to: other.state,
      due: add(held.taken, held.excess),
      held,
      left: await leftOf(tx, reference),
    }
    await carryOut(
      deps,
      tx,
      payment,
      { ...other, isClosed: other.closedAt !== null, takenAt: deps.clock.now() },
      planDispute([], given),
    )
  }
}
