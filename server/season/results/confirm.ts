/** Confirms results that somebody else entered: only then do they count (R18). */

import { DomainError, notFound } from '#domain/errors.ts'
import type { ConfirmForm, ResultEntry } from '#domain/schemas/result.ts'
import { accessWith } from '#server/accounts/access/index.ts'
import { announce } from '#server/accounts/webhook-endpoints/index.ts'
import { auditAll } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import type { Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import type { Deps } from '#server/season/deps.ts'
import { gatherDigest } from '#server/season/digests/index.ts'
import { refreshExpected } from '#server/season/pledges/index.ts'
import { refuseDuplicates } from './doubts.ts'
import { entriesOf, NOT_FINAL, refuseClosed } from './enter.ts'
import * as store from './store.ts'

/** A second person confirms entries and requested voids; all of them or none. */
export function confirmResults(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  campaignId: string,
  { resultIds, differentMatches = [] }: ConfirmForm,
): Promise<ResultEntry[]> {
  return transact(
    async (tx) => {
      const access = await accessWith(tx, actor, campaignId, 'canConfirmResults')
      refuseClosed(access)
      const results = await store.findResults(tx, campaignId, resultIds)
      if (results.length !== new Set(resultIds).size) throw notFound('Result')
      for (const result of results) {
        const reason = reasonNotToConfirm(result, actor, true)
        // Then no other person could confirm it, either.
        const isForNobody = result.state === 'confirmed' || result.state === 'voided' || !result.isFinal
        if (reason) throw new DomainError(isForNobody ? 'conflict' : 'not_a_second_person', reason)
      }
      await refuseDuplicates(deps, tx, actor, access, results, differentMatches)
      const now = deps.clock.now()
      const idsIn = (state: ResultEntry['state']) =>
        results.filter((result) => result.state === state).map(({ id }) => id)
      await store.confirmEntries(tx, { campaignId, ids: idsIn('entered'), by: actor.userId, at: now })
      await store.confirmVoids(tx, idsIn('void_requested'), actor.userId, now)
      await afterConfirmed(deps, tx, campaignId, results)
      await auditAll(
        tx,
        deps.clock,
        results.map((result) => ({
          actorId: actor.userId,
          action: result.state === 'entered' ? 'result.confirm' : 'result.confirm_void',
          subject: 'result',
          subjectId: result.id,
          campaignId,
          before: result,
        })),
      )
      await announce(
        tx,
        results.map(({ id: resultId, state, statisticId, eventId, total }) => ({
          id: newId(deps.clock),
          type: state === 'entered' ? 'result.confirmed' : 'result.voided',
          campaignId,
          at: now,
          data: { campaignId, resultId, statisticId, eventId, total },
        })),
      )
      return entriesOf(tx, actor, access, resultIds)
    },
    { campaignId, mode: 'exclusive' },
  )
}

async function afterConfirmed(
  deps: Deps,
  tx: Transaction,
  campaignId: string,
  results: readonly store.StoredResult[],
): Promise<void> {
  await store.recomputeTotals(tx, campaignId, [...new Set(results.map(({ statisticId }) => statisticId))])
  for (const { confirmed } of (await store.totalsOf(tx, campaignId)).values()) {
    if (confirmed < 0) throw new DomainError('conflict', 'A running total cannot fall below 0')
  }
  const events = [...new Set(results.flatMap(({ eventId }) => (eventId ? [eventId] : [])))]
  if (events.length > 0) await store.completeEvents(tx, campaignId, events)
  await refreshExpected(tx, campaignId, deps.clock.now())
  await gatherDigest(tx, deps.clock, campaignId)
  campaignChanged(tx, deps, campaignId)
}

const OWN_ENTRY = 'Your entry: someone else must confirm it'

/** Why this person may not confirm that entry, or its void; null if they may. */
export function reasonNotToConfirm(
  result: store.StoredResult,
  actor: Actor | null,
  mayConfirm: boolean,
): string | null {
  if (result.state === 'confirmed') return 'Already confirmed'
  if (result.state === 'voided') return 'Already voided'
  if (!result.isFinal) return NOT_FINAL
  if (!actor || !mayConfirm) return 'An owner, a confirmer or a representative must confirm it'
  const by = result.state === 'void_requested' ? result.voidRequestedBy : result.enteredBy.id
  if (by === actor.userId)
    return result.state === 'void_requested'
      ? 'You requested this void: someone else must confirm it'
      : OWN_ENTRY
  return null
}
