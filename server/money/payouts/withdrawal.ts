/** A payout that was not sent is withdrawn; of a transfer, only Stripe knows whether it was sent. */
import { DomainError, invalidField } from '#domain/errors.ts'
import { PROVIDER_TIME_ZONE } from '#domain/places/zone.ts'
import type { Payout, PayoutWithdrawal } from '#domain/schemas/payout.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { momentInWords } from '#server/messaging/mails/index.ts'
import type { Deps } from '#server/money/deps.ts'
import type { Db, Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { leaseFrom } from '#server/platform/jobs/runs.ts'
import { closeWaiting } from './owed.ts'
import { canTransfer, ENDED, held, note, toPayout } from './payout.ts'
import { learnReversals } from './reversals.ts'
import * as store from './store.ts'
import { lookFor, reasonOf, record } from './transfers.ts'
import * as transfers from './transfers-store.ts'

/**
 * Any representative may; of one that is in a file for the bank, with a reason: no one here knows what the bank does with
 * that file. A transfer is claimed first, so that nobody else asks for it, and withdrawn if Stripe made none.
 */
export async function withdraw(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  payoutId: string,
  { reason }: PayoutWithdrawal,
): Promise<Payout> {
  const begun = await transact(async (tx) => {
    await demandRepresentative(tx, actor)
    return (
      (await claim(deps, tx, payoutId)) ?? { payout: await finish(deps, tx, actor, { payoutId, reason }) }
    )
  })
  if ('payout' in begun) return begun.payout
  try {
    return await withdrawClaimed(deps, transact, actor, { claimed: begun, reason })
  } catch (error) {
    // It waits as before: a failed attempt must not keep it from being sent or withdrawn.
    await transfers.releaseTransfer(deps.db, begun.transfer.id, begun)
    throw error
  }
}

/** `transfer`: it cannot be withdrawn without this claim. */
async function finish(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  { payoutId, reason, transfer }: { payoutId: string; reason: string | null; transfer?: Claim },
): Promise<Payout> {
  const before = await held(tx, payoutId)
  if (before.next === 'transfer' && !transfer) throw new DomainError('conflict', 'Stripe is sending it')
  if (before.state !== 'prepared' && before.state !== 'approved')
    throw new DomainError('conflict', ENDED[before.state])
  if (before.bankFile && reason === null) throw invalidField('reason', inFile(before.bankFile))
  const leaseUntil = transfer?.leaseUntil ?? null
  if (!(await store.withdraw(tx, payoutId, { leaseUntil, reason })))
    throw new DomainError('conflict', BEING_ASKED)
  await closeWaiting(deps, tx, payoutId, 'The payout was withdrawn')
  const after = await held(tx, payoutId)
  await note(deps, tx, { actorId: actor.userId, action: 'payout.withdraw', payout: after, before, after })
  return toPayout(after, actor)
}

const inFile = ({ at }: NonNullable<Payout['bankFile']>): string =>
  `It is in the ACH file of ${momentInWords(new Date(at), PROVIDER_TIME_ZONE)} ET. Withdraw it only if the bank did not get that file or did not take it, and enter how you know`

async function withdrawClaimed(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  { claimed, reason }: { claimed: Claim; reason: string | null },
): Promise<Payout> {
  const { transfer } = claimed
  const made = canTransfer(deps, transfer.moneyMode) ? await whatStripeMade(deps, transfer) : null
  if (made?.outcome === 'paid') {
    await record(deps, transfer, made)
    await learnReversals(deps, made.reference)
    throw new DomainError('conflict', 'Stripe made this transfer: it is recorded as sent')
  }
  return transact((tx) => finish(deps, tx, actor, { payoutId: transfer.id, reason, transfer: claimed }))
}

const whatStripeMade = (deps: Deps, transfer: transfers.ClaimedTransfer): ReturnType<typeof lookFor> =>
  lookFor(deps, transfer).catch((error: unknown) => {
    throw new DomainError(
      'conflict',
      `${reasonOf(error)}, so it is not known whether the payout was sent. Have that corrected, then withdraw it again`,
    )
  })

const BEING_ASKED = 'Stripe is being asked about this payout right now: try again in five minutes'

/** `leaseBefore`: what it goes back to if it is not withdrawn. */
type Claim = { transfer: transfers.ClaimedTransfer; leaseUntil: Date; leaseBefore: Date }

/** Undefined if it is no transfer, or one for which Stripe was asked within 20 hours. */
async function claim(deps: Deps, tx: Db, payoutId: string): Promise<Claim | undefined> {
  const now = deps.clock.now()
  const waiting = await transfers.lockWaiting(tx, payoutId, now)
  if (!waiting) return undefined
  const { leaseUntil: leaseBefore, ...transfer } = waiting
  if (transfer.askedAt !== null && !canTransfer(deps, transfer.moneyMode))
    throw new DomainError(
      'conflict',
      'Only Stripe knows whether this payout was sent, and this site does not use that Stripe account now',
    )
  if (leaseBefore > now) throw new DomainError('conflict', BEING_ASKED)
  const leaseUntil = leaseFrom(now)
  await transfers.claimTransfer(tx, transfer.id, { startedAt: null, leaseUntil })
  return { transfer, leaseUntil, leaseBefore }
}
