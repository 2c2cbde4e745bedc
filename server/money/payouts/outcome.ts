/** After approval, a payout without a transfer is sent, then confirmed or returned. */

import { EXPECTED_DAYS, METHOD_WORDS } from '#domain/billing/payout.ts'
import { DomainError, invalidField, notFound } from '#domain/errors.ts'
import { type Cents, formatUsd, parseCents, subtract, sum } from '#domain/money.ts'
import { addDays, dateIn } from '#domain/places/zone.ts'
import type { Payout, PayoutArrival, PayoutReturn, PayoutSent } from '#domain/schemas/payout.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { ownersToTell } from '#server/accounts/organizations/index.ts'
import { type MailBody, payoutMail, queueMails } from '#server/messaging/mails/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { postPayout } from '#server/money/ledger/index.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import type { Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { announcePayout } from './announce-payout.ts'
import { lockBooksOf } from './balances-store.ts'
import { closeWaiting } from './owed.ts'
import { ENDED, held, note, toPayout } from './payout.ts'
import { recordReversal } from './reversals.ts'
import { statementSums } from './statement-store.ts'
import * as store from './store.ts'

type Key = { payoutId: string; action: string }
type Step = { payout: store.StoredPayout; today: string }

/** One step of a locked payout: refused with a reason, or done and audited. */
function step(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  { payoutId, action }: Key,
  take: (tx: Transaction, step: Step) => Promise<void>,
): Promise<Payout> {
  return transact(async (tx) => {
    await demandRepresentative(tx, actor)
    const before = await held(tx, payoutId)
    const today = dateIn(before.timeZone, deps.clock.now())
    await take(tx, { payout: before, today })
    const after = await held(tx, payoutId)
    await note(deps, tx, { actorId: actor.userId, action, payout: after, before, after })
    return toPayout(after, actor)
  })
}

function reasonNotToSend({ state, next }: store.StoredPayout): string | null {
  if (state === 'prepared') return 'Not approved yet: a second representative must approve it first'
  if (next === 'transfer') return 'Stripe is sending it'
  return next === 'send' ? null : ENDED[state]
}

/**
 * Records that it was sent: it counts as paid out from now on. The approver may send it: two people agreed. What is
 * in the mail is recorded although less is owed now, or the books do not balance.
 */
export function recordSent(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  payoutId: string,
  form: PayoutSent,
): Promise<Payout> {
  return step(
    deps,
    transact,
    actor,
    { payoutId, action: 'payout.record_sent' },
    async (tx, { payout, today }) => {
      const reason = reasonNotToSend(payout)
      if (reason) throw new DomainError('conflict', reason)
      const { paidOn = today, reference } = form
      if (paidOn > today) throw invalidField('paidOn', 'That day is in the future')
      const approvedOn = payout.approvedAt && dateIn(payout.timeZone, new Date(payout.approvedAt))
      if (approvedOn && paidOn < approvedOn)
        throw invalidField('paidOn', `It was approved on ${approvedOn}: enter that day or a later one`)
      await lockBooksOf(tx, payout.organizationId)
      await store.markSent(tx, payout.id, { by: actor.userId, at: deps.clock.now(), paidOn, reference })
      await closeWaiting(deps, tx, payout.id, 'The payout was recorded as sent')
      await settlePayout(deps, tx, payout.id)
    },
  )
}

/** Records that it arrived. */
export function confirmArrival(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  payoutId: string,
  form: PayoutArrival,
): Promise<Payout> {
  return step(
    deps,
    transact,
    actor,
    { payoutId, action: 'payout.confirm' },
    async (tx, { payout, today }) => {
      if (payout.next !== 'confirm') throw new DomainError('conflict', reasonNotToConfirm(payout))
      const { arrivedOn = today } = form
      refuseDay('arrivedOn', arrivedOn, { today, payout })
      await store.markArrived(tx, payout.id, { by: actor.userId, at: deps.clock.now(), arrivedOn })
    },
  )
}

function reasonNotToConfirm({ paidOn, arrivedOn }: store.StoredPayout): string {
  if (paidOn === null) return 'Not sent yet, so it cannot have arrived'
  return arrivedOn === null ? 'It was returned, so it did not arrive' : 'Already confirmed'
}

type Day = { today: string; payout: store.StoredPayout }
function refuseDay(field: string, on: string, { today, payout }: Day): void {
  if (on > today) throw invalidField(field, 'That day is in the future')
  if (payout.paidOn && on < payout.paidOn) throw invalidField(field, 'That is before it was sent')
}

/** The payment came back, or the organization paid it back: it is in cash again, and no longer paid out. */
export function recordReturn(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  payoutId: string,
  form: PayoutReturn,
): Promise<Payout> {
  const { isPaidBack = false, reason } = form
  const action = isPaidBack ? 'payout.pay_back' : 'payout.return'
  return step(deps, transact, actor, { payoutId, action }, async (tx, { payout, today }) => {
    const { returnedOn: on = today } = form
    refuseReturn(payout, form, { on, today })
    await recordReversal(deps, tx, payout, {
      reference: null,
      recorded: { by: actor.userId, reason, isPaidBack },
      amount: form.amount ?? payout.amountCents,
      on,
      description: isPaidBack ? 'The organization paid money back' : 'A payout was returned',
    })
  })
}

