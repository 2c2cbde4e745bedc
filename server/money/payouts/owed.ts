/** What was approved is looked at again before it is sent, and balances after it: what is too much waits for a person (R69). */

import { add, type Cents, formatUsd, negate, positivePart, sum, toDecimal } from '#domain/money.ts'
import type { Cancellation } from '#domain/schemas/cancellation.ts'
import type { Deps } from '#server/money/deps.ts'
import { amountOfException, closeException, openException } from '#server/money/exceptions/index.ts'
import { clearingOf } from '#server/money/payments/index.ts'
import type { Db, Transaction } from '#server/platform/db/database.ts'
import { mayBeForgotten, settleEach } from '#server/platform/jobs/runs.ts'
import { booksAmong, booksOfOrganizations, lockBalances, type PayableBooks } from './balances-store.ts'
import * as store from './owed-store.ts'
import { canTransfer, onlyNow } from './payout.ts'
import { linesOf, lockPayout, payoutOf } from './store.ts'

type Approved = Pick<store.Approved, 'id' | 'organizationId' | 'moneyMode' | 'amountCents'>

/** What can be paid of an approved payout now: it is not deducted from itself. Null if all of it can. */
function lessThan(books: readonly PayableBooks[], { amountCents }: Approved): Cents | null {
  const without = sum(books.map(({ payable }) => payable.available))
  return without < 0 ? positivePart(add(without, amountCents)) : null
}

/** Whether an approved payout waits because less is owed now. The organization's books are locked from here on. */
export async function isAboveOwed(deps: Deps, tx: Transaction, payout: Approved): Promise<boolean> {
  const { id, amountCents: amount } = payout
  const books = await lockBalances(tx, clearingOf(deps), payout)
  const available = lessThan(books, payout)
  const key = `payout_above_owed:${id}`
  if (available !== null)
    await openException(deps, tx, {
      ...(await about(tx, id)),
      kind: 'payout_above_owed',
      key,
      amount,
      happened: `A payout of ${formatUsd(amount)} is approved. ${onlyNow(books, available)}.`,
    })
  else await closeException(deps, tx, key, 'Enough is owed again', { mayReopen: true })
  return available !== null
}

/** An exception about a payout is listed with the first of its campaigns. */
export async function about(tx: Transaction, id: string) {
  const [line] = await linesOf(tx, id)
  if (!line) throw new Error('a payout without a line')
  const { campaignId } = line
  return { subject: 'payout', subjectId: id, campaignId, pledgeId: null, reference: null } as const
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
  const changed = approved.filter((one) => (lessThan(booksAmong(books, one), one) !== null) !== one.isAbove)
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

type Unanswered = Pick<Approved, 'id' | 'amountCents'> & { what: string; answer: string | null }

/** Once: for 20 hours nobody knows whether it was sent. */
export const openUnanswered = (deps: Deps, { id, amountCents: amount, what, answer }: Unanswered) =>
  deps.db.transaction(async (tx) => {
    await lockPayout(tx, id)
    if ((await payoutOf(tx, id))?.state !== 'approved') return
    await openException(deps, tx, {
      ...(await about(tx, id)),
      kind: 'payout_unanswered',
      key: `payout_unanswered:${id}`,
      amount,
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
