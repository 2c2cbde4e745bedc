import { DomainError, invalidField, notFound } from '#domain/errors.ts'
import { formatUsd, minimum, subtract, toDecimal } from '#domain/money.ts'
import type { Payment, PaymentForm } from '#domain/schemas/settlement.ts'
import { latestDay, startOfDay } from '#domain/zone.ts'
import { audit } from '#server/audit.ts'
import { accessWith } from '#server/campaigns/access.ts'
import { campaignChanged } from '#server/campaigns/changes.ts'
import { settleIfPaid } from '#server/charges/actions.pledge.ts'
import { receiptFacts } from '#server/charges/actions.ts'
import type { Transact, Transaction } from '#server/db/database.ts'
import type { Actor, Deps } from '#server/deps.ts'
import { newId } from '#server/ids.ts'
import { addPaid, lockInvoice } from '#server/invoices/actions.ts'
import { postCollection, postOverpayment } from '#server/journal/actions.ts'
import { queueMail } from '#server/mails/actions.ts'
import { receiptMail } from '#server/mails/templates.ts'
import { pledgeLink } from '#server/pledge-links/actions.ts'
import * as store from './store.ts'

export { paymentsOfDeposit } from './store.posting.ts'
export { paymentsOf, paymentsOfPledge, reservePaymentRefunds } from './store.ts'

/**
 * A check or cash that arrived, whole or in part (R36). It waits in `undeposited`; what is above the invoice is the
 * supporter's credit, without commission (R5). Nobody records a payment for their own pledge (R29).
 */
export function recordPayment(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  campaignId: string,
  form: PaymentForm,
): Promise<Payment> {
  return transact(async (tx) => {
    const access = await accessWith(tx, actor, campaignId, 'canSettle')
    const invoice = await lockInvoice(tx, campaignId, form.invoiceId)
    if (!invoice) throw notFound('Invoice')
    if (invoice.pledgerId === actor.userId)
      throw new DomainError('forbidden', 'This is your own pledge: someone else records the payment')
    if (invoice.state !== 'open')
      throw new DomainError(
        'conflict',
        `Invoice ${invoice.number} is ${invoice.state === 'paid' ? 'paid already' : 'void'}`,
      )
    const now = deps.clock.now()
    if (form.receivedOn > latestDay(now)) throw invalidField('receivedOn', 'That day is still to come')
    const applied = minimum(form.amount, subtract(invoice.amountCents, invoice.paidCents))
    const overpaid = subtract(form.amount, applied)
    const payment = {
      ...form,
      id: newId(deps.clock),
      campaignId,
      pledgeId: invoice.pledgeId,
      overpaid,
      recordedBy: actor.userId,
      createdAt: now,
    }
    await store.insertPayment(tx, payment)
    await addPaid(tx, invoice.id, applied)
    const source = {
      campaignId,
      pledgeId: invoice.pledgeId,
      sourceId: payment.id,
      moneyMode: access.moneyMode,
      into: 'undeposited' as const,
    }
    await postCollection(tx, deps.clock, {
      ...source,
      kind: 'payment',
      amount: applied,
      description: `${form.method === 'check' ? 'Check' : 'Cash'} for ${invoice.number}`,
      commissionBasisPoints: access.commissionBasisPoints,
    })
    if (overpaid > 0)
      await postOverpayment(tx, deps.clock, {
        ...source,
        amount: overpaid,
        description: `Above ${invoice.number}`,
      })
    await settleIfPaid(tx, invoice.pledgeId)
    await sendReceipt(deps, tx, { ...payment, pledgerId: invoice.pledgerId, moneyMode: access.moneyMode })
    await audit(tx, deps.clock, {
      actorId: actor.userId,
      action: 'payment.record',
      subject: 'payment',
      subjectId: payment.id,
      campaignId,
      after: { invoiceId: invoice.id, amount: toDecimal(form.amount), method: form.method },
    })
    campaignChanged(tx, deps, campaignId)
    return {
      id: payment.id,
      invoiceId: invoice.id,
      pledgeId: invoice.pledgeId,
      amount: toDecimal(form.amount),
      overpaid: toDecimal(overpaid),
      method: form.method,
      reference: form.reference,
      receivedOn: form.receivedOn,
      state: 'received',
      createdAt: now.toISOString(),
    }
  })
}

async function sendReceipt(
  deps: Deps,
  tx: Transaction,
  payment: store.NewPayment & { pledgerId: string; moneyMode: 'live' | 'sandbox' },
): Promise<void> {
  const facts = await receiptFacts(tx, { ...payment, chargeId: null })
  if (!facts.email) return
  const mail = receiptMail({
    ...facts,
    amount: formatUsd(subtract(payment.amount, payment.overpaid)),
    ...(payment.overpaid > 0 && { overpaid: formatUsd(payment.overpaid) }),
    paidOn: startOfDay(facts.timeZone, payment.receivedOn),
    method: payment.method,
    isTest: payment.moneyMode === 'sandbox',
    pledgeUrl: await pledgeLink(deps, tx, payment),
  })
  await queueMail(tx, deps.clock, {
    kind: 'receipt',
    once: `receipt:${payment.id}`,
    to: facts.email,
    ...mail,
    userId: payment.pledgerId,
    campaignId: payment.campaignId,
    pledgeId: payment.pledgeId,
  })
}
