/** A second representative approves a prepared payout (R38). */

import { DomainError } from '#domain/errors.ts'
import type { Payout, PayoutApproval } from '#domain/schemas/payout.ts'
import { type Access, accessWith, reasonNotToApproveYet } from '#server/accounts/access/index.ts'
import { describeDestination, payoutDestination } from '#server/accounts/organizations/index.ts'
import { refuseOnHold } from '#server/money/book-check/index.ts'
import type { Deps } from '#server/money/deps.ts'
import type { Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { canTransfer, held, note, onlyNow, payableNow, reasonNotToApprove, toPayout } from './payout.ts'
import * as store from './store.ts'

/**
 * The second person's approval; nothing is sent before it. If the organization has a Stripe account, a job transfers it;
 * otherwise a representative now sends it and records that.
 */
export function approvePayout(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  { campaignId, payoutId }: { campaignId: string; payoutId: string },
  form: PayoutApproval,
): Promise<Payout> {
  return transact(async (tx) => {
    const access = await accessWith(tx, actor, campaignId, 'canSettle')
    refuseOnHold(access)
    const before = await held(tx, campaignId, payoutId)
    const reason = reasonNotToApprove(before, actor, deps.clock.now())
    if (reason) throw new DomainError(isOwn(before, actor) ? 'not_a_second_person' : 'conflict', reason)
    const notYet = await reasonNotToApproveYet(tx, actor, deps.clock.now())
    if (notYet) throw new DomainError('not_a_second_person', notYet)
    const payable = await payableNow(deps, tx, access)
    if (before.amountCents > payable.available)
      throw new DomainError('conflict', `${onlyNow(payable)}. Withdraw it and prepare another`)
    await agree(deps, tx, { access, actor, payout: before, form })
    const after = await held(tx, campaignId, payoutId)
    await note(deps, tx, actor, { action: 'payout.approve', campaignId, payoutId, before, after })
    return toPayout(after, actor)
  })
}

/** Prepared by them, or for an organization of theirs. */
const isOwn = (payout: store.StoredPayout, actor: Actor): boolean =>
  payout.state === 'prepared' &&
  (payout.preparedBy.id === actor.userId ||
    (payout.approvers ?? []).some(([id, , isMember]) => id === actor.userId && isMember))

type Agreed = { access: Access; actor: Actor; payout: store.StoredPayout; form: PayoutApproval }

async function agree(deps: Deps, tx: Transaction, { access, actor, payout, form }: Agreed): Promise<void> {
  const where = await payoutDestination(tx, access.organizationId)
  const destination = describeDestination(where)
  if (!(where && destination)) throw new Error('a payout approved without a destination')
  const looksAt = form.destinationId ?? payout.destinationId ?? where.id
  if (looksAt !== where.id)
    throw new DomainError('conflict', 'The payout destination was changed in the meantime: check it again')
  const approval = { by: actor.userId, at: deps.clock.now(), destinationId: where.id, destination }
  const account = canTransfer(deps, payout.moneyMode) ? where.stripeAccount : null
  const byHand = where.method === 'stripe' ? null : where.method
  await store.approve(tx, payout.id, {
    ...approval,
    account,
    method: account ? 'stripe' : byHand,
  })
}
