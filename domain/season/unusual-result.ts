/** Why a result is unusual: asked about once before it is sent, and shown at its confirmation. Pure. */

import { SPORT, type Vocabulary, withArticle } from '../campaigns/vocabulary.ts'
import { formatQuantity, minus, NONE, plus, type Quantity, readQuantity, toNumber } from '../quantity.ts'
import type { Event } from '../schemas/event.ts'
import type { Statistic } from '../schemas/statistic.ts'
import { isMatch } from './match-identity.ts'

export type Counted = Pick<Statistic, 'name' | 'expectedMax' | 'expectedTarget' | 'lastYearResult'>
type Played = Pick<Event, 'startTime' | 'eventType' | 'opponent'> & { hasTime?: boolean | undefined }

export type Season = {
  /** How many matches are on the schedule. */
  matches: number
  others: Others
  /** How many of the others have a part of a unit. */
  fractions?: number
}

/** What the other matches have of a statistic, added up: those that have any, all of it, and the most of one. */
type Others = { count: number; sum: number; best: number }

type Unusual =
  | { why: 'early'; minutes: number }
  | { why: 'more_than_one' }
  | { why: 'fraction' }
  /** `usual`: what matches like this have on average, or what the whole season is expected to have. */
  | { why: 'large'; usual: number; of: 'match' | 'season' }

const MINUTE_MS = 60_000
/** Noon stands in for a time that is not known: the match can begin from midnight on. */
const HALF_A_DAY_MS = 43_200_000
const earliestOf = ({ startTime, hasTime = true }: Played): number =>
  Date.parse(startTime) - (hasTime ? 0 : HALF_A_DAY_MS)
const HOUR = 60
const DAY = 24 * HOUR

/** What a team can have at most once per match, unless matches of this season had more. */
const ONCE = new Set(
  (
    'win wins won victory victories loss losses lost draw draws tie ties clean-sheet clean-sheets cleansheet ' +
    'cleansheets shutout shutouts shut-out shut-outs no-hitter no-hitters perfect-game perfect-games'
  ).split(' '),
)
/** "Team wins", "League games won", "Number of clean sheets": words without influence on this. */
const AROUND =
  /\b(team|league|conference|home|away|season|regular|varsity|total|number|of|our|the|a|per|each|every|for|in|game|games|match|matches)\b/g

function isOnceAMatch(name: string): boolean {
  const words = name
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim()
  const whole = words.replaceAll(' ', '-')
  const bare = words.replace(AROUND, ' ').trim().split(/\s+/).join('-')
  return ONCE.has(whole) || ONCE.has(bare)
}

/**
 * Above a normal big game: three times the average, and six standard deviations of rare events, which is wide for small
 * counts and narrow for large ones. None of 12 348 league matches of ten seasons exceeds it, 9-0 included.
 */
const BIG_GAME_TIMES = 3
const BIG_GAME_DEVIATIONS = 6
/** A new best result close to the previous one is not unusual. */
const ABOVE_BEST_TIMES = 1.5
/** Fewer than these say little about a usual match. */
const ENOUGH_MATCHES = 5
/** A result without a match may be a whole season's. */
const WHOLE_SEASON_TIMES = 2

const seasonOf = ({ expectedMax, expectedTarget, lastYearResult }: Counted): number =>
  Math.max(expectedMax ?? 0, expectedTarget ?? 0, lastYearResult ?? 0)

function largeForMatch(total: number, statistic: Counted, { matches, others }: Season): Unusual[] {
  const planned = matches >= ENOUGH_MATCHES ? seasonOf(statistic) / matches : 0
  const played = others.count >= ENOUGH_MATCHES ? others.sum / others.count : 0
  const usual = Math.max(planned, played)
  if (usual === 0) return []
  const bigGame = Math.max(BIG_GAME_TIMES * usual, usual + BIG_GAME_DEVIATIONS * Math.sqrt(usual))
  const isLarge = total > bigGame && total > ABOVE_BEST_TIMES * others.best
  return isLarge ? [{ why: 'large', usual, of: 'match' }] : []
}

/** A part of what has only been counted in whole numbers, or comes once a match, such as half a win. */
function isFraction({ name }: Counted, total: number, { others, fractions = 0 }: Season): boolean {
  if (Number.isInteger(total) || fractions > 0) return false
  return others.count > 0 || isOnceAMatch(name)
}

/**
 * `total`: what the match has with this entry, or the entry itself where there is no match. `at`: when it is entered.
 */
export function unusualIn(
  { statistic, total, event, at }: { statistic: Counted; total: number; event: Played | null; at: Date },
  season: Season,
): Unusual[] {
  const found: Unusual[] = []
  const minutes = event ? Math.ceil((earliestOf(event) - at.getTime()) / MINUTE_MS) : 0
  if (minutes > 0) found.push({ why: 'early', minutes })
  if (isFraction(statistic, total, season)) found.push({ why: 'fraction' })
  if (!event) {
    const expected = seasonOf(statistic)
    const isLarge = expected > 0 && total > WHOLE_SEASON_TIMES * expected
    return isLarge ? [...found, { why: 'large', usual: expected, of: 'season' }] : found
  }
  // A tournament is several games, and a reading night is not a game.
  if (event.eventType === 'tournament' || !isMatch(event)) return found
  const isOnce = isOnceAMatch(statistic.name) && season.others.best <= 1
  if (isOnce) return total > 1 ? [...found, { why: 'more_than_one' }] : found
  return [...found, ...largeForMatch(total, statistic, season)]
}

