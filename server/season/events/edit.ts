import { invalidField, notFound } from '#domain/errors.ts'
import { refuseNewName } from '#domain/links.ts'
import type { Event, EventForm } from '#domain/schemas/event.ts'
import { atNoon, reasonAgainstEnd, reasonAgainstStart } from '#domain/season/event-times.ts'
import { accessWith } from '#server/accounts/access/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import type { Db, Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { refuseStale } from '#server/platform/http/versions.ts'
import type { Deps } from '#server/season/deps.ts'
import { refreshPartialTotals } from '#server/season/pledges/index.ts'
import { notifyChangedMatch } from './changed-matches.ts'
import { refuseBegun, refuseDay, refusePast } from './owner-changes.ts'
import * as store from './store.ts'
import { keepBegun } from './store.ts'

async function existing(db: Db, campaignId: string, eventId: string): Promise<Event> {
  const event = await store.findEvent(db, campaignId, eventId)
  if (!event) throw notFound('Event')
  return event
}

function refuseStart(startTime: Date, timeZone: string, now: Date): void {
  const reason = reasonAgainstStart(startTime, timeZone, now)
  if (reason) throw invalidField('startTime', reason)
}

function refuseEnd(row: Pick<store.EventRow, 'startTime' | 'hasTime' | 'endTime'>, timeZone: string): void {
  const reason = reasonAgainstEnd(atNoon(row, timeZone).startTime, row.endTime)
  if (reason) throw invalidField('endTime', reason)
}

export function createEvent(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  campaignId: string,
  form: EventForm,
): Promise<Event> {
  return transact(
    async (tx) => {
      const access = await accessWith(tx, actor, campaignId, 'canManageEvents')
      const { timeZone } = access
      refuseStart(form.startTime, timeZone, deps.clock.now())
      refuseDay(access, form.startTime)
      refuseEnd(form, timeZone)
      return addEvent(deps, tx, actor, { campaignId, timeZone }, form)
    },
    { campaignId, mode: 'exclusive' },
  )
}

/** Puts a match on the schedule; imports and the touchline may add one that is already played. */
export async function addEvent(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  key: { campaignId: string; timeZone: string; sourceUid?: string | null },
  given: store.EventRow,
): Promise<Event> {
  const { campaignId } = key
  const row = atNoon(given, key.timeZone)
  const id = newId(deps.clock)
  await store.insertEvent(tx, { ...key, id, createdAt: deps.clock.now() }, row)
  await refreshPartialTotals(tx, campaignId)
  const after = await existing(tx, campaignId, id)
  await audit(tx, deps.clock, {
    actorId: actor.userId,
    action: 'event.create',
    subject: 'event',
    subjectId: id,
    campaignId,
    after,
  })
  campaignChanged(tx, deps, campaignId)
  return after
}

export function updateEvent(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  key: { campaignId: string; eventId: string; ifMatch: number | null },
  changes: Partial<EventForm>,
): Promise<Event> {
  const { campaignId, eventId } = key
  return transact(
    async (tx) => {
      const access = await accessWith(tx, actor, campaignId, 'canManageEvents')
      const { timeZone } = access
      const before = await existing(tx, campaignId, eventId)
      refuseStale(key.ifMatch, before, before)
      await refuseBegun(tx, access, before, deps.clock.now())
      refuseNewName('name', before.name, changes.name)
      refuseNewName('opponent', before.opponent, changes.opponent)
      const isMoved = changes.startTime && changes.startTime.getTime() !== Date.parse(before.startTime)
      // Whoever states another start without a word about its time states the time.
      const row = { ...toRow(before), ...(isMoved && { hasTime: true }), ...changes }
      if (isMoved) {
        refuseStart(row.startTime, timeZone, deps.clock.now())
        refusePast(access, atNoon(row, timeZone).startTime, deps.clock.now())
        refuseDay(access, row.startTime)
      }
      refuseEnd(row, timeZone)
      return changeEvent(deps, tx, actor, { timeZone, before }, row)
    },
    { campaignId, mode: 'exclusive' },
  )
}

/** Writes an event's new state, under the campaign's lock. */
export async function changeEvent(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  { timeZone, before, sourceUid }: { timeZone: string; before: Event; sourceUid?: string | null },
  given: store.EventRow,
): Promise<Event> {
  const { id, campaignId } = before
  const row = atNoon(given, timeZone)
  const key = { id, timeZone, changedAt: deps.clock.now(), ...(sourceUid ? { sourceUid } : {}) }
  await store.updateEvent(tx, key, row)
  // When a match starts decides which lines count it.
  const since = new Date(before.startTime)
  if (row.startTime.getTime() !== since.getTime()) {
    const moved = { campaignId, eventId: id, startsAt: row.startTime, mergedId: null }
    if (since <= deps.clock.now()) await keepBegun(tx, { ...moved, since })
  }
  await refreshPartialTotals(tx, campaignId)
  const after = await existing(tx, campaignId, id)
  await audit(tx, deps.clock, {
    actorId: actor.userId,
    action: 'event.update',
    subject: 'event',
    subjectId: id,
    campaignId,
    before,
    after,
  })
  await notifyChangedMatch(deps, tx, before, after)
  campaignChanged(tx, deps, campaignId)
  return after
}

/** Run before several events change their days, so that two may swap. */
export const clearOpponents = (tx: Transaction, campaignId: string, ids: readonly string[]): Promise<void> =>
  store.clearOpponents(tx, campaignId, ids)

/** Keeps a calendar's own name for an event; nothing visible changes. */
export const keepSource = (tx: Transaction, id: string, sourceUid: string): Promise<void> =>
  store.setSource(tx, id, sourceUid)

export const toRow = (event: Event): store.EventRow => ({
  ...event,
  startTime: new Date(event.startTime),
  endTime: event.endTime === null ? null : new Date(event.endTime),
})
