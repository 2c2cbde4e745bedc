import {
  type DisputePlan,
  type DisputeState,
  disputeSteps,
  planDispute,
  reopens,
  takesAgain,
} from '#domain/billing/dispute.ts'
import { type Cents, formatUsd, minimum, negate, ZERO } from '#domain/money.ts'
import { mailRepresentatives } from '#server/accounts/users/index.ts'
import { type DisputeNews, disputeMail } from '#server/messaging/mails/index.ts'
import { endMandateOf } from '#server/money/bank-accounts/index.ts'
import { type ChargedPayment, lockCharge, moveDisputed } from '#server/money/charges/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { amountOfException, closeException, openException } from '#server/money/exceptions/index.ts'
import { postDispute } from '#server/money/ledger/index.ts'
import type { DisputeFacts } from '#server/money/providers/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { askAboutNotOwed, stopRefunds, withdrawNotOwed, writeOff } from './refunds.ts'
import * as store from './store.ts'
import { isUndecided } from './store.ts'

/**
 * Records a dispute's current state at the card provider, no matter what we knew before. Once per state: a repeated or
 * late report changes nothing.
 */
export async function recordDispute(deps: Deps, campaignId: string, given: DisputeFacts): Promise<void> {
  const known = await store.stateOf(deps.db, given.reference)
  const facts = reopens(known, given.state) ? await lookAgain(deps, given) : given
  await deps.db.transaction((tx) => recordIn(deps, tx, facts, known), { campaignId, mode: 'shared' })
}

/** What we know may be newer than a report that opens a dispute again: looked up after that, it is not. */
const lookAgain = async ({ cards: { events } }: Deps, given: DisputeFacts): Promise<DisputeFacts> =>
  (await events?.dispute(given.reference)) ?? given

async function recordIn(
  deps: Deps,
  tx: Transaction,
  facts: DisputeFacts,
  known: DisputeState | 'new',
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
  const { id, amountCents, takenCents: taken } = dispute
  const due = state === 'lost' ? minimum(facts.keptAmount ?? amountCents, amountCents) : amountCents
  if (steps.includes('take') || steps.includes('lose')) await stopRefunds(deps, tx, payment)
  const left = (await lockCharge(tx, paymentReference))?.leftCents ?? ZERO
  const plan = planDispute(steps, { to: state, due, taken, left })
  const now = { id, state, evidenceDueAt, isClosed: isClosed || isDecided(state) }
  await carryOut(deps, tx, payment, { ...now, takenAt: madeAt(deps, facts.takenAt) }, plan)
  await openExceptionAboveLimit(deps, tx, payment, { id, reference: facts.reference, above: plan.above })
  campaignChanged(tx, deps, payment.campaignId)
  const news = newsOf(before, facts, plan)
  if (news === null) return
  if (payment.bankAccountId !== null && state === 'lost' && from !== 'lost')
    await endMandateOf(deps, tx, payment.bankAccountId, 'debit_unauthorized')
  await withdrawNotOwed(deps, tx, payment.chargeId)
  // Also of a dispute that is lost in part, and of money that an earlier one gave back while this one was open.
  await askAboutNotOwed(deps, tx, payment, facts.reference)
  await notify(deps, tx, payment, facts, {
    disputeId: id,
    before: before?.state ?? null,
    taken: plan.taken,
    news,
  })
}

/** What a lost dispute took that had left the charge before: a person explains it. Another amount is asked about again. */
async function openExceptionAboveLimit(
  deps: Deps,
  tx: Transaction,
  { campaignId, pledgeId }: ChargedPayment,
  { id, reference, above }: { id: string; reference: string; above: Cents },
): Promise<void> {
  const key = `dispute_above_charge:${id}`
  if ((await amountOfException(tx, key)) === above) return
  await closeException(deps, tx, key, 'The bank gave it back', { mayReopen: true })
  if (above <= 0) return
  await openException(deps, tx, {
    kind: 'dispute_above_charge',
    subject: 'dispute',
    subjectId: id,
    campaignId,
    pledgeId,
    key,
    reference,
    amount: above,
    happened: `A bank took back a charge of which ${formatUsd(above)} had been refunded before.`,
  })
}

/** The card provider's moment, if it says one: we may learn of it later, and never earlier. */
const madeAt = ({ clock }: Pick<Deps, 'clock'>, at: Date | undefined): Date => {
  const now = clock.now()
  return at && at < now ? at : now
}

const isDecided = (state: DisputeState | 'new'): boolean => state === 'won' || state === 'lost'

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

/**
 * The card provider does not refund disputed money, so a refund made there means that the dispute has been won. We look
 * it up, so that the money is returned to the charge before its refund is recorded.
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

type ToStop = {
  id: string
  campaignId: string
  chargeId: string
  payment: string
  from: 'sent' | 'paid'
  /** The provider says that a dispute stopped it. */
  isDisputed: boolean
}

