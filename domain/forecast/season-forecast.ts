/** A campaign's season as its forecasts see it: which matches were played, what each had, how many are left. Pure. */

import type { ConfirmedResult } from '../pledges/accrual.ts'
import { NONE, plus, type Quantity } from '../quantity.ts'
import { type Scenarios, simulate } from './scenarios.ts'
import {
  type ForecastTerms,
  forecastStatistic,
  type Schedule,
  type StatisticForecast,
} from './statistic-forecast.ts'

export type ForecastEvent = {
  id: string
  at: number
  isMatch: boolean
  isCompleted: boolean
  /** It was on the schedule before it began, not entered with its result. */
  isPlanned: boolean
  /** Taken off the schedule, and not merged into another. */
  isCancelled: boolean
}

type ForecastStatisticInput = { id: string; terms: ForecastTerms; isDecided: boolean }

export type SeasonInput = {
  statistics: readonly ForecastStatisticInput[]
  events: readonly ForecastEvent[]
  results: readonly ConfirmedResult[]
  /** Milliseconds since the epoch. */
  startsAt: number
  endsAt: number
  now: number
  /** Settled or cancelled: nothing is left. */
  isOver: boolean
}

/** A match that was played, or where there is no schedule of matches, a day with results. */
type PlayedMatch = { key: string; eventId: string | null; at: number }

export type SeasonForecast = {
  played: readonly PlayedMatch[]
  /** Null: not known. */
  schedule: Schedule | null
  /** Matches on the schedule that are still to come. */
  open: readonly { id: string; at: number }[]
  statistics: readonly {
    id: string
    forecast: StatisticForecast
    results: readonly Quantity[]
    beside: Quantity
    hasResults: boolean
  }[]
}

const DAY_MS = 86_400_000

/** Today's forecast of every statistic. */
export function forecastSeason(input: SeasonInput): SeasonForecast {
  const played = playedIn(input)
  const schedule = scheduleOf(input, played)
  const index = new Map(played.map(({ key }, at) => [key, at]))
  const byStatistic = Map.groupBy(input.results, ({ statisticId }) => statisticId)
  return {
    played,
    schedule,
    open: openIn(input, index),
    statistics: input.statistics.map(({ id, terms, isDecided }) => {
      const results = new Array<Quantity>(played.length).fill(NONE)
      let beside = NONE
      const own = byStatistic.get(id) ?? []
      const hasResults = own.length > 0
      for (const result of own) {
        const at = index.get(keyOf(result))
        if (at === undefined) beside = plus(beside, result.quantity)
        else results[at] = plus(results[at] as Quantity, result.quantity)
      }
      return {
        id,
        results,
        beside,
        hasResults,
        forecast: forecastStatistic(terms, schedule, { results, beside, isDecided, hasResults }),
      }
    }),
  }
}

export const endingsOf = ({ statistics }: SeasonForecast): Scenarios => simulate(statistics)

/** As it was after this many matches, with the matches that were played since still to come. */
export function forecastAfter(
  { terms }: ForecastStatisticInput,
  { played, schedule }: Pick<SeasonForecast, 'played' | 'schedule'>,
  {
    results,
    beside,
    hasResults,
  }: Pick<SeasonForecast['statistics'][number], 'results' | 'beside' | 'hasResults'>,
  matches: number,
): StatisticForecast {
  const then = schedule && {
    left: schedule.left + played.length - matches,
    cancelled: schedule.cancelled,
  }
  const isNow = matches === played.length
  return forecastStatistic(terms, then, {
    results: results.slice(0, matches),
    beside: isNow ? beside : NONE,
    hasResults: hasResults && (isNow || matches > 0),
  })
}

