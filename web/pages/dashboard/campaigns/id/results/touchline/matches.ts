/** Which match is counted now, and its existing results. */
import { NONE, plus, readQuantity, toNumber } from '#domain/quantity.ts'
import type { Event } from '#domain/schemas/event.ts'
import type { MatchStanding } from '#domain/schemas/result.ts'
import { dateIn } from '#domain/zone.ts'

export const GROUPS = ['Today', 'No results yet', 'Coming up', 'With results'] as const
type Group = (typeof GROUPS)[number]
type Choice = Pick<Event, 'id' | 'name' | 'startTime' | 'hasTime' | 'venue'> & { group: Group }

/** A statistic's result in a match, confirmed or not; null where nothing was entered. */
export type Standing = (eventId: string, statisticId: string) => number | null

export function standingOf(standings: readonly MatchStanding[]): Standing {
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
  standings: readonly MatchStanding[],
  of: Pick<MatchStanding, 'eventId' | 'statisticId'>,
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
  standings: readonly MatchStanding[],
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
