/**
 * A refund that is owed is set off against an open invoice of the same pledge: the invoice is lowered by it, as if it had
 * been open when the correction was locked, and nothing is paid out (R5, R32).
 */
import { add, type Cents, formatUsd, minimum, negate, subtract, ZERO } from '#domain/money.ts'
import { queueMail, setOffMail } from '#server/messaging/mails/index.ts'
import { receiptFacts, reserveRefunds, settleIfPaid } from '#server/money/charges/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { lowerInvoices } from '#server/money/invoices/index.ts'
import { postRefundReversed } from '#server/money/ledger/index.ts'
import { reservePaymentRefunds } from '#server/money/payments/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { pledgeLink } from '#server/season/pledge-links/index.ts'
import * as store from './store.set-off.ts'

type Given = { campaignId: string; pledgeId?: string; notifiesItself?: boolean }

/**
 * Runs in the transaction that creates either side: a refund that is owed, or an open invoice. Returns how much was set
 * off. `notifiesItself`: the caller's own mail mentions it.
 */
export async function setOff(
  deps: Deps,
  tx: Transaction,
  { campaignId, pledgeId, notifiesItself = false }: Given,
): Promise<Cents> {
  let sum = ZERO
  for (const one of await store.pledgesToSetOff(tx, campaignId, pledgeId ?? null))
    sum = add(sum, await setOffPledge(deps, tx, { ...one, notifiesItself }))
  return sum
}

type OfPledge = store.ToSetOff & { notifiesItself: boolean }

async function setOffPledge(deps: Deps, tx: Transaction, of: OfPledge): Promise<Cents> {
  const invoices = await store.holdOpenInvoices(tx, of.pledgeId)
  const refunds = await store.holdOwedRefunds(tx, of.pledgeId)
  let sum = ZERO
  for (const invoice of invoices) {
    let open = invoice.openCents
    while (open > 0) {
      const [refund] = refunds
      if (!refund) break
      const part = minimum(open, refund.amountCents)
      const rest = { ...refund, id: newId(deps.clock), amountCents: subtract(refund.amountCents, part) }
      open = subtract(open, part)
      await apply(deps, tx, { ...of, invoice, refund, rest, part, open })
      refunds.splice(0, 1, ...(rest.amountCents > 0 ? [rest] : []))
      sum = add(sum, part)
    }
  }
  if (sum > 0) await settleIfPaid(tx, [of.pledgeId])
  return sum
}

type SetOff = OfPledge & {
  invoice: store.OpenInvoice
  refund: store.OwedRefund
  rest: store.OwedRefund
  part: Cents
  /** What is still due on the invoice afterwards. */
  open: Cents
}

async function apply(deps: Deps, tx: Transaction, given: SetOff): Promise<void> {
  const { campaignId, pledgeId, moneyMode, commissionBasisPoints, invoice, refund, rest, part } = given
  const at = deps.clock.now()
  const id = newId(deps.clock)
  await store.splitRefund(tx, { id: refund.id, part, rest: rest.amountCents, restId: rest.id })
  const row = { id, campaignId, pledgeId, refundId: refund.id, invoiceId: invoice.id, amount: part, at }
  await store.insertSetOff(tx, row)
  // The payment it would have come from can be refunded again by a later correction (R32).
  const { chargeId, paymentId } = refund
  if (chargeId) await reserveRefunds(tx, [{ id: chargeId, amount: negate(part) }])
  if (paymentId) await reservePaymentRefunds(tx, [{ id: paymentId, amount: negate(part) }])
  await lowerInvoices(tx, [{ id: invoice.id, by: part }], at)
  await postRefundReversed(tx, deps.clock, {
    campaignId,
    pledgeId,
    moneyMode,
    commissionBasisPoints,
    sourceId: refund.id,
    amount: part,
    kind: 'set_off',
    isWhole: rest.amountCents === 0,
    description: `Refund offset against ${invoice.number}`,
  })
  await audit(tx, deps.clock, {
    actorId: null,
    action: 'refund.set_off',
    subject: 'refund',
    subjectId: refund.id,
    campaignId,
    after: { amount: formatUsd(part), invoice: invoice.number },
  })
  if (!given.notifiesItself) await notify(deps, tx, { ...given, id })
}

/** Mails how much was deducted, and what is still due, to a verified address (R44). */
async function notify(deps: Deps, tx: Transaction, given: SetOff & { id: string }): Promise<void> {
  const { campaignId, pledgeId, refund, invoice, part, open } = given
  const facts = await receiptFacts(tx, { campaignId, pledgeId, chargeId: refund.chargeId })
  if (!facts.email) return
  const mail = setOffMail({
    ...facts,
    amount: formatUsd(part),
    number: invoice.number,
    open: open > 0 ? formatUsd(open) : null,
    isTest: given.moneyMode === 'sandbox',
    pledgeUrl: await pledgeLink(deps, tx, { pledgeId, campaignId }),
  })
  await queueMail(tx, deps.clock, {
    kind: 'refund',
    idempotencyKey: `set-off:${given.id}`,
    to: facts.email,
    ...mail,
    userId: facts.pledgerId,
    campaignId,
    pledgeId,
  })
}
