/** What every step of a payout needs: who may approve it, what is payable now, and how it is shown. */

import type { Payable } from '#domain/billing/payout.ts'
import { laterWords } from '#domain/billing/payout.ts'
import { notFound } from '#domain/errors.ts'
import { formatUsd } from '#domain/money.ts'
import {
  type Approver,
  othersWhoApprove,
  PREPARED_BY_YOU,
  reasonNotToApproveAsMember,
} from '#domain/people/representative.ts'
import type { Payout } from '#domain/schemas/payout.ts'
import { type Access, reasonNotToApproveYet } from '#server/accounts/access/index.ts'
import { dayInWords } from '#server/messaging/mails/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { clearingOf } from '#server/money/payments/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Db, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { lockBalances, payableAmong } from './balances-store.ts'
import * as store from './store.ts'

export const ENDED: Record<Exclude<Payout['state'], 'prepared'>, string> = {
  approved: 'Already approved: it is sent next',
  sent: 'Already sent',
  arrived: 'Already sent',
  returned: 'Already sent, and returned',
  withdrawn: 'Withdrawn',
}

/** For the guard and the button alike: a second person approves, without exception. */
export function reasonNotToApprove(payout: store.StoredPayout, actor: Actor, now: Date): string | null {
  if (payout.state !== 'prepared') return ENDED[payout.state]
  const approvers = payout.approvers ?? []
  if (payout.preparedBy.id === actor.userId) return reasonNotToApproveOwn(approvers, actor)
  const whose = { userId: actor.userId, firstId: payout.preparedBy.id, now }
  const asMember = reasonNotToApproveAsMember(approvers, whose)
  if (asMember) return asMember
  if (payout.currentDestinationId === null)
    return 'No payout destination is set for this organization. Propose one on the organization’s page and have another representative approve it, then approve this payout'
  // Both people agree to one destination; if it was first set after preparation, the second person sees it.
  return payout.destinationId !== null && payout.destinationId !== payout.currentDestinationId
    ? 'The payout destination was changed after this payout was prepared. Withdraw it and prepare another'
    : null
}

function reasonNotToApproveOwn(approvers: readonly Approver[], { userId }: Actor): string {
  const isAnyoneLeft = othersWhoApprove(approvers, userId).length > 0 || approvers.length < 2
  return isAnyoneLeft
    ? PREPARED_BY_YOU
    : 'You prepared it, and the other representatives are members of this organization: add one who is not to approve it'
}

export const asShown = ({
  amountCents: _amount,
  campaignName: _name,
  currentDestinationId: _current,
  approvers: _approvers,
  ...payout
}: store.StoredPayout): Omit<Payout, 'cannotApproveReason'> => payout

/** `notYet`: why a new representative cannot approve yet. Without both: for what the actor did, and does not approve next. */
export function toPayout(
  stored: store.StoredPayout,
  actor: Actor,
  { now, notYet }: { now: Date; notYet: string | null } = { now: new Date(stored.preparedAt), notYet: null },
): Payout {
  return { ...asShown(stored), cannotApproveReason: reasonNotToApprove(stored, actor, now) ?? notYet }
}

export async function payoutsFor(db: Db, now: Date, actor: Actor, campaignId: string): Promise<Payout[]> {
  const [payouts, notYet] = await Promise.all([
    store.payoutsOf(db, campaignId),
    reasonNotToApproveYet(db, actor, now),
  ])
  return payouts.map((payout) => toPayout(payout, actor, { now, notYet }))
}

/** The amount available, with the organization's books locked until the transaction ends. */
export async function payableNow(
  deps: Deps,
  tx: Transaction,
  { organizationId, campaignId }: Access,
): Promise<Payable> {
  const books = await lockBalances(tx, clearingOf(deps), organizationId)
  const payable = payableAmong(books, campaignId)
  if (!payable) throw notFound('Campaign')
  return payable
}

/** Less than was prepared can be paid. */
export const onlyNow = (payable: Payable): string => {
  const what = payable.availableLater.length > 0 ? 'can be paid out now' : 'is owed now'
  return `Only ${formatUsd(payable.available)} ${what}${because(payable)}`
}

type Noted = { action: string; campaignId: string; payoutId: string; before?: unknown; after?: unknown }
export const note = (
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  { payoutId, ...change }: Noted,
): Promise<void> =>
  audit(tx, deps.clock, { actorId: actor.userId, subject: 'payout', subjectId: payoutId, ...change })

/** Locked until the transaction ends. */
export async function held(db: Db, campaignId: string, payoutId: string): Promise<store.StoredPayout> {
  await store.lockPayout(db, campaignId, payoutId)
  const payout = await store.payoutOf(db, campaignId, payoutId)
  if (!payout) throw notFound('Payout')
  return payout
}

/** Only the provider that holds the money can send it. */
export const canTransfer = ({ cards }: Pick<Deps, 'cards'>, moneyMode: Payout['moneyMode']): boolean =>
  cards.transfers !== null && cards.moneyMode === moneyMode

/** Why the available amount is less than what is owed. */
export function because({ heldForRefunds, carried, availableLater }: Payable): string {
  const reasons = [
    ...(heldForRefunds > 0 ? [`${formatUsd(heldForRefunds)} is held for refunds that are not paid yet`] : []),
    ...(carried > 0
      ? [`${formatUsd(carried)} covers a shortfall in another campaign of this organization`]
      : []),
    ...laterWords(
      availableLater.map(({ amount, on }) => ({ amount: formatUsd(amount), on: on && dayInWords(on) })),
    ),
  ]
  return reasons.length > 0 ? `: ${reasons.join(', and ')}` : ''
}
