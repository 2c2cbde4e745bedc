import { INSTRUMENT_RULES, isSameNumber, paidWith } from '#domain/billing/instruments.ts'
import { DomainError, invalidField, notFound } from '#domain/errors.ts'
import { type Cents, cents, formatUsd, minimum, subtract, toDecimal } from '#domain/money.ts'
import { ownPledge } from '#domain/people/representative.ts'
import { dateIn, latestDay, latestDayIn, startOfDay } from '#domain/places/zone.ts'
import type { FoundInvoice } from '#domain/schemas/payment.ts'
import type { Payment, PaymentForm } from '#domain/schemas/settlement.ts'
import { type Access, accessWith, demandRepresentative } from '#server/accounts/access/index.ts'
import { dayInWords } from '#server/messaging/mails/index.ts'
import { notify, receiptFacts, settleIfPaid } from '#server/money/charges/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { addPaid, lockInvoice, type OpenInvoice } from '#server/money/invoices/index.ts'
import { postCollection, postOverpayment } from '#server/money/ledger/index.ts'
import { audit, auditNames } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import type { Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import * as store from './store.ts'

/** Where a payment is when it is posted: one moved from another invoice may already be deposited. */
type Posting = Pick<store.NewPayment, 'state' | 'movedFrom'>
const ARRIVED: Posting = { state: 'received', movedFrom: null }

/**
 * A check or cash received, in full or in part. It is held in `undeposited`; an overpayment is the supporter's
 * credit, without commission. No one records a payment for their own pledge.
 */
export async function postPayment(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  campaignId: string,
  form: PaymentForm,
  posting: Posting = ARRIVED,
): Promise<Payment> {
  const access = await accessWith(tx, actor, campaignId, 'canSettle')
  const invoice = await invoiceToPay(tx, actor, campaignId, form)
  const now = deps.clock.now()
  refuseFuture('receivedOn', form.receivedOn, [access.timeZone], now)
  // One that is moved keeps the day that was checked when it was posted.
  if (posting.movedFrom === null)
    refuseBefore('receivedOn', form.receivedOn, {
      day: dateIn(access.timeZone, invoice.pledgedAt),
      what: 'the pledge was made',
    })
  if (!form.isAnother) await refuseRepeated(tx, actor, { ...form, ...access, number: invoice.number })
  const applied = minimum(form.amount, invoice.openCents)
  const overpaid = subtract(form.amount, applied)
  const payment = {
    ...form,
    ...posting,
    id: newId(deps.clock),
    campaignId,
    pledgeId: invoice.pledgeId,
    overpaid,
    recordedBy: actor.userId,
    createdAt: now,
  }
  await store.insertPayment(tx, payment)
  await addPaid(tx, invoice.id, applied)
  await post(deps, tx, { access, invoice, payment, applied })
  await settleIfPaid(tx, [invoice.pledgeId])
  const facts = await receiptFacts(tx, { ...payment, chargeId: null })
  const about = { ...payment, chargeId: payment.id, moneyMode: access.moneyMode }
  const news = {
    kind: 'receipt' as const,
    method: paidWith(form.method, form.reference),
    paidOn: startOfDay(facts.timeZone, form.receivedOn),
    ...(overpaid > 0 && { overpaid: formatUsd(overpaid) }),
  }
  await notify(deps, tx, [{ ...about, pledgerId: invoice.pledgerId, amountCents: applied, facts, news }])
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
    state: posting.state,
    createdAt: now.toISOString(),
  }
}

type ToPay = OpenInvoice & { openCents: Cents }