/** The season as it was with only these results: the matches that had none of them yet are still to come. */
export function seasonWith(input: SeasonInput, results: readonly ConfirmedResult[]): SeasonInput {
  const [has, had] = [input.results, results].map((all) => new Set(all.map(keyOf))) as [
    Set<string>,
    Set<string>,
  ]
  const isNew = (id: string) => has.has(id) && !had.has(id)
  return {
    ...input,
    results,
    events: input.events.map((event) => (isNew(event.id) ? { ...event, isCompleted: false } : event)),
  }
}

/** The same before the newest match was played; null if none was. */
export function seasonBefore(
  input: SeasonInput,
  { played }: Pick<SeasonForecast, 'played'>,
): { input: SeasonInput; match: PlayedMatch } | null {
  const match = played.at(-1)
  if (!match) return null
  const results = input.results.filter((result) => keyOf(result) !== match.key)
  return { input: seasonWith(input, results), match }
}

const hasMatches = ({ events }: SeasonInput): boolean =>
  events.some(({ isMatch, isCancelled }) => isMatch && !isCancelled)

/** With a schedule of matches, each match is its own; otherwise an event, or a day, with results counts as one. */
const keyOf = ({ eventId, at }: ConfirmedResult): string => eventId ?? `day ${Math.floor(at / DAY_MS)}`

function playedIn(input: SeasonInput): PlayedMatch[] {
  const onlyMatches = hasMatches(input)
  const found = new Map<string, PlayedMatch>()
  const events = new Map(input.events.map((event) => [event.id, event]))
  for (const result of input.results) {
    const event = result.eventId === null ? undefined : events.get(result.eventId)
    if (onlyMatches && !event?.isMatch) continue
    const key = keyOf(result)
    if (!found.has(key)) found.set(key, { key, eventId: result.eventId, at: event?.at ?? result.at })
  }
  for (const { id, at, isMatch, isCompleted, isCancelled } of input.events) {
    if (isMatch && isCompleted && !isCancelled && !found.has(id)) found.set(id, { key: id, eventId: id, at })
  }
  return [...found.values()].sort((a, b) => a.at - b.at || (a.key < b.key ? -1 : 1))
}

function openIn(
  { events, isOver }: SeasonInput,
  played: ReadonlyMap<string, number>,
): SeasonForecast['open'] {
  const open = events.filter(
    ({ id, isMatch, isCancelled, isCompleted }) => isMatch && !isCancelled && !isCompleted && !played.has(id),
  )
  return isOver ? [] : open.map(({ id, at }) => ({ id, at }))
}

/** Below this share of the season, the pace of results says nothing about how many more there will be. */
const LEAST_ELAPSED = 0.1
/** Floating-point tolerance: 12.0000000001 matches are not rounded up to 13. */
const ALMOST = 1e-9

function scheduleOf(input: SeasonInput, played: readonly PlayedMatch[]): Schedule | null {
  if (input.isOver) return { left: 0, cancelled: 0 }
  const matches = input.events.filter(({ isMatch }) => isMatch)
  const cancelled = matches.filter(({ isCancelled }) => isCancelled).length
  const done = new Set(played.map(({ key }) => key))
  const left = matches.filter(({ id, isCancelled }) => !isCancelled && !done.has(id)).length
  // If even the last remaining match is cancelled, there still is a schedule, with no matches left.
  const planned = matches.filter(
    ({ id, isPlanned, isCancelled }) => isPlanned && (isCancelled || done.has(id)),
  ).length
  if (left > 0 || (planned > 0 && 2 * planned >= played.length)) return { left, cancelled }
  // There is no schedule: the time that has passed tells roughly how many there will be.
  const elapsed = (input.now - input.startsAt) / (input.endsAt - input.startsAt)
  // Its end alone does not say that nothing was played: someone may enter it all afterwards.
  if (elapsed >= 1) return input.results.length > 0 ? { left: 0, cancelled } : null
  if (!(elapsed >= LEAST_ELAPSED) || played.length < 2) return null
  return { left: Math.ceil((played.length * (1 - elapsed)) / elapsed - ALMOST), cancelled }
}
