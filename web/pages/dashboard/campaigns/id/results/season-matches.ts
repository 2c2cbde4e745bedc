/** The season match by match, for those who enter and confirm: each match's results, and whether something is to do. */
import { NONE, plus, type Quantity, readQuantity, toNumber } from '#domain/quantity.ts'
import type { Event } from '#domain/schemas/event.ts'
import type { MatchStanding } from '#domain/schemas/result.ts'
import { isGame } from './touchline/matches.ts'

/** One statistic of a match: its figure, and the season's total after it. Neither includes unconfirmed entries. */
type MatchFigure = {
  statisticId: string
  confirmed: number | null
  waiting: number | null
  season: number
}
/** `nothing`: it was played, and nothing was entered. */
export type MatchState = 'to confirm' | 'nothing' | 'confirmed'
/** `event`: null groups the entries without a match. */
export type SeasonMatch = { event: Event | null; at: string; state: MatchState; figures: MatchFigure[] }

type Season = {
  events: readonly Event[]
  standings: readonly MatchStanding[]
  /** Entries that are not counts have no match: achievements. */
  hasOthers?: boolean
}
type Statistics = readonly { id: string }[]

const read = (value: number | null): Quantity => readQuantity(value) ?? NONE

/**
 * Newest first; entries without a match come last. Upcoming matches, and events that are not matches, are listed
 * once something was entered for them. Figures are in the order of the statistics.
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

/** A match and statistic have one row; entries without a match have one row for each day. */
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
      statisticId,
      season: toNumber(season),
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
