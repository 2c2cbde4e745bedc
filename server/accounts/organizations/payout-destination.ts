/** Where an organization is paid: proposed by one representative, approved by another. */

import { DomainError, notFound } from '#domain/errors.ts'
import { type Approver, othersWhoApprove, reasonNotToApproveAsMember } from '#domain/people/representative.ts'
import type { Destination, DestinationForm } from '#domain/schemas/organization.ts'
import { reasonNotToApproveYet } from '#server/accounts/access/index.ts'
import type { Deps } from '#server/accounts/deps.ts'
import { destinationChangedMail, momentInWords, queueMail } from '#server/messaging/mails/index.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Db, Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { keptNumber } from './bank-number.ts'
import { forRepresentatives, managed, note } from './edit.ts'
import * as store from './payout-destination-store.ts'
import { findOrganization } from './store.ts'

type Site = Pick<Deps, 'config'>

/** An account at Stripe belongs to the keys that it was made with: with others, test or live, nothing can be paid to it. */
const isOfOtherKeys = ({ madeWith }: store.StoredDestination, { config }: Site): boolean =>
  madeWith !== null && (madeWith.provider !== config.cards || madeWith.moneyMode !== config.moneyMode)

function reasonNotToPay(destination: store.StoredDestination, site: Site): string | null {
  if (!isOfOtherKeys(destination, site)) return null
  const what = destination.madeWith?.moneyMode === 'live' ? 'an account for real money' : 'a test account'
  return `The account that was entered is ${what} at Stripe, to which this site cannot pay: an owner sets up Stripe again on this page, and a representative approves it`
}

/**
 * Owners propose the first one that can be paid to. After that only representatives change it: an owner's account in the
 * wrong hands must not redirect payouts.
 */
async function mayPropose(deps: Deps, tx: Transaction, actor: Actor, id: string): Promise<boolean> {
  await managed(tx, actor, id)
  const found = await findOrganization(tx, id, actor, { isHeld: true })
  if (found?.isRepresentative === true) return true
  const current = await store.payoutDestination(tx, id)
  return current === undefined || isOfOtherKeys(current, deps)
}

type Where = Pick<
  Destination,
  'method' | 'payeeName' | 'mailingAddress' | 'bankName' | 'accountLast4' | 'stripeBank'
>

/** As one line, for the audit log and the mail. */
export const describeDestination = (where: Where | undefined): string | null => {
  if (!where) return null
  if (where.method === 'stripe')
    return `Stripe transfer to ${where.payeeName}${where.stripeBank ? `, ${where.stripeBank}` : ''}`
  if (where.method === 'check') return `Check to ${where.payeeName}, ${where.mailingAddress}`
  return `Bank transfer to ${where.payeeName}, ${where.bankName}, account ending in ${where.accountLast4}`
}

/** The one that is set: of an account of the other keys, which one it is: both may pay out to the same bank. */
function describeCurrent(where: store.StoredDestination | undefined, site: Site): string | null {
  const words = describeDestination(where)
  if (!where || !isOfOtherKeys(where, site)) return words
  return `${words} (${where.madeWith?.moneyMode === 'live' ? 'real' : 'test'} account)`
}

/** For the button and the guard: a change of payout destination always needs a second person. */
function reasonNotToApprove(
  deps: Site & Pick<Deps, 'clock'>,
  proposed: store.StoredDestination,
  { userId }: Actor,
  approvers: readonly Approver[],
): string | null {
  const { proposedBy, method, stripeBank } = proposed
  const cannotPay = reasonNotToPay(proposed, deps)
  if (cannotPay) return cannotPay
  if (method === 'stripe' && stripeBank === null)
    return 'An owner has not entered the bank account in Stripe’s form yet'
  if (proposedBy.id !== userId)
    return reasonNotToApproveAsMember(approvers, {
      userId,
      firstId: proposedBy.id,
      now: deps.clock.now(),
    })
  if (!approvers.some(([id]) => id === userId)) return 'You proposed this: a representative must approve it'
  if (othersWhoApprove(approvers, userId).length > 0)
    return 'You proposed this: another representative must approve it'
  return approvers.some(([id]) => id !== userId)
    ? 'You proposed this, and the other representatives are members of this organization: add one who is not to approve it'
    : 'You proposed this, and there is no other representative: add one to approve it'
}

/** With the other organizations that have its bank account: for representatives. */
export async function destinationsOf(
  deps: Site & Pick<Deps, 'clock' | 'db'>,
  actor: Actor,
  { id, isRepresentative }: { id: string; isRepresentative: boolean },
) {
  const { db, clock } = deps
  const [current, proposed, approvers, notYet, sharing] = await Promise.all([
    store.payoutDestination(db, id),
    store.proposedDestination(db, id),
    store.approversOf(db, id),
    reasonNotToApproveYet(db, actor, clock.now()),
    isRepresentative ? store.organizationsSharing(db, [id]) : new Map(),
  ])
  const alsoOf: Destination['alsoOf'] = sharing.get(id) ?? []
  return {
    destination: current ? { ...shown(deps, current, 'It is already approved'), alsoOf } : null,
    proposedDestination: proposed
      ? {
          ...shown(deps, proposed, reasonNotToApprove(deps, proposed, actor, approvers) ?? notYet),
          alsoOf,
        }
      : null,
  }
}

