/** A transfer that Stripe has not answered for 20 hours: representatives are mailed, and may withdraw it if it was not made (R69). */
import { DomainError } from '#domain/errors.ts'
import { formatUsd } from '#domain/money.ts'
import type { Payout } from '#domain/schemas/payout.ts'
import { accessWith } from '#server/accounts/access/index.ts'
import { mailRepresentatives } from '#server/accounts/users/index.ts'
import { payoutUnansweredMail } from '#server/messaging/mails/index.ts'
import { NoTransferAnswer } from '#server/money/providers/index.ts'
import type { Db, Transact } from '#server/platform/db/database.ts'
import type { Actor, Deps } from '#server/platform/deps.ts'
import { leaseFrom, mayBeForgotten } from '#server/platform/jobs/attempts.ts'
import { learnReversals } from './actions.reversals.ts'
import { lookFor, record } from './actions.transfers.ts'
import { canTransfer, held, toPayout, withdrawPayout } from './actions.ts'
import { withdrawBecause } from './actions.unsent.ts'
import * as store from './store.transfers.ts'

/** The reason for representatives; the error's own text may name a key or an address. */
const reasonOf = (error: unknown): string =>
  error instanceof NoTransferAnswer ? error.message : 'Stripe cannot be reached'

/** There is no answer. After 20 hours representatives are mailed why, once; also about one that Stripe was not asked to send. */
export async function unanswered(
  deps: Deps,
  transfer: store.ClaimedTransfer,
  error: unknown,
): Promise<never> {
  const { id, campaignId, askedAt, startedAt, amountCents } = transfer
  const since = askedAt ?? startedAt
  if (!mayBeForgotten(since, deps.clock.now())) throw error
  const mail = payoutUnansweredMail({
    ...{ ...transfer, since, reason: reasonOf(error), amount: formatUsd(amountCents) },
    isToWithdraw: askedAt === null,
    isTest: transfer.moneyMode === 'sandbox',
    url: `${deps.config.appUrl}/dashboard/payouts`,
  })
  const idempotencyKey = `payout-unanswered:${id}`
  await deps.db.transaction((tx) =>
    mailRepresentatives(tx, deps.clock, { ...mail, kind: 'payout', idempotencyKey, campaignId }),
  )
  throw error
}

type Key = { campaignId: string; payoutId: string }

/**
 * Any representative may withdraw a payout that was not sent. Of a transfer that waits, only Stripe knows: it is claimed, so
 * that nobody else asks for it, and withdrawn if Stripe made none.
 */
export async function withdraw(deps: Deps, transact: Transact, actor: Actor, key: Key): Promise<Payout> {
  const claim = await transact(async (tx) => {
    await accessWith(tx, actor, key.campaignId, 'canSettle')
    return claimStuck(deps, tx, key)
  })
  if (!claim) return withdrawPayout(deps, transact, actor, key.campaignId, key.payoutId)
  try {
    return await withdrawClaimed(deps, transact, actor, claim)
  } catch (error) {
    // It waits as before: a failed attempt must not keep it from being sent or withdrawn.
    await store.releaseTransfer(deps.db, claim.transfer.id, claim)
    throw error
  }
}

async function withdrawClaimed(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  { transfer, leaseUntil }: Claim,
): Promise<Payout> {
  const { id, campaignId, moneyMode } = transfer
  const isKnownToStripe = canTransfer(deps, moneyMode)
  const made = isKnownToStripe ? await whatStripeMade(deps, transfer) : null
  if (made?.outcome === 'paid') {
    await record(deps, transfer, made)
    await learnReversals(deps, made.reference)
    throw new DomainError('conflict', 'Stripe made this transfer: it is recorded as paid')
  }
  return transact(async (tx) => {
    const reason = `Stripe ${isKnownToStripe ? 'did not make' : 'was not asked to make'} the transfer`
    const how = { reason, by: actor.userId, leaseUntil }
    await withdrawBecause(deps, tx, { ...transfer, isShownToOwners: true }, how)
    const after = await held(tx, campaignId, id)
    if (after.state !== 'withdrawn') throw new DomainError('conflict', BEING_ASKED)
    return toPayout(after, actor)
  })
}

const whatStripeMade = (deps: Deps, transfer: store.ClaimedTransfer): ReturnType<typeof lookFor> =>
  lookFor(deps, transfer).catch((error: unknown) => {
    throw new DomainError(
      'conflict',
      `${reasonOf(error)}, so it is not known whether the payout was sent. Have that corrected, then withdraw it again`,
    )
  })

const BEING_ASKED = 'Stripe is being asked about this payout right now: try again in five minutes'

/** `leaseBefore`: what it goes back to if it is not withdrawn. */
type Claim = { transfer: store.ClaimedTransfer; leaseUntil: Date; leaseBefore: Date }

/** Undefined if it is no transfer that waits. */
async function claimStuck(deps: Deps, tx: Db, key: Key): Promise<Claim | undefined> {
  const now = deps.clock.now()
  const stuck = await store.holdStuck(tx, key, now)
  if (!stuck) return undefined
  const { leaseUntil: leaseBefore, ...transfer } = stuck
  if (transfer.askedAt !== null && !canTransfer(deps, transfer.moneyMode))
    throw new DomainError(
      'conflict',
      'Only Stripe knows whether this payout was sent, and this site does not use that Stripe account now',
    )
  if (leaseBefore > now) throw new DomainError('conflict', BEING_ASKED)
  const leaseUntil = leaseFrom(now)
  await store.claimTransfer(tx, transfer.id, { startedAt: null, leaseUntil })
  return { transfer, leaseUntil, leaseBefore }
}