const timeWords = (minutes: number): string => {
  const [count, unit] =
    minutes < HOUR
      ? [minutes, 'minute']
      : minutes < DAY
        ? [Math.floor(minutes / HOUR), 'hour']
        : [Math.floor(minutes / DAY), 'day']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
const about = (value: number): string => value.toLocaleString('en-US', { maximumSignificantDigits: 2 })

export type Entered = {
  statistic: Counted & { id: string }
  total: number
  event: (Played & { id: string; name: string }) | null
  at: Date
}
export type Known = {
  events: readonly Pick<Event, 'id' | 'eventType' | 'opponent'>[]
  /** A statistic's current total in a match; null if it has none. */
  currentOf: (eventId: string, statisticId: string) => number | null
  /** What the campaign calls its matches and its season. */
  words?: Vocabulary
}

/** The season that entries are compared with: each statistic is added up once, however many entries there are. */
type Compared = {
  matches: number
  others: (entered: Entered) => Others
  fractions: (entered: Entered) => number
  words: Vocabulary
}

type Sums = {
  sum: Quantity
  best: Quantity
  second: Quantity
  byMatch: ReadonlyMap<string, Quantity>
  fractions: number
}

const quantityText = (value: number): string => formatQuantity(readQuantity(value) ?? NONE)

const isPart = (figure: Quantity): boolean => !Number.isInteger(toNumber(figure))

export function comparedWith({ events, currentOf, words = SPORT }: Known): Compared {
  const matches = events.filter(isMatch)
  const sums = new Map<string, Sums>()
  const sumsOf = (statisticId: string): Sums => {
    const found = sums.get(statisticId) ?? addUp(matches, (id) => currentOf(id, statisticId))
    sums.set(statisticId, found)
    return found
  }
  return {
    matches: matches.length,
    words,
    others: ({ statistic, event }) => {
      const { byMatch, sum, best, second } = sumsOf(statistic.id)
      const own = byMatch.get(event?.id ?? '')
      return {
        count: byMatch.size - (own === undefined ? 0 : 1),
        sum: toNumber(minus(sum, own ?? NONE)),
        best: toNumber(own === best ? second : best),
      }
    },
    fractions: ({ statistic, event }) => {
      const { byMatch, fractions } = sumsOf(statistic.id)
      const own = byMatch.get(event?.id ?? '')
      return fractions - (own !== undefined && isPart(own) ? 1 : 0)
    },
  }
}

function addUp(matches: Known['events'], figureOf: (eventId: string) => number | null): Sums {
  const byMatch = new Map(
    matches.flatMap(({ id }) => {
      const figure = readQuantity(figureOf(id))
      return figure === null ? [] : [[id, figure] as const]
    }),
  )
  let [sum, best, second] = [NONE, NONE, NONE]
  for (const figure of byMatch.values()) {
    sum = plus(sum, figure)
    if (figure > best) [best, second] = [figure, best]
    else if (figure > second) second = figure
  }
  return { sum, best, second, byMatch, fractions: [...byMatch.values()].filter(isPart).length }
}

/**
 * An unconfirmed entry although a later one of its match is already confirmed. The last confirmation counts, so
 * confirming this one restores an older figure. `counts`: the current total.
 */
export function outdatedReason({ statistic, total, event }: Entered, counts: number): string {
  const figure = quantityText(total)
  return (
    `${statistic.name} ${figure}${event ? ` in ${event.name}` : ''} was entered before the ` +
    `${quantityText(counts)} that counts now. Confirming it replaces that with ${figure}.`
  )
}

/** Each reason as a sentence, for the person who enters it (`asking`) or confirms it later. */
export function unusualReasons(
  entered: Entered,
  { matches, others, fractions, words }: Compared,
  to: 'asking' | 'confirming',
): string[] {
  const { statistic, total, event } = entered
  const what = () => `${statistic.name} ${quantityText(total)}${event ? ` in ${event.name}` : ''}`
  return unusualIn(entered, { matches, others: others(entered), fractions: fractions(entered) }).map(
    (one) => {
      if (one.why === 'early')
        return to === 'asking'
          ? `${event?.name} starts ${timeWords(one.minutes)} from now.`
          : `Entered ${timeWords(one.minutes)} before ${event?.name} starts.`
      if (one.why === 'more_than_one') return `${what()}: ${withArticle(words.match)} usually has 1 at most.`
      if (one.why === 'fraction') return `${what()}: only whole numbers are usual.`
      return one.of === 'match'
        ? `${what()}: about ${about(one.usual)} per ${words.match} is usual.`
        : `${what()}: about ${about(one.usual)} are expected for the whole ${words.season}.`
    },
  )
}