/** Locked until the transaction ends. @throws a 404, a 403 for one's own pledge, a 409 if nothing is due. */
async function invoiceToPay(
  tx: Transaction,
  actor: Actor,
  campaignId: string,
  { invoiceId, method }: Pick<PaymentForm, 'invoiceId' | 'method'>,
): Promise<ToPay> {
  const invoice = await lockInvoice(tx, campaignId, invoiceId)
  if (!invoice) throw notFound('Invoice')
  if (invoice.pledgerId === actor.userId) throw new DomainError('forbidden', ownPledge('record the payment'))
  if (invoice.state === 'open')
    return { ...invoice, openCents: subtract(invoice.amountCents, invoice.paidCents) }
  throw new DomainError(
    'conflict',
    invoice.cardPayment === 'under_way'
      ? `A card payment for ${invoice.number} is being processed. Post the ${method} when it has gone through or failed, usually within 20 minutes. If it goes through, return the ${method}.`
      : `Invoice ${invoice.number} is ${invoice.state === 'paid' || invoice.cardPayment === 'paid' ? 'already paid' : 'void'}`,
  )
}

type Posted = { access: Access; invoice: ToPay; payment: store.NewPayment; applied: Cents }

/** Posts what is due as collected, and the rest as the supporter's credit. */
async function post(
  { clock }: Deps,
  tx: Transaction,
  { access, invoice, payment, applied }: Posted,
): Promise<void> {
  const { campaignId, pledgeId, overpaid, method } = payment
  const source = {
    campaignId,
    pledgeId,
    sourceId: payment.id,
    moneyMode: access.moneyMode,
    into: payment.state === 'deposited' ? ('cash' as const) : ('undeposited' as const),
  }
  await postCollection(tx, clock, {
    ...source,
    kind: 'payment',
    amount: applied,
    description: `${INSTRUMENT_RULES[method].name} for ${invoice.number}`,
    commissionBasisPoints: access.commissionBasisPoints,
  })
  if (overpaid > 0)
    await postOverpayment(tx, clock, { ...source, amount: overpaid, description: `Above ${invoice.number}` })
}

type Repeated = Pick<PaymentForm, 'invoiceId' | 'method' | 'reference'> & {
  number: string
  timeZone: string
}

/** The same check in the hands of two people. Under the invoice's lock, so that one of two people at the same moment is asked. */
async function refuseRepeated(
  tx: Transaction,
  actor: Actor,
  { invoiceId, method, reference, number, timeZone }: Repeated,
): Promise<void> {
  if (reference === null) return
  const current = await store.currentPayments(tx, { invoiceId, method })
  // One person may post a check in parts; two people do not know of each other.
  const same = current.find(
    (payment) => payment.recordedBy !== actor.userId && isSameNumber(payment.reference, reference),
  )
  if (!same) return
  const { hasNumber, name, numberLabel } = INSTRUMENT_RULES[method]
  const what = hasNumber
    ? `${name} ${same.reference}`
    : `${name} with ${numberLabel.toLowerCase()} ${same.reference}`
  const on = dayInWords(dateIn(timeZone, same.createdAt))
  throw new DomainError(
    'already_posted',
    `${what} of ${formatUsd(cents(same.amountCents))} for ${number} was already posted by ${same.postedBy} on ${on}. Post another one?`,
  )
}

/** Finds the invoice that a check is for: with names, and each view logged. */
export function searchInvoices(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  search: string,
): Promise<FoundInvoice[]> {
  return transact(async (tx) => {
    await demandRepresentative(tx, actor)
    const found = await store.findOpenInvoices(tx, search, actor.userId)
    await auditNames(tx, deps.clock, actor.userId, found)
    return found
  })
}

/** By the campaign's day, as in the books (R37): otherwise a statement and the journal could name two years. */
export function refuseFuture(field: string, day: string, timeZones: readonly string[], now: Date): void {
  // One slip may be of several campaigns: what is today for one of them is a day that has begun.
  const today = latestDayIn(timeZones, now) ?? ''
  if (day <= today) return
  throw invalidField(
    field,
    day > latestDay(now)
      ? 'That day is in the future'
      : `It is still ${dayInWords(today)} in the campaign’s time zone: enter that day`,
  )
}

/** In January, most of these are the year before, typed out of habit. `what`: "the pledge was made". */
export function refuseBefore(field: string, day: string, earliest: { day: string; what: string }): void {
  if (day >= earliest.day) return
  throw invalidField(
    field,
    `That is before ${earliest.what}, on ${dayInWords(earliest.day)}. Check the month and the year`,
  )
}
