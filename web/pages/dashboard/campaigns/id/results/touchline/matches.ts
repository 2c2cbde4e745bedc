/** Which match is counted now, and its existing results. */

import { dateIn } from '#domain/places/zone.ts'
import { minus, NONE, parseQuantity, plus, readQuantity, toNumber } from '#domain/quantity.ts'
import type { Event } from '#domain/schemas/event.ts'
import type { MatchTotals } from '#domain/schemas/result.ts'
import type { Count } from './count.ts'

export const GROUPS = ['Today', 'No results yet', 'Coming up', 'With results'] as const
type Group = (typeof GROUPS)[number]
type Choice = Pick<Event, 'id' | 'name' | 'startTime' | 'hasTime' | 'venue'> & { group: Group }

/** A statistic's result in a match, confirmed or not; null where nothing was entered. */
export type CurrentOf = (eventId: string, statisticId: string) => number | null

export function currentResults(standings: readonly MatchTotals[]): CurrentOf {
  const known = new Map(
    standings.map(({ eventId, statisticId, confirmed, waiting }) => [
      `${eventId} ${statisticId}`,
      toNumber(plus(readQuantity(confirmed) ?? NONE, readQuantity(waiting) ?? NONE)),
    ]),
  )
  return (eventId, statisticId) => known.get(`${eventId} ${statisticId}`) ?? null
}

/** Whether a statistic's figure in a match is still to become final. */
export const isOpenIn = (
  standings: readonly MatchTotals[],
  of: Pick<MatchTotals, 'eventId' | 'statisticId'>,
): boolean =>
  standings.some(
    ({ eventId, statisticId, isFinal }) =>
      eventId === of.eventId && statisticId === of.statisticId && !isFinal,
  )

/** What is counted by match: not a practice or a ceremony. */
export const isGame = ({ eventType }: Pick<Event, 'eventType'>): boolean =>
  eventType === 'game' || eventType === 'tournament'

type Now = { now: number; timeZone: string }

/** Today's first; then those played without results, oldest first; then upcoming ones; then all others. */
export function matchChoices(
  events: readonly Event[],
  standings: readonly MatchTotals[],
  { now, timeZone }: Now,
): Choice[] {
  const today = dateIn(timeZone, new Date(now))
  const withResults = new Set(standings.map(({ eventId }) => eventId))
  const groupOf = ({ id, startTime }: Event): Group => {
    if (dateIn(timeZone, new Date(startTime)) === today) return 'Today'
    if (withResults.has(id)) return 'With results'
    return new Date(startTime).getTime() > now ? 'Coming up' : 'No results yet'
  }
  const choices = events.filter(isGame).map((event) => {
    const { id, name, startTime, hasTime, venue } = event
    return { id, name, startTime, hasTime, venue, group: groupOf(event) }
  })
  const after = (a: Choice, b: Choice): number => {
    if (a.group !== b.group) return GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group)
    if (a.group === 'Today' && withResults.has(a.id) !== withResults.has(b.id))
      return withResults.has(a.id) ? 1 : -1
    return (a.startTime < b.startTime ? -1 : 1) * (a.group === 'With results' ? -1 : 1)
  }
  return choices.sort(after)
}

/** Figures that somebody else entered other ones for since they were counted: never overwritten without a decision. */
export type Overtaken = {
  statisticId: string
  /** As typed. */
  counted: string
  /** The current result; null for none. */
  now: number | null
  /** The current result and what was counted beyond the one that was seen; null where that is nothing. */
  together: number | null
}
/** `keep`: the current result. `save`: as counted. `add`: both together. */
export type Decision = 'keep' | 'save' | 'add'

/** Typed after the refusal, which gives the current result, and above that: the person has seen it. */
const isCountedOn = (value: string, now: number | null, refused: string | undefined): boolean =>
  refused !== undefined && value !== refused && Number(value) > (now ?? 0)

/** `refused`: the figures that the server refused, by statistic. */
export function overtakenOf(
  { choice, typed, from }: Count,
  currentOf: CurrentOf,
  refused: Readonly<Record<string, string>> = {},
): Overtaken[] {
  return Object.entries(typed).flatMap(([statisticId, { value, standing: seen }]) => {
    const counted = value.trim()
    const now = currentOf(choice, statisticId)
    // Not somebody else's: what this device sent before it counted on.
    const own = from?.match.rows.find((row) => row.statisticId === statisticId)
    const isOwn = own !== undefined && own.standing === seen && Number(own.quantity) === now
    const isSettled = now === seen || isOwn || (now !== null && Number(counted) === now)
    if (counted === '' || isSettled || isCountedOn(counted, now, refused[statisticId])) return []
    return [{ statisticId, counted, now, together: togetherOf(counted, seen, now) }]
  })
}

function togetherOf(counted: string, seen: number | null, now: number | null): number | null {
  const total = parseQuantity(counted)
  const more = total === null ? NONE : minus(total, readQuantity(seen) ?? NONE)
  if (now === null || more <= 0) return null
  const both = toNumber(plus(readQuantity(now) ?? NONE, more))
  return both === Number(counted) ? null : both
}

/** What the person decided about one figure: from then on it is based on the current result. */
export function decided(
  count: Count,
  { statisticId, counted, now, together }: Overtaken,
  how: Decision,
): Count {
  const { [statisticId]: _, ...others } = count.typed
  if (how === 'keep') return { ...count, typed: others }
  const value = how === 'add' && together !== null ? String(together) : counted
  return { ...count, typed: { ...others, [statisticId]: { value, standing: now } } }
}

/** What was counted on after a refusal is based on the result that it gave. */
export function countedOn(
  count: Count,
  currentOf: CurrentOf,
  refused: Readonly<Record<string, string>> = {},
): Count {
  const based = Object.entries(count.typed).map(([id, one]) => {
    const now = currentOf(count.choice, id)
    return [id, isCountedOn(one.value.trim(), now, refused[id]) ? { ...one, standing: now } : one] as const
  })
  return { ...count, typed: Object.fromEntries(based) }
}
