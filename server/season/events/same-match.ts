import type { Event } from '#domain/schemas/event.ts'
import { isMatch } from '#domain/season/match-identity.ts'
import { audit, auditAll } from '#server/platform/audit/audit.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import type { Deps } from '#server/season/deps.ts'
import { refreshPartialTotals } from '#server/season/pledges/index.ts'
import type * as queriesArchive from './archive-store.ts'
import * as store from './archive-store.ts'
import { notifyMergedMatch } from './changed-matches.ts'
import { changeEvent, toRow } from './edit.ts'
import { keepBegun } from './store.ts'

/** Merges one event into another, which takes over an opponent that it lacks. The caller has handled its results. */
export async function mergeInto(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  { timeZone }: { timeZone: string },
  { from, into }: { from: Event; into: Event },
): Promise<Event> {
  await notifyMergedMatch(deps, tx, { from, into })
  await store.archiveEvent(tx, from.id, { at: deps.clock.now(), mergedInto: into.id })
  // Pledges on this match alone move to the match it is merged into, and what was known of this one is known of that one.
  await store.movePledges(tx, from.id, into.id)
  const since = new Date(from.startTime)
  await keepBegun(tx, {
    campaignId: from.campaignId,
    since: since <= deps.clock.now() ? since : null,
    eventId: into.id,
    startsAt: new Date(into.startTime),
    mergedId: from.id,
  })
  await refreshPartialTotals(tx, from.campaignId)
  await audit(tx, deps.clock, {
    actorId: actor.userId,
    action: 'event.merge',
    subject: 'event',
    subjectId: from.id,
    campaignId: from.campaignId,
    before: from,
    after: { mergedInto: into.id, name: into.name },
  })
  campaignChanged(tx, deps, from.campaignId)
  return takeOpponent(deps, tx, actor, { timeZone, event: into }, from)
}

/** Fills in a game's missing opponent once it is known, so that the next file finds the game by it. */
export async function takeOpponent(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  { timeZone, event }: { timeZone: string; event: Event },
  { opponent, venue }: Pick<Event, 'opponent' | 'venue'>,
): Promise<Event> {
  if (event.opponent || !opponent || event.eventType !== 'game') return event
  return changeEvent(
    deps,
    tx,
    actor,
    { timeZone, before: event },
    { ...toRow(event), opponent, venue: event.venue ?? venue },
  )
}

/** The calendar that it came from does not bring it back. */
export const leaveOutOfCalendar = (tx: Transaction, id: string): Promise<void> =>
  store.leaveOutOfCalendar(tx, id)

/** Takes an event off the schedule; the row stays if results name it or, for the forecast, if it is a match. */
export async function takeOff(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  { event, hasResults }: { event: Event; hasResults: boolean },
): Promise<void> {
  // A pledge on this match alone names it too, and then owes nothing. One match less lowers the forecast.
  const isNamed =
    hasResults || (await store.isPledgedOn(tx, event.id)) || (await store.isThankedFor(tx, event.id))
  if (isNamed || isMatch(event))
    await store.archiveEvent(tx, event.id, { at: deps.clock.now(), mergedInto: null })
  else await store.deleteEvent(tx, event.id)
  await refreshPartialTotals(tx, event.campaignId)
  await audit(tx, deps.clock, {
    actorId: actor.userId,
    action: 'event.remove',
    subject: 'event',
    subjectId: event.id,
    campaignId: event.campaignId,
    before: event,
  })
  campaignChanged(tx, deps, event.campaignId)
}

/** Records that these are different matches, so that nobody is asked about them again. */
export async function markAsDifferentMatches(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  campaignId: string,
  pairs: readonly queriesArchive.Pair[],
): Promise<void> {
  if (pairs.length === 0) return
  const key = { campaignId, by: actor.userId, at: deps.clock.now() }
  const kept = await store.keepDifferent(tx, key, pairs)
  if (kept.length === 0) return
  await auditAll(
    tx,
    deps.clock,
    kept.map(([first, second]) => ({
      actorId: actor.userId,
      action: 'event.tell_apart',
      subject: 'event',
      subjectId: first,
      campaignId,
      after: { differentFrom: second },
    })),
  )
}
