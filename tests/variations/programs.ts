/** The tables of programs, with the columns that they have. */
import { instantIn } from '#domain/places/zone.ts'
import type { Dice } from './dice.ts'
import { figuresOf, type Game, gamesOf, onePerDay, teamOf, truthOf, type Variation } from './games.ts'
import { letterOf } from './notations.ts'
import { finished } from './schedules.ts'
import { column, type SheetRow, type Style, styleOf } from './text.ts'

type Program = {
  kind: string
  header: string
  /** The cells of a game, in the order of the header. */
  cells: (game: Game, us: string, at: number) => readonly string[]
  hasScores?: boolean
  isLeague?: boolean
  calledOff: string
}

const us = (day: string): string => day.replace(/(.*)-(.*)-(.*)/, '$2/$3/$1')
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
  const ours = String(score?.ours ?? '')
  const theirs = String(score?.theirs ?? '')
  return venue === 'away' ? [theirs, ours] : [ours, theirs]
}
const H_OR_A = { home: 'Home', away: 'Away', neutral: 'Neutral' }

const PROGRAMS: Program[] = [
  {
    kind: 'TeamSnap',
    header:
      'Date,Time,Duration (HH:MM),Arrival Time (Minutes),Name,Opponent Name,Opponent Contact Name,Location Name,Location Address,Location Details,Home or Away,Uniform,Extra Label,Notes',
    cells: (game) => [
      us(game.day),
      clock(game.time, 'TBD'),
      '1:30',
      '30',
      '',
      game.opponent,
      'Kim',
      game.place,
      '',
      '',
      H_OR_A[game.venue],
      'White',
      game.isCalledOff ? 'CANCELED' : '',
      '',
    ],
    calledOff: 'none',
  },
  {
    kind: 'SportsEngine',
    header:
      'Date,Time,Duration,Home Team,Home Team Score,Away Team,Away Team Score,Division Name,Location,Status',
    cells: (game, own) => [
      us(game.day),
      clock(game.time, '12:00 AM'),
      '90',
      sides(game, own)[0],
      scores(game)[0],
      sides(game, own)[1],
      scores(game)[1],
      'U14',
      game.place,
      game.isCalledOff ? 'Cancelled' : 'Completed',
    ],
    hasScores: true,
    isLeague: true,
    calledOff: 'status',
  },
  {
    kind: 'Arbiter',
    header: 'Game #,Date,Time,Sport,Level,Home,Away,Site,Sub-Site,Bill-To,Status',
    cells: (game, own, at) => [
      String(1201 + at),
      us(game.day),
      clock(game.time, 'TBA'),
      'Football',
      'Varsity',
      ...sides(game, own),
      'Bay HS',
      'Stadium',
      'Bay HS',
      game.isCalledOff ? 'Rainout' : 'Normal',
    ],
    isLeague: true,
    calledOff: 'status',
  },
  {
    kind: 'rSchoolToday',
    header:
      'Day,Date,Time,Activity,Level,Opponent,Home/Away,Location,Dismissal Time,Depart Time,Status,Comments',
    cells: (game) => [
      weekday(game.day),
      us(game.day),
      clock(game.time, 'TBD'),
      'Soccer',
      'Varsity',
      game.opponent,
      H_OR_A[game.venue],
      game.place,
      '2:15 PM',
      '2:30 PM',
      game.isCalledOff ? 'Cancelled' : '',
      '',
    ],
    calledOff: 'status',
  },
  {
    kind: 'LeagueApps',
    header:
      'DATE,DAY,START TIME,END TIME,HOME TEAM,HOME SCORE,AWAY TEAM,AWAY SCORE,LOCATION,SUB-LOCATION,GAME STATE',
    cells: (game, own) => [
      us(game.day),
      weekday(game.day),
      clock(game.time, ''),
      '',
      sides(game, own)[0],
      scores(game)[0],
      sides(game, own)[1],
      scores(game)[1],
      game.place,
      'Field 1',
      game.isCalledOff ? 'Canceled' : 'Scheduled',
    ],
    hasScores: true,
    isLeague: true,
    calledOff: 'status',
  },
  {
    kind: 'MaxPreps schedule',
    header: 'Date,Result,,Opponent,Location,Game Type',
    cells: ({ day, score, venue, opponent, place, isCalledOff }) => {
      const result = score
        ? `${letterOf(score)} ${score.ours}-${score.theirs}`
        : isCalledOff
          ? 'Canceled'
          : ''
      return [us(day), result, venue === 'away' ? '@' : 'vs', opponent, place, 'League']
    },
    hasScores: true,
    calledOff: 'result',
  },
  {
    kind: 'GameChanger schedule',
    header: 'Start Date,Start Time,Event Type,Title,Opponent,Home/Away,Location,Team Score,Opponent Score',
    cells: (game) => [
      game.day,
      clock(game.time, 'TBD'),
      'Game',
      `vs. ${game.opponent}`,
      game.opponent,
      H_OR_A[game.venue],
      '',
      String(game.score?.ours ?? ''),
      String(game.score?.theirs ?? ''),
    ],
    hasScores: true,
    calledOff: 'none',
  },
]

export function programTable(dice: Dice): Variation {
  const team = teamOf(dice)
  const { kind, header, cells, hasScores, isLeague, calledOff } = dice.pick(PROGRAMS)
  const own = dice.pick(team.spellings)
  const isMaxPreps = kind.startsWith('MaxPreps')
  const games = gamesOf(dice, team.sport, {
    calledOff: calledOff === 'none' ? 0 : 0.1,
    doubleheaders: 0.05,
    unknownTimes: 0.1,
    hasNeutral: !isLeague && !isMaxPreps,
  })
  const columns = header.split(',').map((name, index) => column(`${index}`, name))
  const rows = (isMaxPreps ? onePerDay(games) : games).map((game, at): SheetRow => {
    const truth = truthOf(game, hasScores ? figuresOf(team.sport, game) : {})
    if (isMaxPreps) truth.time = null
    return { cells: Object.fromEntries(cells(game, own, at).map((text, index) => [`${index}`, text])), truth }
  })
  const says = hasScores ? [team.sport.counts, team.sport.against, 'Wins'] : []
  const style: Style = { ...styleOf(dice), separator: ',', saysSeparator: false }
  return finished(dice, kind, { columns, rows }, style, team, says)
}

/** "7:00 PM CT" in a campaign on the East Coast. */
export function otherZone(dice: Dice): Variation {
  const team = teamOf(dice)
  const zone = dice.pick(['CT', 'CDT', '(PT)', 'ET', 'MT'] as const)
  const behind = { CT: 1, CDT: 1, '(PT)': 3, ET: 0, MT: 2 }[zone]
  const isInHeader = dice.chance(0.3)
  const rows = gamesOf(dice, team.sport).map((game): SheetRow => {
    const time = game.time ?? '19:00'
    const hour = String(Number(time.slice(0, 2)) + behind).padStart(2, '0')
    const truth = { ...truthOf(game), venue: null, time: `${hour}${time.slice(2)}` }
    const written = `${clock(time, '')}${isInHeader ? '' : ` ${zone}`}`
    return { cells: { date: game.day, time: written, opponent: game.opponent }, truth }
  })
  const time = column('time', isInHeader ? `Time (${zone.replace(/[()]/g, '')})` : 'Time')
  const columns = [column('date', 'Date'), time, column('opponent', 'Opponent')]
  const file = finished(dice, 'another zone', { columns, rows }, styleOf(dice), team, [])
  return { ...file, known: { ...file.known, timeZone: 'America/New_York' } }
}
