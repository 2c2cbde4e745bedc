/** What the card provider says about refunds: ours, and those made in its dashboard. */
import { failedRefundKey } from '#domain/billing/exception.ts'
import { type Cents, formatUsd, minimum, subtract } from '#domain/money.ts'
import { mailRepresentatives } from '#server/accounts/users/index.ts'
import { outsideRefundMail, queueMail, refundMail } from '#server/messaging/mails/index.ts'
import {
  type ChargedPayment,
  chargeOfPayment,
  lockCharge,
  receiptFacts,
  reserveRefunds,
} from '#server/money/charges/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { refreshDisputes, stopRefund } from '#server/money/disputes/index.ts'
import { closeException, exceptionAbout, openException } from '#server/money/exceptions/index.ts'
import { postManualRefund, postRefund, postRefundFailed } from '#server/money/ledger/index.ts'
import type { RefundFacts, RefundOutcome } from '#server/money/providers/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { pledgeLink } from '#server/season/pledges/links/index.ts'
import * as store from './store.ts'

/** Why money is refunded, and how the journal describes it. */
export const CAUSES = {
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
// Not a representative's own words: an organization reads the journal.
const byCardOf = (reason: string): string =>
  Object.values(CAUSES).find((cause) => cause.reason === reason)?.byCard ??
  'Refunded to the card by a representative'

/** The day of a refund counts, and not the day its answer came; the card provider's clock is not ours. */
const earlier = (one: Date, other: Date): Date => (one < other ? one : other)

/** All refunds of a payment, oldest first: as they happened. */
export async function learnRefunds(
  deps: Deps,
  charge: ChargedPayment,
  refunds: readonly RefundFacts[],
  paymentReference: string,
): Promise<void> {
  for (const facts of [...refunds].reverse()) await learnRefund(deps, charge, facts, paymentReference)
}

/** Refunds made there without us are recorded before ours fails: one of them may be what ours was to be. */
export async function learnWhatWasRefunded(deps: Deps, paymentReference: string): Promise<void> {
  const { events } = deps.cards
  const charge = events && (await chargeOfPayment(deps.db, paymentReference))
  if (charge) await learnRefunds(deps, charge, await events.refunds(paymentReference), paymentReference)
}

const AT_PROVIDER = 'Refunded to the card at the card provider'

const aboveKey = (reference: string): string => `refund_above_charge:${reference}`

async function learnRefund(
  deps: Deps,
  charge: ChargedPayment,
  facts: RefundFacts,
  paymentReference: string,
): Promise<void> {
  const known = await store.findRefunds(deps.db, { ...facts, chargeId: charge.chargeId })
  const sent = known.find(({ state }) => state === 'sent')
  if (sent) return recordAnswer(deps, sent, { ...facts, madeAt: facts.createdAt })
  const made = known.filter(({ refundReference }) => refundReference === facts.reference)
  if (facts.outcome === 'succeeded') {
    if (made.length === 0) await recordOutsideRefund(deps, charge, facts, paymentReference)
    return
  }
  await deps.db.transaction((tx) =>
    closeException(deps, tx, aboveKey(facts.reference), 'The bank returned the refund'),
  )
  for (const one of made) if (one.state === 'paid') await recordFailure(deps, one, { ...facts, from: 'paid' })
}

/** Once for each refund: the answer to ours. */
export async function recordAnswer(
  deps: Deps,
  refund: store.CardRefund,
  answer: RefundOutcome,
): Promise<void> {
  if (answer.outcome !== 'succeeded') return recordFailure(deps, refund, { ...answer, from: 'sent' })
  const now = deps.clock.now()
  const { reference, madeAt = now } = answer
  const isRecorded = await deps.db.transaction(async (tx) => {
    if (!(await store.markPaid(tx, refund.id, { reference, at: earlier(madeAt, now) }))) return false
    await postPaid(deps, tx, { ...refund, wasBooked: false })
    await notifySupporter(deps, tx, { ...refund, isOwed: false })
    campaignChanged(tx, deps, refund.campaignId)
    return true
  })
  // Another refund of as much, made there, was taken for it in the meantime: this one went out, too.
  if (!isRecorded) await learnWhatWasRefunded(deps, refund.reference)
}

type Paid = Omit<store.CardRefund, 'reference' | 'chargeId'> & { wasBooked: boolean; description?: string }

function postPaid(deps: Deps, tx: Transaction, { wasBooked, id, amountCents: amount, ...refund }: Paid) {
  const source = { description: byCardOf(refund.reason), ...refund, sourceId: id, amount }
  return wasBooked
    ? postManualRefund(tx, deps.clock, { ...source, of: 'refund', from: 'card_clearing' })
    : postRefund(tx, deps.clock, { ...source, from: 'card_clearing' })
}

type Failure = { from: 'sent' | 'paid'; reference: string | null; outcome: string; answer?: string }

/**
 * The card did not take it, or its bank returned it. One that a dispute stopped is not owed until the bank has decided;
 * any other is due by hand, until a person has decided how it goes back.
 */
async function recordFailure(deps: Deps, refund: store.CardRefund, failure: Failure): Promise<void> {
  const { campaignId, pledgeId, chargeId, amountCents: amount, reference: payment } = refund
  const isDisputed = failure.outcome === 'disputed'
  if (await stopRefund(deps, { ...refund, payment, from: failure.from, isDisputed })) return
  await deps.db.transaction(async (tx) => {
    if (!(await store.markFailed(tx, refund.id, failure))) return
    const id = newId(deps.clock)
    await store.insertSuccessor(tx, { id, ofId: refund.id, byHand: true })
    const wasPaid = failure.from === 'paid'
    const description = 'The card did not take a refund: it is due by hand'
    if (wasPaid)
      await postRefundFailed(tx, deps.clock, { ...refund, sourceId: refund.id, amount, description })
    else
      await postRefund(tx, deps.clock, {
        ...refund,
        sourceId: id,
        amount,
        description,
        from: 'refunds_owed',
      })
    await openException(deps, tx, {
      kind: 'refund_failed',
      subject: 'refund',
      subjectId: id,
      campaignId,
      pledgeId,
      amount,
      key: failedRefundKey(id),
      reference: failure.reference ?? payment,
      answer: failure.answer ?? null,
      happened: wasPaid
        ? `The bank returned a refund of ${formatUsd(amount)}.`
        : `A refund of ${formatUsd(amount)} did not reach the card.`,
    })
    await audit(tx, deps.clock, {
      actorId: null,
      action: 'refund.failed',
      subject: 'refund',
      subjectId: refund.id,
      campaignId,
      after: { amountCents: amount, chargeId },
    })
    campaignChanged(tx, deps, campaignId)
  })
}

/**
 * A refund made in the card provider’s dashboard is one that was due if it is of as much, or more than was left; otherwise it
 * is a goodwill refund, which no correction pays again. What nothing explains, a person does.
 */
async function recordOutsideRefund(
  deps: Deps,
  { campaignId, chargeId }: ChargedPayment,
  { reference, amount, createdAt }: RefundFacts,
  paymentReference: string,
): Promise<void> {
  await refreshDisputes(deps, { chargeId, campaignId })
  await deps.db.transaction(
    async (tx) => {
      const charge = await lockCharge(tx, paymentReference)
      if (!charge) throw new Error('a refund without its charge')
      const { pledgeId, leftCents } = charge
      const known = await store.findRefunds(tx, { chargeId, idempotencyKey: null, reference })
      const key = aboveKey(reference)
      if (known.length > 0 || (await exceptionAbout(tx, key)) !== 'none') return
      const now = deps.clock.now()
      const made = { campaignId, pledgeId, chargeId, reference, madeAt: earlier(createdAt, now) }
      let rest = amount
      for (;;) {
        const due = rest > 0 && (await store.takeOver(tx, { ...made, amount: rest, left: leftCents }))
        if (!due) break
        await postPaid(deps, tx, { ...charge, ...due, description: AT_PROVIDER })
        await closeException(deps, tx, failedRefundKey(due.id), 'Refunded at the card provider')
        await notifyOfRefund(deps, tx, charge, { ...due, amount: due.amountCents })
        rest = subtract(rest, due.amountCents)
      }
      const refunded = minimum(rest, leftCents)
      const excess = subtract(rest, refunded)
      if (refunded > 0) {
        const id = newId(deps.clock)
        const reason = 'Refunded on request'
        await store.insertOutsideRefund(tx, { ...made, amount: refunded, id, at: now, reason })
        await reserveRefunds(tx, [{ chargeId, amount: refunded }])
        const paid = { id, reason, amountCents: refunded, wasBooked: false, description: AT_PROVIDER }
        await postPaid(deps, tx, { ...charge, ...paid })
        await notifyOfRefund(deps, tx, charge, { id, reason, amount: refunded })
      }
      if (excess > 0)
        await openException(deps, tx, {
          kind: 'refund_above_charge',
          subject: 'charge',
          subjectId: chargeId,
          campaignId,
          pledgeId,
          key,
          reference,
          amount: excess,
          happened: `Someone refunded ${formatUsd(amount)} in the card provider’s dashboard, ${formatUsd(excess)} more than was left of the charge.`,
        })
      campaignChanged(tx, deps, campaignId)
    },
    { campaignId, mode: 'shared' },
  )
}

type Made = { id: string; amount: Parameters<typeof formatUsd>[0]; reason: string }

/** The supporter gets a refund that none of us made: both are mailed. */
async function notifyOfRefund(
  deps: Deps,
  tx: Transaction,
  charge: ChargedPayment,
  { id, amount, reason }: Made,
) {
  const { campaignId, pledgeId } = charge
  await notifySupporter(deps, tx, { ...charge, id, amountCents: amount, reason, isOwed: false })
  await audit(tx, deps.clock, {
    actorId: null,
    action: 'refund.outside',
    subject: 'refund',
    subjectId: id,
    campaignId,
    after: { amountCents: amount },
  })
  await mailRepresentatives(tx, deps.clock, {
    ...outsideRefundMail({
      ...charge,
      amount: formatUsd(amount),
      isTest: charge.moneyMode === 'sandbox',
      pledgeUrl: `${deps.config.appUrl}/pledges/${pledgeId}`,
    }),
    kind: 'refund',
    idempotencyKey: `refund.outside:${id}`,
    campaignId,
    pledgeId,
  })
  campaignChanged(tx, deps, campaignId)
}

type Notification = {
  id: string
  campaignId: string
  pledgeId: string
  chargeId: string | null
  amountCents: Cents
  reason: string
  moneyMode: 'live' | 'sandbox'
  isOwed: boolean
}

/** Notifies the supporter of a refund: how much, why and where to; once for each refund, at a verified address. */
export async function notifySupporter(deps: Deps, tx: Transaction, refund: Notification): Promise<void> {
  const { id, campaignId, pledgeId, isOwed } = refund
  const facts = await receiptFacts(tx, refund)
  if (!facts.email) return
  const mail = refundMail({
    ...facts,
    amount: formatUsd(refund.amountCents),
    reason: refund.reason,
    isOwed,
    isTest: refund.moneyMode === 'sandbox',
    pledgeUrl: await pledgeLink(deps, tx, refund),
  })
  const idempotencyKey = `refund:${id}`
  await queueMail(tx, deps.clock, {
    kind: 'refund',
    idempotencyKey,
    to: facts.email,
    ...mail,
    userId: facts.pledgerId,
    campaignId,
    pledgeId,
  })
}
