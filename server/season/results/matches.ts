import { type Vocabulary, withArticle } from '#domain/campaigns/vocabulary.ts'
import { DomainError, invalidField, notFound } from '#domain/errors.ts'
import { dateIn } from '#domain/places/zone.ts'
import { formatQuantity, minus, NONE, plus, type Quantity } from '#domain/quantity.ts'
import type { Event } from '#domain/schemas/event.ts'
import type { MatchResultsForm, ResultEntry } from '#domain/schemas/result.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'
import { likeness, sureMatch } from '#domain/season/match-identity.ts'
import { matchName, opponentIn } from '#domain/season/schedule.ts'
import { countsUnits } from '#domain/season/statistic-types.ts'
import { type Access, accessWith } from '#server/accounts/access/index.ts'
import { auditAll } from '#server/platform/audit/audit.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import type { Db, Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import type { Deps } from '#server/season/deps.ts'
import {
  addEvent,
  entriesByEvent,
  findEvent,
  findPlayed,
  isPledgedOnAlone,
  leaveOutOfCalendar,
  markAsDifferentMatches,
  matchesOn,
  mergeInto,
  refuseBegun,
  takeOff,
  takeOpponent,
} from '#server/season/events/index.ts'
import { ALL_STATISTICS, statisticsOf } from '#server/season/statistics/index.ts'
import { type Entry, enter, entriesOf, makeFinal, refuseAnother, refuseClosed } from './enter.ts'
import * as matches from './matches-store.ts'
import {
  countOfEvent,
  hasEntered,
  voidWaiting,
  type WaitingOfEvent,
  waitingOfEvent,
} from './matches-store.ts'
import * as store from './store.ts'

/** Merges two events for one match, and removes unneeded events, while nothing of them is confirmed. */
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
 * second person, and not for results that they entered.
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
      const from = await existing(tx, campaignId, eventId)
      const to = await existing(tx, campaignId, into)
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
      const access = await accessWith(tx, actor, campaignId, 'canManageEvents')
      refuseClosed(access)
      const event = await existing(tx, campaignId, eventId)
      await refuseBegun(tx, access, event, deps.clock.now())
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

/** The totals entered last, with the note and evidence of each; the person who merged may not confirm them. */
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
      const achieved = await achievedSoFar(tx, campaignId, statisticId)
      const stated = { quantity: minus(total, achieved), total, previousTotal: null }
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

export type MatchRow = { eventId: string; statisticId: string; quantity: Quantity }

/**
 * Enters each match's totals as the difference from the current total. An equal figure changes nothing, but a final one
 * makes what waits final.
 */
export async function enterMatchTotals(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  campaignId: string,
  rows: readonly MatchRow[],
  { note, evidenceUrl, isFinal = true }: Pick<Entry, 'note' | 'evidenceUrl'> & { isFinal?: boolean },
): Promise<string[]> {
  const totals = await matches.totalsByMatch(tx, campaignId)
  const entries = rows.flatMap(({ eventId, statisticId, quantity: counted }): Entry[] => {
    const before = totals.get(`${eventId}|${statisticId}`)
    // A first zero is a result too: it means that the match was counted.
    if (before !== undefined && before === counted) return []
    const stated = { quantity: minus(counted, before ?? NONE), total: counted, previousTotal: before ?? null }
    return [{ statisticId, eventId, kind: 'count', ...stated, isFinal, note, evidenceUrl }]
  })
  if (isFinal) await makeFinal(deps, tx, actor, campaignId, rows)
  return enter(deps, tx, actor, campaignId, entries)
}

/** What the campaign has now: by match and statistic, by statistic, and how many entries are not voided by event. */
export type CurrentFigures = {
  byMatch: ReadonlyMap<string, Quantity>
  totals: ReadonlyMap<string, store.Totals>
  entries: ReadonlyMap<string, number>
  /** By match and statistic: what waits for its final figure. */
  notFinal: ReadonlySet<string>
}

export async function currentFigures(db: Db, campaignId: string): Promise<CurrentFigures> {
  return {
    byMatch: await matches.totalsByMatch(db, campaignId),
    totals: await store.totalsOf(db, campaignId),
    entries: await entriesByEvent(db, campaignId),
    notFinal: await matches.notFinalOf(db, campaignId),
  }
}

/** Enters what is missing to a season's totals, without a match. */
export function enterSeasonTotals(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  campaignId: string,
  rows: readonly Omit<MatchRow, 'eventId'>[],
  { note, evidenceUrl, isFinal }: Pick<Entry, 'note' | 'evidenceUrl' | 'isFinal'>,
): Promise<string[]> {
  const missing = rows.filter(({ quantity: counted }) => counted > NONE)
  const entries = missing.map(
    ({ statisticId, quantity: counted }): Entry => ({
      statisticId,
      eventId: null,
      kind: 'count',
      quantity: counted,
      total: counted,
      previousTotal: null,
      note,
      evidenceUrl,
      isFinal,
    }),
  )
  return enter(deps, tx, actor, campaignId, entries)
}

