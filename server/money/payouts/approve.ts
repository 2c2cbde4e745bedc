/** A second representative approves a prepared payout (R38). */

import { availableTo } from '#domain/billing/payout.ts'
import { DomainError } from '#domain/errors.ts'
import { type Cents, parseCents, ZERO } from '#domain/money.ts'
import type { Payout, PayoutApproval } from '#domain/schemas/payout.ts'
import { demandRepresentative, reasonNotToApproveYet } from '#server/accounts/access/index.ts'
import { describeDestination, payoutDestination } from '#server/accounts/organizations/index.ts'
import { refuseOnHold } from '#server/money/book-check/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { clearingOf } from '#server/money/payments/index.ts'
import { accountOf } from '#server/money/stripe-accounts/index.ts'
import type { Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { lockBalances, type PayableBooks } from './balances-store.ts'
import { canTransfer, held, note, onlyNow, reasonNotToApprove, toPayout } from './payout.ts'
import * as store from './store.ts'

/**
 * The second person's approval; nothing is sent before it. If the organization has a Stripe account, a job transfers it;
 * otherwise a representative now sends it and records that.
 */
export function approvePayout(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  payoutId: string,
  form: PayoutApproval,
): Promise<Payout> {
  return transact(async (tx) => {
    await demandRepresentative(tx, actor)
    const before = await held(tx, payoutId)
    const reason = reasonNotToApprove(before, actor, deps.clock.now())
    if (reason) throw new DomainError(isOwn(before, actor) ? 'not_a_second_person' : 'conflict', reason)
    const notYet = await reasonNotToApproveYet(tx, actor, deps.clock.now())
    if (notYet) throw new DomainError('not_a_second_person', notYet)
    const books = await lockBalances(tx, clearingOf(deps), before)
    refuseLess(books, before)
    await agree(deps, tx, { actor, payout: before, form })
    const after = await held(tx, payoutId)
    await note(deps, tx, { actorId: actor.userId, action: 'payout.approve', payout: after, before, after })
    return toPayout(after, actor, { now: deps.clock.now(), notYet: null })
  })
}

/** Of a campaign, or of all of them together, less can be paid now than was prepared. */
function refuseLess(books: readonly PayableBooks[], { lines, amountCents }: store.StoredPayout): void {
  const refuse = (of: readonly PayableBooks[], amount: Cents) => {
    const available = availableTo(of.map(({ payable }) => payable))
    if (amount > available)
      throw new DomainError('conflict', `${onlyNow(of, available)}. Withdraw it and prepare another`)
  }
  for (const line of lines) {
    const amount = parseCents(line.amount) ?? ZERO
    const own = books.filter(({ campaignId }) => campaignId === line.campaignId)
    if (amount > 0) for (const one of own) refuseOnHold(one)
    refuse(own, amount)
  }
  refuse(books, amountCents)
}

/** Prepared by them, or for an organization of theirs. */
const isOwn = (payout: store.StoredPayout, actor: Actor): boolean =>
  payout.state === 'prepared' &&
  (payout.preparedBy.id === actor.userId ||
    (payout.approvers ?? []).some(([id, , isMember]) => id === actor.userId && isMember))

type Agreed = { actor: Actor; payout: store.StoredPayout; form: PayoutApproval }

async function agree(deps: Deps, tx: Transaction, { actor, payout, form }: Agreed): Promise<void> {
  const where = await payoutDestination(tx, payout.organizationId)
  const destination = describeDestination(where)
  if (!(where && destination)) throw new Error('a payout approved without a destination')
  const looksAt = form.destinationId ?? payout.destinationId ?? where.id
  if (looksAt !== where.id)
    throw new DomainError('conflict', 'The payout destination was changed in the meantime: check it again')
  const approval = { by: actor.userId, at: deps.clock.now(), destinationId: where.id, destination }
  const account = canTransfer(deps, payout.moneyMode) ? where.stripeAccount : null
  if (account && (await accountOf(tx, payout.organizationId, deps.cards))?.account !== account)
    throw new DomainError(
      'conflict',
      'This site does not use the Stripe account of the payout destination now: an owner sets up Stripe again on the organization’s page',
    )
  const byHand = where.method === 'stripe' ? null : where.method
  await store.approve(tx, payout.id, {
    ...approval,
    account,
    method: account ? 'stripe' : byHand,
  })
}
