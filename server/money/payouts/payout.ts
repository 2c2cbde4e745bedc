/** What every step of a payout needs: who may approve it, what is payable now, and how it is shown. */

import { laterWords } from '#domain/billing/payout.ts'
import { opensAfter, transferWaits } from '#domain/billing/stripe-account.ts'
import { notFound } from '#domain/errors.ts'
import { type Cents, formatUsd, negate, sum } from '#domain/money.ts'
import {
  type Approver,
  othersWhoApprove,
  PREPARED_BY_YOU,
  reasonNotToApproveAsMember,
} from '#domain/people/representative.ts'
import type { Payout } from '#domain/schemas/payout.ts'
import { reasonNotToApproveYet } from '#server/accounts/access/index.ts'
import { dayInWords, momentInWords } from '#server/messaging/mails/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { auditAll } from '#server/platform/audit/audit.ts'
import type { Db, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { laterOf, type PayableBooks } from './balances-store.ts'
import * as store from './store.ts'

export const ENDED: Record<Exclude<Payout['state'], 'prepared'>, string> = {
  approved: 'Already approved: it is sent next',
  sent: 'Already sent',
  arrived: 'Already sent',
  returned: 'Already sent, and returned',
  withdrawn: 'Withdrawn',
}

const TEST_ACCOUNT =
  'The payout destination is a test account at Stripe, which takes no real money: an owner sets up Stripe again on the organization’s page'

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
  if (payout.isTestDestination && payout.moneyMode === 'live') return TEST_ACCOUNT
  // Both people agree to one destination; if it was first set after preparation, the second person sees it.
  if (payout.destinationId !== null && payout.destinationId !== payout.currentDestinationId)
    return 'The payout destination was changed after this payout was prepared. Withdraw it and prepare another'
  const opensAt = payout.destinationChangedAt && opensAfter(payout.destinationChangedAt)
  return opensAt && opensAt > now
    ? `The payout destination was changed: payouts go there from ${momentInWords(opensAt, payout.timeZone)}`
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
  organizationName: _name,
  timeZone: _zone,
  currentDestinationId: _current,
  destinationChangedAt: _changed,
  isTestDestination: _isTest,
  approvers: _approvers,
  account: _account,
  ...payout
}: store.StoredPayout): Omit<Payout, 'waits' | 'cannotApproveReason'> => payout

/** Why Stripe is not asked to transfer it now, or would not be once it is approved. */
const waitsFor = ({ account, next, timeZone }: store.StoredPayout, now: Date): string | null =>
  account && (next === 'transfer' || next === 'approve')
    ? transferWaits(account, now, (at) => momentInWords(at, timeZone))
    : null

/** `notYet`: why a new representative cannot approve yet. Without both: for what the actor did, and does not approve next. */
export function toPayout(
  stored: store.StoredPayout,
  actor: Actor,
  { now, notYet }: { now: Date; notYet: string | null } = { now: new Date(stored.preparedAt), notYet: null },
): Payout {
  const cannotApproveReason = reasonNotToApprove(stored, actor, now) ?? notYet
  return { ...asShown(stored), waits: waitsFor(stored, now), cannotApproveReason }
}

export async function payoutsFor(db: Db, now: Date, actor: Actor, campaignId: string): Promise<Payout[]> {
  const [payouts, notYet] = await Promise.all([
    store.payoutsOf(db, campaignId),
    reasonNotToApproveYet(db, actor, now),
  ])
  return payouts.map((payout) => toPayout(payout, actor, { now, notYet }))
}

/** Less than was prepared can be paid. */
export const onlyNow = (books: readonly PayableBooks[], available: Cents): string => {
  const what = laterOf(books).length > 0 ? 'can be paid out now' : 'is owed now'
  return `Only ${formatUsd(available)} ${what}${because(books)}`
}

type Noted = {
  /** Null: done by a scheduled job. */
  actorId: string | null
  action: string
  payout: Pick<store.StoredPayout, 'id' | 'lines'>
  before?: unknown
  after?: unknown
}
/** In the history of each of its campaigns. */
export const note = (deps: Deps, tx: Transaction, { payout, ...change }: Noted): Promise<void> =>
  auditAll(
    tx,
    deps.clock,
    payout.lines.map(({ campaignId }) => ({
      ...change,
      subject: 'payout',
      subjectId: payout.id,
      campaignId,
    })),
  )

/** Locked until the transaction ends. */
export async function held(db: Db, payoutId: string): Promise<store.StoredPayout> {
  await store.lockPayout(db, payoutId)
  const payout = await store.payoutOf(db, payoutId)
  if (!payout) throw notFound('Payout')
  return payout
}

/** Only the provider that holds the money can send it. */
export const canTransfer = ({ cards }: Pick<Deps, 'cards'>, moneyMode: Payout['moneyMode']): boolean =>
  cards.moneyMode === moneyMode

/** Why the available amount is less than what is owed. */
export function because(books: readonly PayableBooks[]): string {
  const heldForRefunds = sum(books.map(({ payable }) => payable.heldForRefunds))
  const reasons = [
    ...(heldForRefunds > 0 ? [`${formatUsd(heldForRefunds)} is held for refunds that are not paid yet`] : []),
    ...books
      .filter(({ payable }) => payable.owed < 0)
      .map(
        ({ campaignName, payable }) =>
          `${formatUsd(negate(payable.owed))} was paid out too much for ${campaignName}`,
      ),
    ...books
      .filter(({ isOnHold }) => isOnHold)
      .map(({ campaignName }) => `the books of ${campaignName} do not balance`),
    ...laterWords(
      laterOf(books).map(({ amount, on }) => ({ amount: formatUsd(amount), on: on && dayInWords(on) })),
    ),
  ]
  return reasons.length > 0 ? `: ${reasons.join(', and ')}` : ''
}
