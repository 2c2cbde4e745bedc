/** Seasons of made-up teams: what really was played, before anyone wrote it into a file. */
import type { Known } from '#domain/files/source.ts'
import { addDays } from '#domain/places/zone.ts'
import { ONE } from '#domain/quantity.ts'
import type { Dice } from './dice.ts'

export const SEASON = { from: '2026-08-15', to: '2026-11-30' }
export const ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'Pacific/Honolulu',
  'America/Phoenix',
]

/** What a row of the file means, with the lines that it is on. Figures are quantities, by the statistic's name. */
export type Truth = {
  lines: number[]
  day: string | null
  time: string | null
  opponent: string | null
  venue: 'home' | 'away' | 'neutral' | null
  isCalledOff: boolean
  figures: Record<string, number>
}

/** A file, what is known of its season, and what it says. */
export type Variation = {
  kind: string
  bytes: Uint8Array
  known: Known
  rows: Truth[]
  /** What nobody can know from the file alone: the questions that are due, with the answers that the rows are right for. */
  due: Record<string, string> | null
}

export type Game = {
  day: string
  time: string | null
  opponent: string
  venue: 'home' | 'away' | 'neutral'
  isCalledOff: boolean
  /** Null: not played yet. */
  score: { ours: number; theirs: number } | null
  place: string
}

export type Team = { ownNames: string[]; spellings: string[]; sport: Sport }
export type Sport = {
  counts: string
  against: string
  /** The most that one side has. */
  most: number
  forAndAgainst: readonly [string, string][]
  figures: readonly string[]
}

const SPORTS: Sport[] = [
  {
    counts: 'Goals',
    against: 'Goals against',
    most: 7,
    figures: ['Assists', 'Saves', 'Shots'],
    forAndAgainst: [
      ['GF', 'GA'],
      ['Goals For', 'Goals Against'],
      ['Goals', 'Goals Allowed'],
      ['Goals Scored', 'Goals Conceded'],
    ],
  },
  {
    counts: 'Points',
    against: 'Points against',
    most: 78,
    figures: ['Rebounds', 'Steals', 'Assists'],
    forAndAgainst: [
      ['PF', 'PA'],
      ['Points For', 'Points Against'],
      ['Pts', 'Points Allowed'],
    ],
  },
  {
    counts: 'Runs',
    against: 'Runs against',
    most: 14,
    figures: ['Hits', 'RBI', 'Stolen Bases'],
    forAndAgainst: [
      ['RF', 'RA'],
      ['Runs', 'Runs Against'],
      ['R', 'Runs Allowed'],
      ['Runs Scored', 'Runs Allowed'],
    ],
  },
]

const TEAMS: Omit<Team, 'sport'>[] = [
  {
    ownNames: ['Harbor High School', 'Fall Season 2026', 'Varsity'],
    spellings: ['Harbor', 'Harbor High', 'Harbor HS', 'HARBOR', 'Harbor High School', 'Harbor Hawks'],
  },
  { ownNames: ['Kahala Club', 'U14 2026'], spellings: ['Kahala', 'Kahala Club', 'KAHALA', 'Kahala FC'] },
  {
    ownNames: ['St. Brendan Academy Boosters', 'Fall Season'],
    spellings: ['St. Brendan', 'Saint Brendan', 'St Brendan Academy', 'ST. BRENDAN'],
  },
  { ownNames: ['Peña Blanca Youth Sports'], spellings: ['Peña Blanca', 'Pena Blanca', 'Peña Blanca SC'] },
]

const OPPONENTS = [
  'Ridgeview',
  'Cove United',
  'Dune Athletic',
  'Mesa SC',
  'Summit',
  'San José',
  'O’Brien Prep',
  'Lagoon',
  'Bay (WA)',
  'Palm Valley',
  'Lakeside–Nampa',
  "St. Mary's",
  'North Fork',
  'Bishop O’Dowd',
  'Liberty',
  'Fort Worth Country Day',
  'A&M Consolidated',
  'Union',
  'Open Door Christian',
  'Al-Noor',
  'Núñez Prep',
  'Coal City',
  'East Ridge',
  'Mt. Si',
  'Seven Lakes',
  'Gold River',
  'March Creek',
  'Winner High',
  'Atlanta',
  'Van Nuys',
  'Vashon',
  'Homestead',
  'Awaytuck',
  'Friday Harbor Marina',
  'Tiebout',
  'Total Rec',
]

const TIMES = ['19:00', '18:30', '16:00', '17:45', '10:00', '13:30', '09:15', '12:00', '20:05']
const PLACES = ['Main Field', 'Field 2, Bay Park', 'City Stadium', 'Gym “A”', '12 Bay St, Kailua', 'Turf 1']

export function teamOf(dice: Dice): Team {
  return { ...dice.pick(TEAMS), sport: dice.pick(SPORTS) }
}

export type GamesOptions = {
  calledOff?: number
  doubleheaders?: number
  unknownTimes?: number
  hasNeutral?: boolean
}

/** In the order of their days. */
export function gamesOf(dice: Dice, { most }: Sport, options: GamesOptions = {}): Game[] {
  const { calledOff = 0, doubleheaders = 0, unknownTimes = 0, hasNeutral = true } = options
  const count = dice.int(5, 12)
  const names = dice.some(OPPONENTS, count)
  let day = addDays(SEASON.from, dice.int(0, 8))
  const playedUntil = dice.int(Math.ceil(count / 2), count)
  return names.flatMap((opponent, index): Game[] => {
    if (index > 0) day = addDays(day, dice.int(3, 8))
    const isCalledOff = dice.chance(calledOff)
    const isPlayed = index < playedUntil && !isCalledOff
    const venue = dice.pick(['home', 'away', 'home', 'away', hasNeutral ? 'neutral' : 'home'] as const)
    const game: Game = {
      day,
      opponent,
      isCalledOff,
      venue,
      time: dice.chance(unknownTimes) ? null : dice.pick(TIMES),
      place: dice.pick(PLACES),
      score: isPlayed ? { ours: dice.int(0, most), theirs: dice.int(0, most) } : null,
    }
    if (game.time === null || isCalledOff || !dice.chance(doubleheaders)) return [game]
    const later = { ...game, time: '21:10', score: isPlayed ? { ours: dice.int(0, most), theirs: 1 } : null }
    return [game, later]
  })
}

export const truthOf = (game: Game, figures: Record<string, number> = {}): Truth => ({
  lines: [],
  day: game.day,
  time: game.time,
  opponent: game.opponent,
  venue: game.venue,
  isCalledOff: game.isCalledOff,
  figures: game.isCalledOff ? {} : figures,
})

export const onePerDay = (games: readonly Game[]): Game[] =>
  games.filter(({ day }, index) => day !== games[index - 1]?.day)

/** What a score says: ours, theirs and whether it is a win. */
export const figuresOf = ({ counts, against }: Sport, { score }: Game): Record<string, number> =>
  score === null
    ? {}
    : { [counts]: score.ours * ONE, [against]: score.theirs * ONE, Wins: score.ours > score.theirs ? ONE : 0 }

export function knownOf(dice: Dice, ownNames: string[], statistics: readonly string[]): Known {
  return {
    timeZone: dice.pick(ZONES),
    season: SEASON,
    ownNames,
    words: { match: 'game', matches: 'games', hasOpponents: true },
    statistics: statistics.map((name) => ({ id: name, name, unitName: null })),
  }
}