function shown(site: Site, stored: store.StoredDestination, cannotApproveReason: string | null): Destination {
  const { madeWith: _madeWith, ...destination } = stored
  return { ...destination, cannotApproveReason, cannotPayReason: reasonNotToPay(stored, site) }
}

async function waiting(tx: Db, id: string, destinationId: string): Promise<store.StoredDestination> {
  const found = await store.proposedDestination(tx, id)
  if (found?.id !== destinationId) throw notFound('Proposed destination')
  return found
}

export function proposeDestination(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  id: string,
  form: DestinationForm,
): Promise<Destination> {
  return transact(async (tx) => {
    if (!(await mayPropose(deps, tx, actor, id)))
      throw new DomainError(
        'forbidden',
        'Only a representative changes a payout destination that is set: write to us',
      )
    const proposed = await propose(deps, tx, actor, id, form)
    if (!proposed)
      throw new DomainError(
        'conflict',
        'Another proposal is waiting for approval: it must be withdrawn first',
      )
    const approvers = await store.approversOf(tx, id)
    return shown(deps, proposed, reasonNotToApprove(deps, proposed, actor, approvers))
  })
}

/** A proposed account of other keys is withdrawn for it. Null if another one is already waiting. */
async function propose(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  id: string,
  form: store.Proposed,
): Promise<store.StoredDestination | null> {
  const waits = await store.proposedDestination(tx, id)
  if (waits && isOfOtherKeys(waits, deps)) await withdrawProposed(deps, tx, actor, id, waits)
  const before = describeCurrent(await store.payoutDestination(tx, id), deps)
  const key = { id: newId(deps.clock), organizationId: id }
  const by = { proposedBy: actor.userId, proposedAt: deps.clock.now() }
  const number = form.method === 'bank_transfer' ? await keptNumber(tx, form) : null
  if (!(await store.insertDestination(tx, { ...key, ...by }, form, number))) return null
  const proposed = await waiting(tx, id, key.id)
  const change = { before: { destination: before }, after: { destination: describeDestination(proposed) } }
  await note(deps, tx, actor, { action: 'organization.propose_destination', id, ...change })
  return proposed
}

/**
 * The organization's own account at Stripe. Nothing happens if it is the destination or proposed, another proposal waits,
 * or only a representative may change the destination.
 */
export async function proposeStripeAccount(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  id: string,
  stripeAccount: string,
): Promise<void> {
  if (!(await mayPropose(deps, tx, actor, id))) return
  if ((await store.payoutDestination(tx, id))?.stripeAccount === stripeAccount) return
  const { payeeName, name } = await managed(tx, actor, id)
  await propose(deps, tx, actor, id, { method: 'stripe', payeeName: payeeName ?? name, stripeAccount })
}

/** By a second person; the owners are notified, so that nothing changes behind their back. */
export function approveDestination(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  { id, destinationId }: { id: string; destinationId: string },
): Promise<Destination> {
  return transact(async (tx) => {
    const { name, timeZone } = await forRepresentatives(tx, actor, id)
    const proposed = await waiting(tx, id, destinationId)
    const approvers = await store.approversOf(tx, id)
    const reason =
      reasonNotToApprove(deps, proposed, actor, approvers) ??
      (await reasonNotToApproveYet(tx, actor, deps.clock.now()))
    if (reason) throw new DomainError('not_a_second_person', reason)
    const before = describeCurrent(await store.payoutDestination(tx, id), deps)
    await store.setApproved(tx, destinationId, actor.userId, deps.clock.now())
    const after = describeDestination(proposed)
    const change = { before: { destination: before }, after: { destination: after } }
    await note(deps, tx, actor, { action: 'organization.approve_destination', id, ...change })
    const url = `${deps.config.appUrl}/dashboard/organizations/${id}`
    const current = await store.payoutDestination(tx, id)
    if (!current) throw notFound('Payout destination')
    const from = current.opensAt && momentInWords(new Date(current.opensAt), timeZone)
    const words = { organizationName: name, from, before, after: after ?? 'None', url }
    for (const owner of await store.ownersToTell(tx, id))
      await queueMail(tx, deps.clock, {
        kind: 'payout_destination',
        idempotencyKey: `destination ${destinationId} ${owner.id}`,
        to: owner.email,
        userId: owner.id,
        organizationId: id,
        ...destinationChangedMail(words),
      })
    return shown(deps, current, 'It is already approved')
  })
}

/** Any representative may withdraw it, including the one who proposed it. */
export function withdrawDestination(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  { id, destinationId }: { id: string; destinationId: string },
): Promise<void> {
  return transact(async (tx) => {
    await forRepresentatives(tx, actor, id)
    await withdrawProposed(deps, tx, actor, id, await waiting(tx, id, destinationId))
  })
}

async function withdrawProposed(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  id: string,
  proposed: store.StoredDestination,
): Promise<void> {
  await store.setWithdrawn(tx, proposed.id, actor.userId, deps.clock.now())
  const before = { destination: describeDestination(proposed) }
  await note(deps, tx, actor, { action: 'organization.withdraw_destination', id, before })
}
