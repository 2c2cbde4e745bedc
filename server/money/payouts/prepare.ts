import type { Payable } from '#domain/billing/payout.ts'
import { laterWords } from '#domain/billing/payout.ts'
import { invalidField, notFound } from '#domain/errors.ts'
import { formatUsd } from '#domain/money.ts'
import {
  type Approver,
  othersWhoApprove,
  PREPARED_BY_YOU,
  reasonNotToApproveAsMember,
} from '#domain/people/representative.ts'
import type { Payout, PayoutForm } from '#domain/schemas/payout.ts'
import { type Access, accessWith, reasonNotToApproveYet } from '#server/accounts/access/index.ts'
import { describeDestination, payoutDestination } from '#server/accounts/organizations/index.ts'
import { dayInWords } from '#server/messaging/mails/index.ts'
import { refuseOnHold } from '#server/money/book-check/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { clearingOf } from '#server/money/payments/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Db, Transact, Transaction } from '#server/platform/db/database.ts'
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

/** Why the available amount is less than what is owed. */
function because({ heldForRefunds, carried, availableLater }: Payable): string {
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

/** Live money where real cards are charged; sandbox payouts are labeled and move nothing. */
export function preparePayout(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  campaignId: string,
  form: PayoutForm,
): Promise<Payout> {
  return transact(async (tx) => {
    const access = await accessWith(tx, actor, campaignId, 'canSettle')
    refuseOnHold(access)
    const payable = await payableNow(deps, tx, access)
    if (form.amount > payable.available) {
      const most = formatUsd(payable.available)
      const why = because(payable)
      throw invalidField(
        'amount',
        why ? `At most ${most} can be paid out${why}` : `At most ${most} is owed to the organization`,
      )
    }
    const id = newId(deps.clock)
    const where = await payoutDestination(tx, access.organizationId)
    await store.insertPayout(tx, {
      id,
      campaignId,
      ...form,
      moneyMode: access.moneyMode,
      preparedBy: actor.userId,
      preparedAt: deps.clock.now(),
      destinationId: where?.id ?? null,
      destination: describeDestination(where),
    })
    const after = await held(tx, campaignId, id)
    await note(deps, tx, actor, { action: 'payout.prepare', campaignId, payoutId: id, after })
    return toPayout(after, actor)
  })
}

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
