/** After approval, a payout without a transfer is sent, then confirmed or returned (R5, R29, R38). */
import { DomainError, invalidField, notFound } from '#domain/errors.ts'
import type { Payout, PayoutArrival, PayoutReturn, PayoutSent } from '#domain/schemas/payout.ts'
import { dateIn } from '#domain/zone.ts'
import { type Access, accessWith } from '#server/accounts/access/index.ts'
import { refuseOnHold } from '#server/money/book-check/index.ts'
import { lockBooks } from '#server/money/ledger/index.ts'
import type { Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor, Deps } from '#server/platform/deps.ts'
import { settlePayout } from './actions.paid.ts'
import { recordReversal } from './actions.reversals.ts'
import { held, note, toPayout } from './actions.ts'
import { sentPayout } from './store.reversals.ts'
import * as store from './store.ts'

type Key = { campaignId: string; payoutId: string }
type Step = { access: Access; payout: store.StoredPayout; today: string }

/** One step of a locked payout: refused with a reason, or done and audited. */
function step(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  { campaignId, payoutId, action }: Key & { action: string },
  take: (tx: Transaction, step: Step) => Promise<void>,
): Promise<Payout> {
  return transact(async (tx) => {
    const access = await accessWith(tx, actor, campaignId, 'canSettle')
    const before = await held(tx, campaignId, payoutId)
    const today = dateIn(access.timeZone, deps.clock.now())
    await take(tx, { access, payout: before, today })
    const after = await held(tx, campaignId, payoutId)
    await note(deps, tx, actor, { action, campaignId, payoutId, before, after })
    return toPayout(after, actor)
  })
}

const NOT_TO_SEND: Record<Exclude<Payout['state'], 'approved'>, string> = {
  prepared: 'Not approved yet: a second representative must approve it first',
  sending: 'Stripe is sending it',
  paid: 'Already sent',
  refused: 'Stripe refused it: prepare another one',
  withdrawn: 'Withdrawn',
}

/** Records that it was sent: it counts as paid out from now on (R5, R38). The approver may send it: two people agreed. */
export function recordSent(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  key: Key,
  form: PayoutSent,
): Promise<Payout> {
  return step(deps, transact, actor, { ...key, action: 'payout.record_sent' }, async (tx, given) => {
    const { access, payout, today } = given
    refuseOnHold(access)
    if (payout.state !== 'approved') throw new DomainError('conflict', NOT_TO_SEND[payout.state])
    const { paidOn = today } = form
    const reference = form.reference ?? payout.reference
    if (!reference) throw invalidField('reference', 'Enter the number of the check or the bank transfer')
    if (paidOn > today) throw invalidField('paidOn', 'That day is in the future')
    const approvedOn = payout.approvedAt && dateIn(access.timeZone, new Date(payout.approvedAt))
    if (approvedOn && paidOn < approvedOn)
      throw invalidField('paidOn', `It was approved on ${approvedOn}: enter that day or a later one`)
    await lockBooks(tx, payout.campaignId)
    await store.markSent(tx, payout.id, { by: actor.userId, at: deps.clock.now(), paidOn, reference })
    await settlePayout(deps, tx, { ...access, payoutId: payout.id })
  })
}

/** Records that it arrived. */
export function confirmArrival(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  key: Key,
  form: PayoutArrival,
): Promise<Payout> {
  return step(deps, transact, actor, { ...key, action: 'payout.confirm' }, async (tx, { payout, today }) => {
    if (payout.next !== 'confirm') throw new DomainError('conflict', reasonNotToConfirm(payout))
    const { arrivedOn = today } = form
    refuseDay('arrivedOn', arrivedOn, { today, payout })
    await store.markArrived(tx, payout.id, { by: actor.userId, at: deps.clock.now(), arrivedOn })
  })
}

function reasonNotToConfirm({ state, arrivedOn }: store.StoredPayout): string {
  if (state !== 'paid') return 'Not sent yet, so it cannot have arrived'
  return arrivedOn === null ? 'It was returned, so it did not arrive' : 'Already confirmed'
}

type Day = { today: string; payout: store.StoredPayout }
function refuseDay(field: string, on: string, { today, payout }: Day): void {
  if (on > today) throw invalidField(field, 'That day is in the future')
  if (payout.paidOn && on < payout.paidOn) throw invalidField(field, 'That is before it was sent')
}

/** The check was never cashed, or the bank returned the transfer: all of it is back in cash and owed again (R5, R38). */
export function recordReturn(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  key: Key,
  form: PayoutReturn,
): Promise<Payout> {
  return step(deps, transact, actor, { ...key, action: 'payout.return' }, async (tx, { payout, today }) => {
    if (payout.state !== 'paid') throw new DomainError('conflict', 'Not sent yet: withdraw it instead')
    if (payout.method === 'stripe')
      throw new DomainError('conflict', 'A transfer reversed at Stripe is recorded automatically')
    if (payout.reversals.length > 0) throw new DomainError('conflict', 'Already recorded as returned')
    const { returnedOn = today, reason } = form
    refuseDay('returnedOn', returnedOn, { today, payout })
    const sent = await sentPayout(tx, payout.campaignId, payout.id)
    if (!sent) throw notFound('Payout')
    await recordReversal(deps, tx, sent, {
      ...{ reference: null, recorded: { by: actor.userId, reason } },
      ...{ amount: payout.amountCents, on: returnedOn },
      description: 'A payout was returned',
    })
  })
}
