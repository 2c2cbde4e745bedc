/** The season of one statistic, match by match, for the board. Counting only; the server calculates money. */

import { dateIn } from '#domain/places/zone.ts'
import { larger, minus, NONE, plus, type Quantity, readQuantity } from '#domain/quantity.ts'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'

type Results = CampaignDetail['results']
type Statistic = CampaignDetail['statistics'][number]
export type SeasonData = Pick<CampaignDetail, 'statistics' | 'events' | 'results'> & { timeZone: string }

/** A match, or a day with entries that belong to no match. */
export type Occasion = {
  id: string
  at: string
  hasTime: boolean
  name: string | null
  venue: 'home' | 'away' | 'neutral' | null
}
/** One statistic's results in it. Unconfirmed results are kept apart from confirmed ones. */
export type Score = { confirmed: Quantity | null; waiting: Quantity | null }
export type Match = Occasion & Score

export const read = (value: number | null): Quantity => readQuantity(value) ?? NONE
const GAMES = ['game', 'tournament']
const CONFIRMED = ['confirmed', 'void_requested']
const WAITING = ['entered']

const isCounted = ({ kind }: Results[number]): boolean => kind === 'count'
const occasionId = ({ eventId, occursAt }: Results[number], timeZone: string): string =>
  eventId ?? dateIn(timeZone, new Date(occursAt))

/** By time: all games and tournaments, other events that have results, and days of results without an event. */
export function occasionsOf({ events, results, timeZone }: Omit<SeasonData, 'statistics'>): Occasion[] {
  const withResults = new Set(results.map(({ eventId }) => eventId))
  const matches: Occasion[] = events
    .filter(({ id, eventType }) => GAMES.includes(eventType) || withResults.has(id))
    .map(({ id, startTime, hasTime, opponent, name, venue }) => ({
      id,
      at: startTime,
      hasTime,
      venue,
      name: opponent ?? name,
    }))
  const days = new Map<string, Occasion>()
  for (const result of results) {
    if (result.eventId !== null || !isCounted(result)) continue
    const id = occasionId(result, timeZone)
    days.set(id, { id, at: result.occursAt, hasTime: true, name: null, venue: null })
  }
  return [...matches, ...days.values()].sort((a, b) => (a.at < b.at ? -1 : 1))
}

/** Every statistic's score of every occasion, in one pass: a long season has hundreds of results. */
export function scoresOf({ results, timeZone }: Pick<SeasonData, 'results' | 'timeZone'>) {
  const scores = new Map<string, Score>()
  const keyOf = (statisticId: string, id: string) => `${statisticId} ${id}`
  for (const result of results.filter(isCounted)) {
    const key = keyOf(result.statisticId, occasionId(result, timeZone))
    const score = scores.get(key) ?? { confirmed: null, waiting: null }
    const quantity = read(result.quantity)
    if (CONFIRMED.includes(result.state)) score.confirmed = plus(score.confirmed ?? NONE, quantity)
    if (WAITING.includes(result.state)) score.waiting = plus(score.waiting ?? NONE, quantity)
    scores.set(key, score)
  }
  return (statisticId: string, occasion: Occasion): Score =>
    scores.get(keyOf(statisticId, occasion.id)) ?? { confirmed: null, waiting: null }
}

export function seasonOf(statisticId: string, data: SeasonData): Match[] {
  const scoreOf = scoresOf(data)
  return occasionsOf(data).map((occasion) => ({ ...occasion, ...scoreOf(statisticId, occasion) }))
}

export const isPlayed = ({ confirmed, waiting }: Score): boolean => confirmed !== null || waiting !== null

/** Added up, match by match, as far as there are results. */
export type RunningTotals = {
  /** Running totals after each match: confirmed, and with what waits. */
  steps: { confirmed: Quantity; all: Quantity }[]
  /** The total before the first match listed. */
  start: Quantity
  matches: number
  /** The top of the scale: target, last year and everything entered fit below it. */
  top: Quantity
}

export function runningTotalsOf(statistic: Statistic, matches: readonly Match[]): RunningTotals {
  const played = matches.reduce((last, match, index) => (isPlayed(match) ? index + 1 : last), 0)
  const listed = matches.map(({ confirmed }) => confirmed ?? NONE).reduce(plus, NONE)
  const start = minus(read(statistic.confirmedQuantity), listed)
  let [confirmed, waiting] = [start, NONE]
  const steps = matches.slice(0, played).map((match) => {
    confirmed = plus(confirmed, match.confirmed ?? NONE)
    waiting = plus(waiting, match.waiting ?? NONE)
    return { confirmed, all: plus(confirmed, waiting) }
  })
  const marks = [read(statistic.expectedTarget), read(statistic.lastYearResult), start]
  const top = [...marks, ...steps.flatMap((step) => [step.confirmed, step.all])].reduce(larger, NONE)
  return { steps, start, matches: matches.length, top }
}

/**
 * `MTV` for Mountain View, `SUM` for Summit: as scoreboards abbreviate. Names that would look the same are numbered: `W1`
 * and `W2` for "Week closing Sep 6" and "Week closing Sep 13". The same opponent keeps one.
 */
export function shortNames(names: readonly string[]): string[] {
  const bare = names.map((name) => name.replace(/^(at|vs\.?|v\.?)\s+/i, '').trim())
  const short = bare.map(shortNameOf)
  return short.map((letters, index) => {
    const alike = [...new Set(bare.filter((_, other) => short[other] === letters))]
    return alike.length < 2 ? letters : `${letters.slice(0, 1)}${alike.indexOf(bare[index] as string) + 1}`
  })
}

function shortNameOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const letters =
    words.length > 1 ? `${words[0]?.slice(0, 2)}${words[1]?.slice(0, 1)}` : (words[0] ?? '').slice(0, 3)
  return letters.toUpperCase()
}
