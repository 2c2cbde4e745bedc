/** The season match by match, for those who enter and confirm: what stands of each, and whether something is to do. */
import { NONE, parseQuantity, plus, type Quantity, toNumber } from '#domain/quantity.ts'
import type { Event } from '#domain/schemas/event.ts'
import type { MatchStanding } from '#domain/schemas/result.ts'
import { isGame } from './touchline/matches.ts'

/** One statistic of a match: its figure, and what the season stands at after it. What waits is in neither. */
export type MatchFigure = {
  statisticId: string
  confirmed: number | null
  waiting: number | null
  season: number
}
/** `nothing`: it is played, and nothing was entered. */
export type MatchState = 'to confirm' | 'nothing' | 'confirmed'
/** `event`: null gathers what belongs to no match. */
export type SeasonMatch = { event: Event | null; at: string; state: MatchState; figures: MatchFigure[] }

type Season = {
  events: readonly Event[]
  standings: readonly MatchStanding[]
  /** Something that is no count belongs to no match: an achievement. */
  hasOthers?: boolean
}
type Statistics = readonly { id: string }[]

const read = (value: number | null): Quantity => parseQuantity(value) ?? NONE

/**
 * The newest first; what belongs to no match stands last. A match that is to come, or an event that is none, is listed
 * once something was entered for it. Figures stand in the order of the statistics.
 */
export function seasonMatches(
  { events, standings, hasOthers = false }: Season,
  statistics: Statistics,
  now: number,
): SeasonMatch[] {
  const figures = figuresByMatch(standings, statistics)
  const isListed = (event: Event): boolean =>
    figures.has(event.id) || (isGame(event) && Date.parse(event.startTime) <= now)
  const matches = events
    .filter(isListed)
    .map((event) => ({ ...stateOf(figures.get(event.id) ?? []), event, at: event.startTime }))
    .sort((a, b) => (a.at < b.at ? 1 : -1))
  const without = figures.get(NO_MATCH)
  if (!without && !hasOthers) return matches
  return [
    ...matches,
    { figures: [], state: 'confirmed', ...(without && stateOf(without)), event: null, at: '' },
  ]
}

const stateOf = (figures: MatchFigure[]): Pick<SeasonMatch, 'state' | 'figures'> => ({
  state: figures.some(({ waiting }) => waiting !== null)
    ? 'to confirm'
    : figures.length === 0
      ? 'nothing'
      : 'confirmed',
  figures,
})

const NO_MATCH = 'none'

/** The standings of a match and statistic are one; those without a match are one for each day. */
function figuresByMatch(standings: readonly MatchStanding[], statistics: Statistics) {
  const order = new Map(statistics.map(({ id }, index) => [id, index]))
  const matches = new Map<string, Map<string, MatchFigure>>()
  const seasons = new Map<string, Quantity>()
  const sum = (a: number | null, b: number | null): number | null =>
    a === null && b === null ? null : toNumber(plus(read(a), read(b)))
  for (const { eventId, statisticId, confirmed, waiting } of [...standings].sort(byTime)) {
    if (!order.has(statisticId)) continue
    const season = plus(seasons.get(statisticId) ?? NONE, read(confirmed))
    seasons.set(statisticId, season)
    const match = matches.get(eventId ?? NO_MATCH) ?? new Map<string, MatchFigure>()
    const before = match.get(statisticId)
    match.set(statisticId, {
      ...{ statisticId, season: toNumber(season) },
      confirmed: sum(before?.confirmed ?? null, confirmed),
      waiting: sum(before?.waiting ?? null, waiting),
    })
    matches.set(eventId ?? NO_MATCH, match)
  }
  const placeOf = ({ statisticId }: MatchFigure): number => order.get(statisticId) ?? 0
  return new Map(
    [...matches].map(([id, match]) => [id, [...match.values()].sort((a, b) => placeOf(a) - placeOf(b))]),
  )
}

const byTime = (a: MatchStanding, b: MatchStanding): number => (a.occursAt < b.occursAt ? -1 : 1)