/**
 * A refund of a charge that a bank decides about failed: by the dispute, of which we may not know yet, or otherwise. It is not
 * due by hand, as long as the bank may give the money back itself. False if no dispute explains it.
 */
export async function stopRefund(deps: Deps, given: ToStop): Promise<boolean> {
  const { id, campaignId, chargeId, payment, from, isDisputed } = given
  const disputes = (isDisputed && (await deps.cards.events?.disputesOf(payment))) || []
  const isStopped = await deps.db.transaction(async (tx) => {
    const charge = await lockCharge(tx, payment)
    const isTaken = disputes.some(({ state }) => state === 'open' || state === 'lost')
    if (!charge || !(isTaken || (await isUndecided(tx, chargeId)))) return false
    return stopRefunds(deps, tx, charge, { id, from })
  })
  for (const facts of isStopped ? disputes : []) await recordDispute(deps, campaignId, facts)
  if (isStopped)
    await deps.db.transaction(async (tx) => {
      const charge = await lockCharge(tx, payment)
      if (charge) await askAboutNotOwed(deps, tx, charge, null)
    })
  return isStopped
}

const newDispute = (deps: Deps, payment: ChargedPayment, facts: DisputeFacts): store.NewDispute => ({
  id: newId(deps.clock),
  campaignId: payment.campaignId,
  pledgeId: payment.pledgeId,
  chargeId: payment.chargeId,
  reference: facts.reference,
  amount: facts.amount,
  reason: facts.reason,
  state: facts.state,
  evidenceDueAt: facts.evidenceDueAt,
  at: deps.clock.now(),
  openedAt: madeAt(deps, facts.openedAt),
  isClosed: facts.isClosed || isDecided(facts.state),
})

type Now = { id: string; state: DisputeState; evidenceDueAt: Date | null; isClosed: boolean; takenAt: Date }

/** Records what moves in the charge, the journal and the books, and what the dispute holds afterwards. */
async function carryOut(
  deps: Deps,
  tx: Transaction,
  payment: ChargedPayment,
  now: Now,
  { moves, taken }: DisputePlan,
): Promise<void> {
  for (const { step, amount } of moves) {
    await moveDisputed(tx, payment.chargeId, step, amount)
    await postDispute(tx, deps.clock, { ...payment, sourceId: now.id, amount, step })
    const reason =
      step === 'lose' ? 'Lost to a dispute with the bank' : 'The bank returned what a dispute had lost'
    if (step === 'lose') await writeOff(deps, tx, payment, { amount, reason })
    if (step === 'recover') await writeOff(deps, tx, payment, { amount: negate(amount), reason })
  }
  await store.saveDispute(tx, { ...now, taken, at: deps.clock.now(), isTakenAgain: takesAgain(moves) })
}

type News = {
  disputeId: string
  before: DisputeState | null
  taken: Cents
  news: DisputeNews['state']
}

const shown = (amount: Cents): string | null => (amount > 0 ? formatUsd(amount) : null)

/** Notifies those who can answer the bank of the deadline; the charge shows it later. */
async function notify(
  deps: Deps,
  tx: Transaction,
  payment: ChargedPayment,
  facts: DisputeFacts,
  { disputeId, before, news, taken }: News,
): Promise<void> {
  const { campaignId, chargeId, pledgeId } = payment
  await audit(tx, deps.clock, {
    actorId: null,
    action: `dispute.${news}`,
    subject: 'charge',
    subjectId: chargeId,
    campaignId,
    ...(before ? { before: { state: before } } : {}),
    after: { state: facts.state, amountCents: facts.amount, reason: facts.reason },
  })
  const mail = disputeMail({
    ...payment,
    state: news,
    reason: facts.reason,
    evidenceDueAt: facts.evidenceDueAt,
    amount: formatUsd(facts.amount),
    taken: shown(taken),
    kept: facts.state === 'lost' && taken < facts.amount ? formatUsd(taken) : null,
    isTest: payment.moneyMode === 'sandbox',
    pledgeUrl: `${deps.config.appUrl}/pledges/${pledgeId}`,
  })
  // A decided dispute may be decided again.
  const again = before === 'won' || before === 'lost' ? `:${deps.clock.now().toISOString()}` : ''
  const until = news === 'new_deadline' ? `:${facts.evidenceDueAt?.toISOString()}` : again
  const idempotencyKey = `dispute:${disputeId}:${news}${until}`
  await mailRepresentatives(tx, deps.clock, {
    ...mail,
    kind: 'dispute',
    idempotencyKey,
    campaignId,
    pledgeId,
  })
}