/** The touchline screen: one match, one row per statistic; it may add an unscheduled match. */
export function enterMatch(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  campaignId: string,
  form: MatchResultsForm,
): Promise<ResultEntry[]> {
  return transact(
    async (tx) => {
      const access = await accessWith(tx, actor, campaignId, 'canEnterResults')
      refuseClosed(access)
      refuseAnother(actor, form)
      const counted = (await statisticsOf(tx, campaignId, ALL_STATISTICS)).filter(({ type }) =>
        countsUnits(type),
      )
      refuseUncounted(form, counted, access.vocabulary)
      const eventId = await matchOf(deps, tx, actor, access, form)
      await refuseOvertaken(tx, access, eventId, form, counted)
      const rows = form.rows.map(({ statisticId, quantity }) => ({ eventId, statisticId, quantity }))
      const ids = await enterMatchTotals(deps, tx, actor, campaignId, rows, form)
      return entriesOf(tx, actor, access, ids)
    },
    { campaignId, mode: 'exclusive' },
  )
}

function refuseUncounted(form: MatchResultsForm, counted: readonly Statistic[], words: Vocabulary): void {
  form.rows.forEach(({ statisticId, quantity: value }, index) => {
    if (!counted.some(({ id }) => id === statisticId))
      throw invalidField(`rows.${index}.statisticId`, 'That statistic is not counted in this campaign')
    if (value < 0)
      throw invalidField(
        `rows.${index}.quantity`,
        `The result of ${withArticle(words.match)} cannot be below 0`,
      )
  })
}

/** Never overwrites a figure the person has not seen: if the current one differs from it, this throws and enters nothing. */
async function refuseOvertaken(
  tx: Transaction,
  { campaignId, vocabulary }: Pick<Access, 'campaignId' | 'vocabulary'>,
  eventId: string,
  form: MatchResultsForm,
  counted: readonly Statistic[],
): Promise<void> {
  const totals = await matches.totalsByMatch(tx, campaignId)
  const overtaken = form.rows.flatMap(({ statisticId, quantity, standing: seen }) => {
    const now = totals.get(`${eventId}|${statisticId}`) ?? null
    return seen === undefined || now === seen || now === quantity ? [] : [{ statisticId, now }]
  })
  if (overtaken.length === 0) return
  const changes = overtaken.map(({ statisticId, now }) => {
    const name = counted.find(({ id }) => id === statisticId)?.name
    return now === null ? `${name} has no result now` : `${name} is ${formatQuantity(now)} now`
  })
  throw new DomainError(
    'stale',
    `Someone else changed this ${vocabulary.match} in the meantime: ${changes.join(', ')}. Review it, then save again.`,
  )
}

/**
 * A match is known by its day and its opponent or title: one that is on the schedule, or was added meanwhile, is not
 * added again. Possible matches are asked about on the screen, or otherwise at confirmation.
 */
async function matchOf(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  access: Access,
  form: MatchResultsForm,
): Promise<string> {
  if (form.eventId) {
    const event = await findPlayed(tx, access.campaignId, form.eventId)
    if (!event) throw invalidField('eventId', 'That event is not in this campaign')
    return event.id
  }
  if (!form.event) throw invalidField('eventId', `Choose ${withArticle(access.vocabulary.match)}, or add one`)
  const { name, startTime, opponent, venue, differentFrom = [] } = form.event
  const sameDay = await matchesOn(tx, access.campaignId, dateIn(access.timeZone, startTime))
  // Generic titles such as "Game" do not identify a match.
  const isNamed = Boolean(opponent) || opponentIn(name) !== null
  const match = { name, opponent, startTime: startTime.toISOString() }
  const known = isNamed && sureMatch(match, sameDay)
  if (known) return (await takeOpponent(deps, tx, actor, { ...access, event: known }, { opponent, venue })).id
  const added = await addEvent(deps, tx, actor, access, {
    name: name || matchName(opponent ?? '', venue),
    eventType: 'game',
    startTime,
    hasTime: true,
    endTime: null,
    location: null,
    description: null,
    opponent,
    venue,
    isCompleted: false,
  })
  const others = sameDay.filter(({ id }) => differentFrom.includes(id))
  await markAsDifferentMatches(
    deps,
    tx,
    actor,
    access.campaignId,
    others.map(({ id }) => [added.id, id] as const),
  )
  return added.id
}
