/** The tables of programs, with the columns that they have. */
import { instantIn } from '#domain/zone.ts'
import type { Dice } from './dice.ts'
import {
  figuresOf,
  type Game,
  gamesOf,
  type Team,
  type Truth,
  teamOf,
  truthOf,
  type Variation,
} from './games.ts'
import { finished } from './schedules.ts'
import { type SheetRow, styleOf } from './text.ts'

type Program = {
  kind: string
  header: string
  /** The cells of a game, in the order of the header. */
  cells: (game: Game, us: string, at: number) => readonly string[]
  hasScores?: boolean
  isLeague?: boolean
  calledOff: string
}

const numbers = (day: string): [year: string, month: string, day: string] => {
  const [year = '', month = '', date = ''] = day.split('-')
  return [year, month, date]
}
const us = (day: string): string => {
  const [year, month, date] = numbers(day)
  return `${month}/${date}/${year}`
}
const weekday = (day: string): string =>
  instantIn('UTC', day).toLocaleDateString('en-US', { weekday: 'short', timeZone: 'UTC' })
const clock = (time: string | null, unknown: string): string => {
  if (time === null) return unknown
  const hour = Number(time.slice(0, 2))
  return `${hour % 12 || 12}${time.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`
}
const sides = (game: Game, us: string): [home: string, away: string] =>
  game.venue === 'away' ? [game.opponent, us] : [us, game.opponent]
const scores = ({ venue, score }: Game): [home: string, away: string] => {
  if (score === null) return ['', '']
  const both = [String(score.ours), String(score.theirs)] as const
  return venue === 'away' ? [both[1], both[0]] : [both[0], both[1]]
}
const H_OR_A = { home: 'Home', away: 'Away', neutral: 'Neutral' }

const PROGRAMS: Program[] = [
  {
    kind: 'TeamSnap',
    header:
      'Date,Time,Duration (HH:MM),Arrival Time (Minutes),Name,Opponent Name,Opponent Contact Name,Location Name,Location Address,Location Details,Home or Away,Uniform,Extra Label,Notes',
    cells: (game) => [
      ...[us(game.day), clock(game.time, 'TBD'), '1:30', '30', '', game.opponent, 'Kim', game.place, '', ''],
      ...[H_OR_A[game.venue], 'White', game.isCalledOff ? 'CANCELED' : '', ''],
    ],
    calledOff: 'none',
  },
  {
    kind: 'SportsEngine',
    header:
      'Date,Time,Duration,Home Team,Home Team Score,Away Team,Away Team Score,Division Name,Location,Status',
    cells: (game, own) => [
      ...[us(game.day), clock(game.time, '12:00 AM'), '90', sides(game, own)[0], scores(game)[0]],
      ...[
        sides(game, own)[1],
        scores(game)[1],
        'U14',
        game.place,
        game.isCalledOff ? 'Cancelled' : 'Completed',
      ],
    ],
    ...{ hasScores: true, isLeague: true, calledOff: 'status' },
  },
  {
    kind: 'Arbiter',
    header: 'Game #,Date,Time,Sport,Level,Home,Away,Site,Sub-Site,Bill-To,Status',
    cells: (game, own, at) => [
      ...[
        String(1201 + at),
        us(game.day),
        clock(game.time, 'TBA'),
        'Football',
        'Varsity',
        ...sides(game, own),
      ],
      ...['Bay HS', 'Stadium', 'Bay HS', game.isCalledOff ? 'Rainout' : 'Normal'],
    ],
    ...{ isLeague: true, calledOff: 'status' },
  },
  {
    kind: 'rSchoolToday',
    header:
      'Day,Date,Time,Activity,Level,Opponent,Home/Away,Location,Dismissal Time,Depart Time,Status,Comments',
    cells: (game) => [
      ...[weekday(game.day), us(game.day), clock(game.time, 'TBD'), 'Soccer', 'Varsity', game.opponent],
      ...[H_OR_A[game.venue], game.place, '2:15 PM', '2:30 PM', game.isCalledOff ? 'Cancelled' : '', ''],
    ],
    calledOff: 'status',
  },
  {
    kind: 'LeagueApps',
    header:
      'DATE,DAY,START TIME,END TIME,HOME TEAM,HOME SCORE,AWAY TEAM,AWAY SCORE,LOCATION,SUB-LOCATION,GAME STATE',
    cells: (game, own) => [
      ...[us(game.day), weekday(game.day), clock(game.time, ''), '', sides(game, own)[0], scores(game)[0]],
      ...[
        sides(game, own)[1],
        scores(game)[1],
        game.place,
        'Field 1',
        game.isCalledOff ? 'Canceled' : 'Scheduled',
      ],
    ],
    ...{ hasScores: true, isLeague: true, calledOff: 'status' },
  },
  {
    kind: 'MaxPreps schedule',
    header: 'Date,Result,,Opponent,Location,Game Type',
    cells: ({ day, score, venue, opponent, place, isCalledOff }) => {
      const letter = score && (score.ours === score.theirs ? 'T' : score.ours > score.theirs ? 'W' : 'L')
      const result = score ? `${letter} ${score.ours}-${score.theirs}` : isCalledOff ? 'Canceled' : ''
      return [us(day), result, venue === 'away' ? '@' : 'vs', opponent, place, 'League']
    },
    ...{ hasScores: true, calledOff: 'result' },
  },
  {
    kind: 'GameChanger schedule',
    header: 'Start Date,Start Time,Event Type,Title,Opponent,Home/Away,Location,Team Score,Opponent Score',
    cells: (game) => [
      ...[
        game.day,
        clock(game.time, 'TBD'),
        'Game',
        `vs. ${game.opponent}`,
        game.opponent,
        H_OR_A[game.venue],
        '',
      ],
      ...[String(game.score?.ours ?? ''), String(game.score?.theirs ?? '')],
    ],
    ...{ hasScores: true, calledOff: 'none' },
  },
]

