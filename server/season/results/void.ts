import { DomainError, notFound } from '#domain/errors.ts'
import { permissionsOf } from '#domain/people/roles.ts'
import { plus } from '#domain/quantity.ts'
import type { ResultEntry } from '#domain/schemas/result.ts'
import { accessWith } from '#server/accounts/access/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import type { Db, Transact } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import type { Deps } from '#server/season/deps.ts'
import { entriesOf, reasonToRefuseEntry, refuseClosed } from './enter.ts'
import * as store from './store.ts'

type Key = { campaignId: string; resultId: string }

async function existing(tx: Db, { campaignId, resultId }: Key): Promise<store.StoredResult> {
  const [result] = await store.findResults(tx, campaignId, [resultId])
  if (!result) throw notFound('Result')
  return result
}

/** Voids with who and why: at once if unconfirmed, otherwise once a second person agrees. */
export function voidResult(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  key: Key,
  reason: string,
): Promise<ResultEntry> {
  const { campaignId, resultId } = key
  return transact(
    async (tx) => {
      const access = await accessWith(tx, actor, campaignId, 'canEnterResults')
      refuseClosed(access)
      const before = await existing(tx, key)
      if (before.state === 'voided') throw new DomainError('conflict', 'Already voided')
      if (before.state === 'void_requested')
        throw new DomainError('conflict', 'This void was already requested and is waiting to be confirmed')
      await store.requestVoid(tx, resultId, actor.userId, deps.clock.now(), reason)
      await store.recomputeTotals(tx, campaignId, [before.statisticId])
      const left = (await store.totalsOf(tx, campaignId)).get(before.statisticId)
      if (left && plus(left.confirmed, left.entered) < 0)
        throw new DomainError('conflict', 'That would take the running total below 0')
      await audit(tx, deps.clock, {
        actorId: actor.userId,
        action: 'result.void',
        subject: 'result',
        subjectId: resultId,
        campaignId,
        before,
        after: { reason },
      })
      campaignChanged(tx, deps, campaignId)
      return (await entriesOf(tx, actor, access, [resultId]))[0] as ResultEntry
    },
    { campaignId, mode: 'exclusive' },
  )
}

/**
 * Declines a requested void: the result counted all along, and is simply confirmed again. Anyone who may confirm the void
 * may decline it; the requester may withdraw it.
 */
export function keepResult(deps: Deps, transact: Transact, actor: Actor, key: Key): Promise<ResultEntry> {
  const { campaignId, resultId } = key
  return transact(
    async (tx) => {
      const access = await accessWith(tx, actor, campaignId, 'canEnterResults')
      refuseClosed(access)
      const before = await existing(tx, key)
      const mayConfirm = permissionsOf(access).canConfirmResults
      const reason = reasonToRefuseEntry(before, actor, mayConfirm)
      if (reason) throw new DomainError(before.state === 'void_requested' ? 'forbidden' : 'conflict', reason)
      await store.declineVoid(tx, resultId)
      await audit(tx, deps.clock, {
        actorId: actor.userId,
        action: before.voidRequestedBy === actor.userId ? 'result.withdraw_void' : 'result.decline_void',
        subject: 'result',
        subjectId: resultId,
        campaignId,
        before,
      })
      campaignChanged(tx, deps, campaignId)
      return (await entriesOf(tx, actor, access, [resultId]))[0] as ResultEntry
    },
    { campaignId, mode: 'exclusive' },
  )
}
