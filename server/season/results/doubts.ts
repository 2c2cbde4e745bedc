/** Two events for one match would count it twice, so people are asked before anything of it is confirmed. */

import { DomainError, invalidField } from '#domain/errors.ts'
import { dateIn } from '#domain/places/zone.ts'
import { type Quantity, toNumber } from '#domain/quantity.ts'
import type { Event } from '#domain/schemas/event.ts'
import type { KnownMatch, PossibleDuplicate } from '#domain/schemas/result.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'
import { alikeOf, isMatch } from '#domain/season/match-identity.ts'
import { comparedWith, outdatedReason, unusualReasons } from '#domain/season/unusual-result.ts'
import type { Access } from '#server/accounts/access/index.ts'
import type { Db, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import type { Deps } from '#server/season/deps.ts'
import {
  differentPairs,
  eventsOf,
  markAsDifferentMatches,
  type Pair,
  pairKey,
} from '#server/season/events/index.ts'
import { ALL_STATISTICS, statisticsOf } from '#server/season/statistics/index.ts'
import * as matches from './matches-store.ts'
import { confirmedEvents } from './matches-store.ts'
import type * as store from './store.ts'

/** A match and its results so far, for the person who decides whether it is a different one. */
const knownMatch = (
  { id, name, opponent, startTime, hasTime }: Event,
  statistics: readonly Pick<Statistic, 'id' | 'name'>[],
  totals: ReadonlyMap<string, Quantity>,
): KnownMatch => ({
  eventId: id,
  name,
  opponent,
  startTime,
  hasTime,
  figures: statistics.flatMap(({ id: statisticId, name: statisticName }) => {
    const total = totals.get(`${id}|${statisticId}`)
    return total === undefined ? [] : [{ statisticId, statisticName, quantity: toNumber(total) }]
  }),
})

/** Throws a 409 with the pairs, unless they were marked as different before or in this request. */
export async function refuseDuplicates(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  { campaignId, timeZone }: Access,
  results: readonly store.StoredResult[],
  keptApart: readonly Pair[],
): Promise<void> {
  const entered = results.filter(({ state, kind }) => state === 'entered' && kind === 'count')
  const statisticsByEvent = new Map<string, Set<string>>()
  for (const { eventId, statisticId } of entered)
    if (eventId)
      statisticsByEvent.set(eventId, (statisticsByEvent.get(eventId) ?? new Set()).add(statisticId))
  if (statisticsByEvent.size === 0 && keptApart.length === 0) return
  const events = await eventsOf(tx, campaignId)
  await keepToldApart(deps, tx, actor, campaignId, keptApart, events)
  const totals = await matches.totalsByMatch(tx, campaignId)
  const pairs = pairsOf(events, timeZone, statisticsByEvent, totals)
  const known = new Set(pairs.length > 0 ? (await differentPairs(tx, campaignId)).map(pairKey) : [])
  const open = pairs.filter(([one, other]) => !known.has(pairKey([one.id, other.id])))
  if (open.length === 0) return
  const statistics = await statisticsOf(tx, campaignId, ALL_STATISTICS)
  const confirmed = await confirmedEvents(tx, campaignId)
  const shown = (event: Event) => ({
    ...knownMatch(event, statistics, totals),
    hasConfirmed: confirmed.has(event.id),
  })
  const duplicates = open
    .slice(0, MAX_SHOWN)
    .map(([one, other]): PossibleDuplicate => ({ matches: [shown(one), shown(other)] }))
  const [first] = open
  throw new DomainError(
    'possible_duplicate',
    `${first?.[0].name} and ${first?.[1].name} are on the same day and could be one match, counted twice. Merge them, or mark them as different matches.`,
    { details: { pairs: duplicates } },
  )
}

const MAX_SHOWN = 50

async function keepToldApart(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  campaignId: string,
  pairs: readonly Pair[],
  events: readonly Event[],
): Promise<void> {
  const ids = new Set(events.map(({ id }) => id))
  if (pairs.some(([one, other]) => one === other || !ids.has(one) || !ids.has(other)))
    throw invalidField('differentMatches', 'Name two events of this campaign')
  await markAsDifferentMatches(deps, tx, actor, campaignId, pairs)
}

/** Each pair once: an event with entries to confirm, and another on the same day with results of the same statistic. */
function pairsOf(
  events: readonly Event[],
  timeZone: string,
  statisticsByEvent: ReadonlyMap<string, ReadonlySet<string>>,
  totals: ReadonlyMap<string, Quantity>,
): [Event, Event][] {
  const byDay = new Map<string, Event[]>()
  for (const event of events.filter(isMatch)) {
    const day = dateIn(timeZone, new Date(event.startTime))
    byDay.set(day, [...(byDay.get(day) ?? []), event])
  }
  const pairs = new Map<string, [Event, Event]>()
  for (const sameDay of byDay.values()) {
    for (const event of sameDay) {
      const others = sameDay.filter(({ id }) => id !== event.id)
      const statistics = [...(statisticsByEvent.get(event.id) ?? [])]
      if (others.length === 0 || statistics.length === 0) continue
      const { same, couldBe } = alikeOf(event, others)
      for (const other of [...same, ...couldBe])
        if (statistics.some((id) => totals.has(`${other.id}|${id}`)))
          pairs.set(pairKey([event.id, other.id]), event.id < other.id ? [event, other] : [other, event])
    }
  }
  return [...pairs.values()]
}

type Waiting = Pick<
  store.StoredResult,
  'id' | 'state' | 'statisticId' | 'eventId' | 'kind' | 'total' | 'enteredAt'
>

/** Why entries that wait for a second person are unusual, by their ids; computed anew each time. */
export async function unusualOf(
  db: Db,
  { campaignId, vocabulary: words }: Pick<Access, 'campaignId' | 'vocabulary'>,
  results: readonly Waiting[],
): Promise<Map<string, string[]>> {
  const waiting = results.filter(({ state }) => state === 'entered')
  if (waiting.length === 0) return new Map()
  const [events, statistics, totals, counting] = await Promise.all([
    eventsOf(db, campaignId),
    statisticsOf(db, campaignId, ALL_STATISTICS),
    matches.totalsByMatch(db, campaignId),
    matches.confirmedByMatch(db, campaignId),
  ])
  const eventById = new Map(events.map((event) => [event.id, event]))
  const statisticById = new Map(statistics.map((statistic) => [statistic.id, statistic]))
  const currentOf = (eventId: string, statisticId: string): number | null => {
    const total = totals.get(`${eventId}|${statisticId}`)
    return total === undefined ? null : toNumber(total)
  }
  const season = comparedWith({ events, currentOf, words })
  return new Map(
    waiting.flatMap((result) => {
      const statistic = statisticById.get(result.statisticId)
      if (!statistic) return []
      const event = eventById.get(result.eventId ?? '') ?? null
      const { total } = result
      const entered = { statistic, total, event, at: new Date(result.enteredAt) }
      const reasons = unusualReasons(entered, season, 'confirming')
      const later = counting.get(`${result.eventId}|${result.statisticId}`)
      if (later && later.id > result.id && later.total !== total)
        reasons.push(outdatedReason(entered, later.total))
      return reasons.length > 0 ? [[result.id, reasons] as const] : []
    }),
  )
}