export function programTable(dice: Dice): Variation {
  const team: Team = teamOf(dice)
  const { kind, header, cells, hasScores, isLeague, calledOff } = dice.pick(PROGRAMS)
  const isKnown = calledOff !== 'none'
  const own = dice.pick(team.spellings)
  const games = gamesOf(dice, team.sport, {
    calledOff: isKnown ? 0.1 : 0,
    doubleheaders: 0.05,
    unknownTimes: 0.1,
  })
  const shown = kind.startsWith('MaxPreps')
    ? games.filter(({ day }, index) => day !== games[index - 1]?.day)
    : games
  const columns = header.split(',').map((name, index) => ({ key: `${index}`, name }))
  const rows = shown.map((given, at): SheetRow => {
    const isHome = given.venue === 'neutral' && (isLeague || kind.startsWith('MaxPreps'))
    const game: Game = isHome ? { ...given, venue: 'home' } : given
    const truth: Truth = truthOf(game, hasScores ? figuresOf(team.sport, game) : {})
    if (kind.startsWith('MaxPreps')) truth.time = null
    return { cells: Object.fromEntries(cells(game, own, at).map((text, index) => [`${index}`, text])), truth }
  })
  const says = hasScores ? [team.sport.counts, team.sport.against, 'Wins'] : []
  return finished(
    dice,
    kind,
    { columns, rows },
    { ...styleOf(dice), separator: ',', saysSeparator: false },
    team,
    says,
  )
}

/** "7:00 PM CT" in a campaign on the East Coast. */
export function otherZone(dice: Dice): Variation {
  const team = teamOf(dice)
  const [zone, behind] = dice.pick([
    ['CT', 1],
    ['CDT', 1],
    ['(PT)', 3],
    ['ET', 0],
    ['MT', 2],
  ] as const)
  const isInHeader = dice.chance(0.3)
  const rows = gamesOf(dice, team.sport).map((game): SheetRow => {
    const time = game.time ?? '19:00'
    const hour = String(Number(time.slice(0, 2)) + behind).padStart(2, '0')
    const truth = { ...truthOf(game), venue: null, isCalledOff: false, time: `${hour}${time.slice(2)}` }
    const written = `${clock(time, '')}${isInHeader ? '' : ` ${zone}`}`
    return { cells: { date: game.day, time: written, opponent: game.opponent }, truth }
  })
  const columns = [
    { key: 'date', name: 'Date' },
    { key: 'time', name: isInHeader ? `Time (${zone.replace(/[()]/g, '')})` : 'Time' },
    { key: 'opponent', name: 'Opponent' },
  ]
  const file = finished(dice, 'another zone', { columns, rows }, styleOf(dice), team, [])
  return { ...file, known: { ...file.known, timeZone: 'America/New_York' } }
}
