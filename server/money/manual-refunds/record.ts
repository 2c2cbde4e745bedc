/** A refund by check, cash or bank transfer: recorded once, posted, and its supporter notified. */

import { MANUAL_REFUND_WORDS } from '#domain/billing/manual-refund.ts'
import { DomainError } from '#domain/errors.ts'
import { formatUsd } from '#domain/money.ts'
import type { ManualRefundForm } from '#domain/schemas/manual-refund.ts'
import { type Access, accessWith, reasonNotToRefundYet } from '#server/accounts/access/index.ts'
import { manualRefundMail, queueMail } from '#server/messaging/mails/index.ts'
import { receiptFacts } from '#server/money/charges/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { postManualRefund } from '#server/money/ledger/index.ts'
import { refuseBefore, refuseFuture } from '#server/money/payments/index.ts'
import { markRepaid } from '#server/money/refunds/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { pledgeLink } from '#server/season/pledges/links/index.ts'
import * as store from './store.ts'

const DESCRIPTIONS = {
  overpayment: 'Overpayment refunded:',
  refund: 'Refunded manually: an owed refund',
} as const

type Held = { access: Access; source: store.HeldSource }

/** What is owed now, locked. @throws a 400 for the day, a 409 if it is no longer owed, a 403 for one's own pledge or a new representative. */
export async function lockManualRefund(
  { config, clock }: Deps,
  tx: Transaction,
  actor: Actor,
  campaignId: string,
  form: ManualRefundForm,
): Promise<Held> {
  const access = await accessWith(tx, actor, campaignId, 'canSettle')
  refuseFuture('givenOn', form.givenOn, [access.timeZone], clock.now())
  const source = await store.lockSource(tx, campaignId, form, config.checkClearingDays)
  if (!source) throw new DomainError('conflict', 'It is no longer owed: check the list again')
  const isOwn = source.pledgerId === actor.userId
  const reason = store.reasonNotToRefund({ ...source, isOwn })
  if (reason) throw new DomainError(isOwn ? 'forbidden' : 'conflict', reason)
  const notYet = await reasonNotToRefundYet(tx, actor, clock.now())
  if (notYet) throw new DomainError('forbidden', notYet)
  if (source.paidOn !== null)
    refuseBefore('givenOn', form.givenOn, { day: source.paidOn, what: 'the payment was received' })
  return { access, source }
}

/** In the transaction that holds it: `by` prepared it, and another representative has approved it. */
export async function recordManualRefund(
  deps: Deps,
  tx: Transaction,
  { access, source }: Held,
  form: ManualRefundForm & { by: string },
): Promise<void> {
  const { campaignId } = access
  const id = newId(deps.clock)
  await store.insertManualRefund(tx, source, { ...form, id, at: deps.clock.now() })
  if (source.kind === 'refund') await markRepaid(tx, source.id, deps.clock.now())
  await postManualRefund(tx, deps.clock, {
    campaignId,
    pledgeId: source.pledgeId,
    sourceId: id,
    moneyMode: access.moneyMode,
    of: source.kind,
    from: 'cash',
    amount: source.amountCents,
    description: [DESCRIPTIONS[source.kind], source.invoiceNumber].filter(Boolean).join(' '),
  })
  await notify(deps, tx, { access, source, form, id })
  await audit(tx, deps.clock, {
    actorId: form.by,
    action: 'repayment.record',
    subject: 'payment',
    subjectId: id,
    campaignId,
    after: { amount: formatUsd(source.amountCents), method: form.method, kind: source.kind },
  })
  campaignChanged(tx, deps, campaignId)
}

type Notification = { access: Access; source: store.HeldSource; form: ManualRefundForm; id: string }

/** Mails how much, why, and how it is paid, to a verified address. */
async function notify(
  deps: Deps,
  tx: Transaction,
  { access, source, form, id }: Notification,
): Promise<void> {
  const { campaignId, pledgeId, kind, invoiceNumber } = source
  const facts = await receiptFacts(tx, { campaignId, pledgeId, chargeId: null })
  if (!facts.email) return
  const mail = manualRefundMail({
    ...facts,
    kind,
    invoiceNumber,
    amount: formatUsd(source.amountCents),
    method: MANUAL_REFUND_WORDS[form.method],
    reference: form.reference,
    givenOn: form.givenOn,
    isTest: access.moneyMode === 'sandbox',
    pledgeUrl: await pledgeLink(deps, tx, source),
  })
  await queueMail(tx, deps.clock, {
    kind: 'repayment',
    idempotencyKey: `repayment:${id}`,
    to: facts.email,
    ...mail,
    userId: facts.pledgerId,
    campaignId,
    pledgeId,
  })
}
