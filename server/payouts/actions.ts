import { DomainError, invalidField, notFound } from '#domain/errors.ts'
import { type Cents, formatUsd, subtract } from '#domain/money.ts'
import type { Payout } from '#domain/schemas/settlement.ts'
import { audit } from '#server/audit.ts'
import { accessWith } from '#server/campaigns/access.ts'
import { campaignChanged } from '#server/campaigns/changes.ts'
import type { Db, Transact } from '#server/db/database.ts'
import type { Actor, Deps } from '#server/deps.ts'
import { newId } from '#server/ids.ts'
import { lockBooks, postPayout } from '#server/journal/actions.ts'
import { refuseOnHold } from '#server/self-check/actions.ts'
import * as store from './store.ts'

/** Asked for the guard and the button alike: a second person approves, without exception (R29, R38). */
function reasonNotToApprove(payout: store.StoredPayout, actor: Actor): string | null {
  if (payout.state !== 'prepared') return payout.state === 'paid' ? 'Paid already' : 'Withdrawn'
  return payout.preparedBy.id === actor.userId ? 'You prepared it: another representative approves' : null
}

const toPayout = ({ amountCents: _, ...payout }: store.StoredPayout, reason: string | null): Payout => ({
  ...payout,
  cannotApproveReason: reason,
})

export async function payoutsFor(db: Db, actor: Actor, campaignId: string): Promise<Payout[]> {
  const payouts = await store.payoutsOf(db, campaignId)
  return payouts.map((payout) => toPayout(payout, reasonNotToApprove(payout, actor)))
}

/** Owed = collected − commission − paid out; never more than that leaves (R38). */
function owed({
  collectedCents,
  commissionCents,
  paidOutCents,
}: {
  collectedCents: Cents
  commissionCents: Cents
  paidOutCents: Cents
}): Cents {
  return subtract(subtract(collectedCents, commissionCents), paidOutCents)
}

export function preparePayout(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  campaignId: string,
  form: { amount: Cents; note: string | null },
): Promise<Payout> {
  return transact(async (tx) => {
    const access = await accessWith(tx, actor, campaignId, 'canSettle')
    refuseOnHold(access)
    const most = owed(await lockBooks(tx, campaignId))
    if (form.amount > most)
      throw invalidField('amount', `At most ${formatUsd(most)} is owed to the organization`)
    const id = newId(deps.clock)
    await store.insertPayout(tx, {
      id,
      campaignId,
      ...form,
      moneyMode: access.moneyMode,
      preparedBy: actor.userId,
      preparedAt: deps.clock.now(),
    })
    const [payout] = await store.payoutsOf(tx, campaignId, id)
    if (!payout) throw notFound('Payout')
    await audit(tx, deps.clock, {
      actorId: actor.userId,
      action: 'payout.prepare',
      subject: 'payout',
      subjectId: id,
      campaignId,
      after: payout,
    })
    return toPayout(payout, reasonNotToApprove(payout, actor))
  })
}

async function held(db: Db, campaignId: string, payoutId: string): Promise<store.StoredPayout> {
  const [payout] = await store.payoutsOf(db, campaignId, payoutId, true)
  if (!payout) throw notFound('Payout')
  return payout
}

/** The second person's approval pays it out and posts it, in one transaction. */
export function approvePayout(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  campaignId: string,
  payoutId: string,
): Promise<Payout> {
  return transact(async (tx) => {
    refuseOnHold(await accessWith(tx, actor, campaignId, 'canSettle'))
    const before = await held(tx, campaignId, payoutId)
    const reason = reasonNotToApprove(before, actor)
    if (reason)
      throw new DomainError(before.state === 'prepared' ? 'not_a_second_person' : 'conflict', reason)
    const most = owed(await lockBooks(tx, campaignId))
    if (before.amountCents > most)
      throw new DomainError(
        'conflict',
        `Only ${formatUsd(most)} is owed by now: withdraw it and prepare another`,
      )
    await store.approve(tx, payoutId, actor.userId, deps.clock.now())
    await postPayout(tx, deps.clock, {
      campaignId,
      sourceId: payoutId,
      moneyMode: before.moneyMode,
      amount: before.amountCents,
      description: 'Paid out to the organization',
    })
    const after = await held(tx, campaignId, payoutId)
    await audit(tx, deps.clock, {
      actorId: actor.userId,
      action: 'payout.approve',
      subject: 'payout',
      subjectId: payoutId,
      campaignId,
      before,
      after,
    })
    campaignChanged(tx, deps, campaignId)
    return toPayout(after, reasonNotToApprove(after, actor))
  })
}

/** Either of the two may take a prepared payout back. */
export function withdrawPayout(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  campaignId: string,
  payoutId: string,
): Promise<Payout> {
  return transact(async (tx) => {
    await accessWith(tx, actor, campaignId, 'canSettle')
    const before = await held(tx, campaignId, payoutId)
    if (before.state !== 'prepared')
      throw new DomainError('conflict', before.state === 'paid' ? 'Paid already' : 'Withdrawn already')
    await store.withdraw(tx, payoutId)
    const after = await held(tx, campaignId, payoutId)
    await audit(tx, deps.clock, {
      actorId: actor.userId,
      action: 'payout.withdraw',
      subject: 'payout',
      subjectId: payoutId,
      campaignId,
      before,
      after,
    })
    return toPayout(after, reasonNotToApprove(after, actor))
  })
}
