/** What was approved is looked at again before it is sent, and balances after it: what is too much waits for a person (R69). */

import type { Payable } from '#domain/billing/payout.ts'
import { formatUsd, negate, subtract, toDecimal } from '#domain/money.ts'
import type { Cancellation } from '#domain/schemas/cancellation.ts'
import type { Deps } from '#server/money/deps.ts'
import { amountOfException, closeException, openException } from '#server/money/exceptions/index.ts'
import { clearingOf } from '#server/money/payments/index.ts'
import type { Db, Transaction } from '#server/platform/db/database.ts'
import { mayBeForgotten, settleEach } from '#server/platform/jobs/runs.ts'
import { booksOfOrganizations, lockBalances, payableAmong } from './balances-store.ts'
import * as store from './owed-store.ts'
import { canTransfer, onlyNow } from './payout.ts'
import { lockPayout, payoutOf } from './store.ts'

type Books = Awaited<ReturnType<typeof booksOfOrganizations>>
type Approved = Pick<store.Approved, 'id' | 'campaignId' | 'organizationId' | 'amountCents'>

/** What can be paid of an approved payout now: it is not deducted from itself. Null if all of it can. */
function lessThan(books: Books, { campaignId, amountCents }: Approved): Payable | null {
  const others = books.map((one) =>
    one.campaignId === campaignId ? { ...one, sendingCents: subtract(one.sendingCents, amountCents) } : one,
  )
  const payable = payableAmong(others, campaignId)
  return payable && payable.available < amountCents ? payable : null
}

/** Whether an approved payout waits because less is owed now. The organization's books are locked from here on. */
export async function isAboveOwed(deps: Deps, tx: Transaction, payout: Approved): Promise<boolean> {
  const { id, campaignId, organizationId, amountCents: amount } = payout
  const payable = lessThan(await lockBalances(tx, clearingOf(deps), organizationId), payout)
  const key = `payout_above_owed:${id}`
  if (payable)
    await openException(deps, tx, {
      kind: 'payout_above_owed',
      subject: 'payout',
      subjectId: id,
      key,
      reference: null,
      campaignId,
      pledgeId: null,
      amount,
      happened: `A payout of ${formatUsd(amount)} is approved. ${onlyNow(payable)}.`,
    })
  else await closeException(deps, tx, key, 'Enough is owed again', { mayReopen: true })
  return payable !== null
}

/** It was sent, or will not be. */
export async function closeWaiting(deps: Deps, tx: Transaction, id: string, how: string): Promise<void> {
  await closeException(deps, tx, `payout_above_owed:${id}`, how)
  await closeException(deps, tx, `payout_unanswered:${id}`, how)
}

/** What is approved, and Stripe was not asked to send: everything that a person sends, too. */
export async function lookAtApproved(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  const approved = await store.approvedNotAsked(deps.db)
  const ids = [...new Set(approved.map(({ organizationId }) => organizationId))]
  const books = await booksOfOrganizations(deps.db, clearingOf(deps), ids)
  const changed = approved.filter((one) => (lessThan(books, one) !== null) !== one.isAbove)
  await settleEach(changed, ({ id }) =>
    deps.db.transaction(async (tx) => {
      const payout = await store.lockApproved(tx, id)
      if (payout) await isAboveOwed(deps, tx, payout)
    }),
  )
  // Of an account that this site does not use now.
  const notAsked = approved.filter(
    (one) => one.isToAsk && !canTransfer(deps, one.moneyMode) && mayBeForgotten(one.approvedAt, now),
  )
  await settleEach(notAsked, (one) =>
    openUnanswered(deps, { ...one, answer: null, what: 'has not been asked to send' }),
  )
}

type Unanswered = Omit<Approved, 'organizationId'> & { what: string; answer: string | null }

/** Once: for 20 hours nobody knows whether it was sent. */
export const openUnanswered = (
  deps: Deps,
  { id, campaignId, amountCents: amount, what, answer }: Unanswered,
) =>
  deps.db.transaction(async (tx) => {
    await lockPayout(tx, campaignId, id)
    if ((await payoutOf(tx, campaignId, id))?.state !== 'approved') return
    await openException(deps, tx, {
      kind: 'payout_unanswered',
      subject: 'payout',
      subjectId: id,
      key: `payout_unanswered:${id}`,
      campaignId,
      pledgeId: null,
      amount,
      reference: null,
      answer,
      happened: `For 20 hours, Stripe ${what} a payout of ${formatUsd(amount)}.`,
    })
  })

/** Organizations that were paid more than their share, all campaigns together: opened, and closed once that is over. */
export async function compareBalances(deps: Deps): Promise<void> {
  await settleEach(await store.overpaid(deps.db), (one) =>
    deps.db.transaction(async (tx) => {
      const key = store.overpaidKey(one)
      if (one.owedCents >= 0)
        return closeException(deps, tx, key, 'The organization no longer has more than its share', {
          mayReopen: true,
        })
      const amount = negate(one.owedCents)
      const told = await amountOfException(tx, key)
      // Once more only if it has grown.
      if (told > 0 && amount <= told) return
      await closeException(deps, tx, key, 'It has grown', { mayReopen: true })
      return openException(deps, tx, {
        kind: 'organization_overpaid',
        subject: 'payout',
        subjectId: null,
        key,
        reference: null,
        campaignId: one.campaignId,
        pledgeId: null,
        amount,
        happened: `${one.organizationName} was paid ${formatUsd(amount)} more than its share.`,
      })
    }),
  )
}

/** What a cancellation says about payouts; undefined if there were none. */
export async function payoutsBeforeCancelling(db: Db, campaignId: string): Promise<Cancellation['payouts']> {
  const { paidOut, onItsWay, unsent } = await store.payoutsSoFar(db, campaignId)
  if (paidOut === 0 && onItsWay === 0 && unsent === 0) return undefined
  return { paidOut: toDecimal(paidOut), onItsWay: toDecimal(onItsWay), unsent: toDecimal(unsent) }
}
