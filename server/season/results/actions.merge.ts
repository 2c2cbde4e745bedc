/** Merges two events for one match, and removes unneeded events, while nothing of them is confirmed (R17 to R19). */
import { DomainError, notFound } from '#domain/errors.ts'
import { likeness } from '#domain/match-identity.ts'
import { minus, NONE, plus, type Quantity } from '#domain/quantity.ts'
import type { Event } from '#domain/schemas/event.ts'
import { dateIn } from '#domain/zone.ts'
import { type Access, accessWith } from '#server/accounts/access/index.ts'
import { auditAll } from '#server/platform/audit/audit.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import type { Db, Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import type { Deps } from '#server/season/deps.ts'
import {
  findEvent,
  isPledgedOnAlone,
  leaveOutOfCalendar,
  mergeInto,
  takeOff,
} from '#server/season/events/index.ts'
import { enterMatchTotals } from './actions.matches.ts'
import { enter, refuseClosed } from './actions.ts'
import {
  countOfEvent,
  hasEntered,
  voidWaiting,
  type WaitingOfEvent,
  waitingOfEvent,
} from './store.matches.ts'
import * as store from './store.ts'

type Key = { campaignId: string; eventId: string }

async function existing(db: Db, campaignId: string, eventId: string): Promise<Event> {
  const event = await findEvent(db, campaignId, eventId)
  if (!event) throw notFound('Event')
  return event
}

async function refuseConfirmed(db: Db, { campaignId, id, name }: Event): Promise<{ hasResults: boolean }> {
  const { all, confirmed } = await countOfEvent(db, campaignId, id)
  if (confirmed > 0)
    throw new DomainError('conflict', `Results of ${name} are confirmed. Void them first, then try again.`)
  return { hasResults: all > 0 }
}

/**
 * Merging decides what a pledge on one match alone earns, and so does calling two opponents one: a representative does it as the
 * second person, and not for results that they entered (R18).
 */
async function refuseAlone(
  tx: Db,
  actor: Actor,
  { campaignId, vocabulary, isRepresentative }: Access,
  [from, to]: readonly [Event, Event],
): Promise<void> {
  const ids = [from.id, to.id]
  const isPledgedOn = await isPledgedOnAlone(tx, campaignId, ids)
  if (!isPledgedOn && likeness(from, to) !== 'different') return
  const { matches } = vocabulary
  const refuse = (words: string) => new DomainError('not_a_second_person', words)
  if (!isRepresentative)
    throw refuse(
      isPledgedOn
        ? `Supporters pledged on one of these ${matches} alone: ask a representative to merge them`
        : `These ${matches} are against different opponents: ask a representative to merge them`,
    )
  if (await hasEntered(tx, { campaignId, eventIds: ids, userId: actor.userId }))
    throw refuse(`You entered results of one of these ${matches}: another representative must merge them`)
}

/**
 * Merges an event into another of its day: it is archived, its waiting entries are voided, and their figures are entered
 * there if the current ones differ. Anyone who may confirm results may merge what could be one: duplicates show up there.
 */
export function mergeEvents(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  { campaignId, eventId }: Key,
  into: string,
): Promise<Event> {
  return transact(
    async (tx) => {
      const access = await accessWith(tx, actor, campaignId, 'canConfirmResults')
      refuseClosed(access)
      if (eventId === into) throw new DomainError('conflict', 'Choose another event to merge it into')
      const [from, to] = [await existing(tx, campaignId, eventId), await existing(tx, campaignId, into)]
      const dayOf = ({ startTime }: Event) => dateIn(access.timeZone, new Date(startTime))
      if (dayOf(from) !== dayOf(to))
        throw new DomainError('conflict', 'They are on different days. Change the date of one of them first.')
      await refuseConfirmed(tx, from)
      await refuseAlone(tx, actor, access, [from, to])
      const moved = await voidAll(deps, tx, actor, from, `Merged into ${to.name}`)
      await enterThere(deps, tx, actor, { from, to }, moved)
      return mergeInto(deps, tx, actor, access, { from, into: to })
    },
    { campaignId, mode: 'exclusive' },
  )
}

/** Takes an event off the schedule; its waiting entries are voided. */
export function removeEvent(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  { campaignId, eventId }: Key,
): Promise<Event> {
  return transact(
    async (tx) => {
      refuseClosed(await accessWith(tx, actor, campaignId, 'canManageEvents'))
      const event = await existing(tx, campaignId, eventId)
      const { hasResults } = await refuseConfirmed(tx, event)
      await voidAll(deps, tx, actor, event, `${event.name} was removed`)
      await leaveOutOfCalendar(tx, event.id)
      await takeOff(deps, tx, actor, { event, hasResults })
      return event
    },
    { campaignId, mode: 'exclusive' },
  )
}

const LONGEST_REASON = 500

async function voidAll(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  { campaignId, id }: Event,
  why: string,
): Promise<WaitingOfEvent[]> {
  const waiting = await waitingOfEvent(tx, campaignId, id)
  if (waiting.length === 0) return []
  const reason = why.slice(0, LONGEST_REASON)
  const ids = waiting.map((one) => one.id)
  await voidWaiting(tx, ids, { by: actor.userId, at: deps.clock.now(), reason })
  await store.recomputeTotals(tx, campaignId, [...new Set(waiting.map(({ statisticId }) => statisticId))])
  for (const { confirmed, entered } of (await store.totalsOf(tx, campaignId)).values())
    if (plus(confirmed, entered) < 0)
      throw new DomainError('conflict', 'That would take the running total below 0')
  await auditAll(
    tx,
    deps.clock,
    waiting.map((before) => ({
      actorId: actor.userId,
      action: 'result.void',
      subject: 'result',
      subjectId: before.id,
      campaignId,
      before,
      after: { reason },
    })),
  )
  campaignChanged(tx, deps, campaignId)
  return waiting
}

type Moved = Pick<WaitingOfEvent, 'note' | 'evidenceUrl' | 'total' | 'isFinal'>

/** The totals entered last, with the note and evidence of each; the person who merged may not confirm them (R18). */
async function enterThere(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  { from, to }: { from: Event; to: Event },
  waiting: readonly WaitingOfEvent[],
): Promise<void> {
  const { campaignId } = from
  const counted = new Map<string, Moved>()
  for (const { statisticId, kind, total, isFinal, note, evidenceUrl } of waiting) {
    const why = { isFinal, note: note ?? `Moved from ${from.name}`.slice(0, LONGEST_REASON), evidenceUrl }
    if (kind !== 'count') {
      const standing = await achievedSoFar(tx, campaignId, statisticId)
      const stated = { quantity: minus(total, standing), total, previousTotal: null }
      const entry = { statisticId, eventId: to.id, kind: kind as 'achieved', ...stated, ...why }
      await enter(deps, tx, actor, campaignId, [entry])
    } else counted.set(statisticId, { total, ...why })
  }
  for (const [statisticId, { total, ...why }] of counted) {
    const rows = [{ eventId: to.id, statisticId, quantity: total }]
    await enterMatchTotals(deps, tx, actor, campaignId, rows, why)
  }
}

async function achievedSoFar(tx: Db, campaignId: string, statisticId: string): Promise<Quantity> {
  const totals = (await store.totalsOf(tx, campaignId)).get(statisticId)
  return totals ? plus(totals.confirmed, totals.entered) : NONE
}
