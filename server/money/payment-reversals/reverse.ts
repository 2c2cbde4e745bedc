/**
 * A check that bounced, or a payment posted to the wrong invoice: a reversal with a reason reopens its invoice, whether
 * or not it was deposited.
 */

import { INSTRUMENT_RULES } from '#domain/billing/instruments.ts'
import { DomainError, invalidField, notFound } from '#domain/errors.ts'
import { type Cents, formatUsd, subtract, sum } from '#domain/money.ts'
import { ownPledge } from '#domain/people/representative.ts'
import { latestDay } from '#domain/places/zone.ts'
import type { PostedPayment, TakeBackForm } from '#domain/schemas/payment.ts'
import { type Access, accessWith } from '#server/accounts/access/index.ts'
import { paymentReversedMail, queueMail } from '#server/messaging/mails/index.ts'
import { receiptFacts, settleIfPaid } from '#server/money/charges/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { openException } from '#server/money/exceptions/index.ts'
import { lockInvoice, lowerInvoices, placeOfInvoice, reopenInvoice } from '#server/money/invoices/index.ts'
import { postPaymentReversed, postRefundReversed } from '#server/money/ledger/index.ts'
import { postedPayment, postPayment } from '#server/money/payments/index.ts'
import { setOff, withdrawRefunds } from '#server/money/refunds/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import type { Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { pledgeLink } from '#server/season/pledges/links/index.ts'
import { type HeldPayment, lockPayment, markReversed } from './store.ts'

const REASONS = { bounced: 'The check bounced', posted_wrongly: 'Posted by mistake' } as const

/** Checked before anything is written. @throws a 409 with the reason, a 400 for the day. */
function refuse(payment: HeldPayment, form: TakeBackForm, actor: Actor, today: string): void {
  if (payment.pledgerId === actor.userId) throw new DomainError('forbidden', ownPledge())
  if (payment.state === 'reversed') throw new DomainError('conflict', 'It was already reversed')
  if (form.why === 'bounced' && !INSTRUMENT_RULES[payment.method].canBounce)
    throw new DomainError('conflict', 'Cash does not bounce. Was it posted by mistake?')
  if (form.why === 'posted_wrongly') refuseWrong(payment, form)
  else if (form.invoiceId) throw invalidField('invoiceId', 'A bounced check cannot pay another invoice')
  if (form.on > today) throw invalidField('on', 'That day is in the future')
  if (form.on < payment.receivedOn) throw invalidField('on', 'That is before it was received')
}

/** A deposited payment needs a note, which the journal keeps. */
function refuseWrong(payment: HeldPayment, { note, invoiceId }: TakeBackForm): void {
  if (payment.goneCents > 0)
    throw new DomainError('conflict', 'Part of it was refunded, so it cannot be moved')
  if (invoiceId === payment.invoiceId) throw invalidField('invoiceId', 'It is already posted to that invoice')
  if (payment.state === 'deposited' && note === null)
    throw invalidField('note', 'It is in the bank: enter what was wrong')
}

export function reversePayment(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  { campaignId, paymentId }: { campaignId: string; paymentId: string },
  form: TakeBackForm,
): Promise<PostedPayment> {
  // Not while a settlement is reading how much of it can be refunded.
  return transact(
    async (tx) => {
      const access = await accessWith(tx, actor, campaignId, 'canSettle')
      const payment = await lockPayment(tx, campaignId, paymentId)
      if (!payment) throw notFound('Payment')
      refuse(payment, form, actor, latestDay(deps.clock.now()))
      // Locked before the books, in the same order as when a payment is posted.
      await lockInvoice(tx, campaignId, payment.invoiceId)
      const { pledgeId, amountCents: amount, overpaidCents: overpaid } = payment
      const reason = [REASONS[form.why], form.note].filter(Boolean).join(': ')
      const applied = subtract(amount, overpaid)
      const dropped = await withdraw(deps, tx, access, { ...payment, why: form.why })
      await markReversed(tx, paymentId, { on: form.on, by: actor.userId, reason: form.why, note: reason })
      await reopenInvoice(tx, payment.invoiceId, applied)
      await lower(deps, tx, payment)
      await postPaymentReversed(tx, deps.clock, {
        campaignId,
        pledgeId,
        sourceId: paymentId,
        moneyMode: access.moneyMode,
        applied,
        overpaid,
        commissionBasisPoints: access.commissionBasisPoints,
        from: payment.state === 'deposited' ? 'cash' : 'undeposited',
        description: [`${REASONS[form.why]}: ${payment.invoiceNumber}`, form.note].filter(Boolean).join(', '),
      })
      // Refunds owed on the pledge's other payments are deducted from its reopened invoice.
      const offset = await setOff(deps, tx, { campaignId, pledgeId, notifiesItself: true })
      await notify(deps, tx, { access, payment, why: form.why, dropped, offset })
      if (payment.goneCents > 0) await openGone(deps, tx, payment)
      if (form.invoiceId) await move(deps, tx, actor, { access, payment, ...form, invoiceId: form.invoiceId })
      await audit(tx, deps.clock, {
        actorId: actor.userId,
        action: 'payment.take_back',
        subject: 'payment',
        subjectId: paymentId,
        campaignId,
        after: { amount: formatUsd(amount), reason, dropped, offset },
      })
      campaignChanged(tx, deps, campaignId)
      const after = await postedPayment(tx, paymentId)
      if (!after) throw notFound('Payment')
      return after
    },
    { campaignId, mode: 'shared' },
  )
}