const returnedOf = ({ reversals }: store.StoredPayout): Cents =>
  sum(reversals.map(({ amount }) => parseCents(amount) as Cents))

function refuseReturn(
  payout: store.StoredPayout,
  form: PayoutReturn,
  { on, today }: { on: string; today: string },
): void {
  if (payout.paidOn === null) throw new DomainError('conflict', 'Not sent yet: withdraw it instead')
  if (payout.method === 'stripe' && !form.isPaidBack)
    throw new DomainError('conflict', 'A transfer reversed at Stripe is recorded automatically')
  const returned = returnedOf(payout)
  const left = subtract(payout.amountCents, returned)
  if (left <= 0) throw new DomainError('conflict', 'Already recorded as returned')
  const already = `${formatUsd(returned)} of it is already recorded as returned`
  if (form.amount === undefined && returned > 0)
    throw new DomainError('conflict', `${already}: enter the amount that came back now`)
  if (form.amount !== undefined && form.amount > left)
    throw invalidField(
      'amount',
      `Enter an amount up to ${formatUsd(left)}${returned > 0 ? `: ${already}` : ', the amount of the payout'}`,
    )
  refuseDay('returnedOn', on, { today, payout })
  // What two people record at the same moment is recorded once, also if it is a part.
  if (form.returnsKnown !== undefined && form.returnsKnown !== payout.reversals.length)
    throw new DomainError(
      'conflict',
      'Another return of this payout was recorded in the meantime. Look at it before you record this one',
    )
}

/**
 * A payout that was sent: posts it and notifies the owners, in the caller's transaction, which has locked the books. Entries are
 * claimed before the payout itself is posted: they are what it pays.
 */
export async function settlePayout(deps: Deps, tx: Transaction, payoutId: string): Promise<void> {
  const payout = await store.payoutOf(tx, payoutId)
  if (!payout) throw notFound('Payout')
  await store.claimEntries(tx, payoutId)
  await postPayout(tx, deps.clock, {
    kind: 'payout',
    lines: await store.linesOf(tx, payoutId),
    moneyMode: payout.moneyMode,
    from: payout.method === 'stripe' ? 'card_clearing' : 'cash',
    description: 'Paid out to the organization',
  })
  await announcePayout(deps, tx, payout, { type: 'payout.sent', amount: payout.amountCents })
  await notifyOwners(deps, tx, payout)
  for (const { campaignId } of payout.lines) campaignChanged(tx, deps, campaignId)
}

const usd = (amount: string): string => formatUsd(parseCents(amount) as Cents)

async function notifyOwners(deps: Deps, tx: Transaction, payout: store.StoredPayout): Promise<void> {
  const { opening, total, returned, closing, figuresOn } = await statementSums(tx, payout)
  const mail = payoutMail({
    campaigns: payout.lines.map(({ campaignName, amount }) => [campaignName, usd(amount)]),
    organizationName: payout.organizationName,
    isTest: payout.moneyMode === 'sandbox',
    amount: formatUsd(payout.amountCents),
    paidOn: payout.paidOn ?? '',
    ...(figuresOn && figuresOn !== payout.paidOn ? { figuresOn } : {}),
    method: payout.method && METHOD_WORDS[payout.method],
    expectedBy: payout.method && payout.paidOn ? addDays(payout.paidOn, EXPECTED_DAYS[payout.method]) : null,
    reference: payout.reference,
    destination: payout.destination,
    note: payout.note,
    opening: opening === '0.00' ? null : usd(opening),
    closing: usd(closing),
    returned: returned === '0.00' ? null : usd(returned),
    collected: usd(total.collected),
    commission: usd(total.commission),
    url: `${deps.config.appUrl}/dashboard/payouts/${payout.id}`,
  })
  await mailOwners(deps, tx, payout, { ...mail, idempotencyKey: `payout:${payout.id}` })
}

/** Each under a key of their own. */
export async function mailOwners(
  deps: Deps,
  tx: Transaction,
  { organizationId, lines }: Pick<store.StoredPayout, 'organizationId' | 'lines'>,
  { idempotencyKey: key, ...mail }: MailBody & { idempotencyKey: string },
): Promise<void> {
  const owners = await ownersToTell(tx, organizationId)
  const mails = owners.map(({ id: userId, email: to }) => ({
    ...mail,
    kind: 'payout' as const,
    idempotencyKey: `${key}:${userId}`,
    to,
    userId,
    // The mail has the look of the organization, by any of its campaigns.
    campaignId: lines[0]?.campaignId ?? null,
  }))
  if (mails.length > 0) await queueMails(tx, deps.clock, mails)
}