/** The payment was never money, so its refunds are undone. Returns what was owed and is not anymore. */
async function withdraw(
  { clock }: Deps,
  tx: Transaction,
  { moneyMode, commissionBasisPoints }: Access,
  { id, campaignId, pledgeId, invoiceNumber, why }: HeldPayment & { why: TakeBackForm['why'] },
): Promise<Cents> {
  const refunds = await withdrawRefunds(tx, id)
  for (const refund of refunds) {
    const [from, what] = refund.wasMade
      ? (['supporter_credit', 'was refunded'] as const)
      : (['refunds_owed', 'is not owed anymore'] as const)
    await postRefundReversed(tx, clock, {
      campaignId,
      pledgeId,
      sourceId: refund.id,
      amount: refund.amountCents,
      isWhole: true,
      moneyMode,
      commissionBasisPoints,
      from,
      description: `${REASONS[why]}: a refund of ${invoiceNumber} ${what}`,
    })
  }
  return sum(refunds.filter(({ wasMade }) => !wasMade).map(({ amountCents }) => amountCents))
}

/** Money of it went back by hand that never came in: the supporter's credit is negative until people decide. */
const openGone = (
  deps: Deps,
  tx: Transaction,
  { id, campaignId, pledgeId, goneCents: amount, invoiceNumber }: HeldPayment,
): Promise<void> =>
  openException(deps, tx, {
    kind: 'bounced_after_refund',
    key: `bounced_after_refund:${id}`,
    reference: null,
    amount,
    campaignId,
    pledgeId,
    subject: 'payment',
    subjectId: id,
    happened: `A check for ${invoiceNumber} bounced after ${formatUsd(amount)} of it was refunded by hand.`,
  })

/** Lowers its invoice by its refunds, to what is due. */
async function lower(
  { clock }: Deps,
  tx: Transaction,
  { invoiceId, pledgeId, refundedCents }: HeldPayment,
): Promise<void> {
  if (refundedCents === 0) return
  await lowerInvoices(tx, [{ id: invoiceId, by: refundedCents }], clock.now())
  await settleIfPaid(tx, [pledgeId])
}

type Moved = { access: Access; payment: HeldPayment; invoiceId: string; isAnother: boolean }

/** Posts it to the right invoice, maybe of another campaign; a deposited payment stays deposited. */
async function move(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  { access, payment, invoiceId, isAnother }: Moved,
): Promise<void> {
  const to = await placeOfInvoice(tx, invoiceId)
  if (!to) throw notFound('Invoice')
  if (to.moneyMode !== access.moneyMode)
    throw new DomainError('conflict', 'Test money and real money are never mixed')
  const { method, reference, receivedOn } = payment
  const form = { invoiceId, amount: payment.amountCents, method, reference, receivedOn, isAnother }
  const state = payment.state === 'deposited' ? 'deposited' : 'received'
  await postPayment(deps, tx, actor, to.campaignId, form, { state, movedFrom: payment.id })
}

type Notification = {
  access: Access
  payment: HeldPayment
  why: TakeBackForm['why']
  /** Refunds of it that were owed and are not anymore. */
  dropped: Cents
  /** Refunds that were owed and are set off against the open invoice. */
  offset: Cents
}
const orNull = (amount: Cents): string | null => (amount > 0 ? formatUsd(amount) : null)

/** Its receipt was mailed, so its supporter is notified that it is no longer valid, at a verified address. */
async function notify(
  deps: Deps,
  tx: Transaction,
  { access, payment, why, dropped, offset }: Notification,
): Promise<void> {
  const facts = await receiptFacts(tx, { ...payment, chargeId: null })
  const invoice = await lockInvoice(tx, payment.campaignId, payment.invoiceId)
  if (!(facts.email && invoice)) return
  const mail = paymentReversedMail({
    ...facts,
    why,
    method: payment.method,
    receivedOn: payment.receivedOn,
    number: payment.invoiceNumber,
    amount: formatUsd(payment.amountCents),
    open: orNull(subtract(invoice.amountCents, invoice.paidCents)),
    refundNotNeeded: orNull(dropped),
    setOff: orNull(offset),
    alreadyRefunded: orNull(payment.goneCents),
    isTest: access.moneyMode === 'sandbox',
    pledgeUrl: await pledgeLink(deps, tx, payment),
  })
  await queueMail(tx, deps.clock, {
    kind: 'payment_taken_back',
    idempotencyKey: `taken-back:${payment.id}`,
    to: facts.email,
    ...mail,
    userId: payment.pledgerId,
    campaignId: payment.campaignId,
    pledgeId: payment.pledgeId,
  })
}
