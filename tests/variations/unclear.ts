/** Files that nobody can read without asking: which questions are due, and the answers that their rows are right for. */
import { ONE, thirds as thirdsOf } from '#domain/quantity.ts'
import { list } from '#tests/list.ts'
import type { Dice } from './dice.ts'
import { figuresOf, type Game, gamesOf, type Team, teamOf, truthOf, type Variation } from './games.ts'
import { dateWriter, letterOf } from './notations.ts'
import { finished } from './schedules.ts'
import { type Column, column, type SheetRow, type Style, styleOf } from './text.ts'

type Case = (dice: Dice) => Variation
type Row = { cells: Record<string, string>; game: Game; figures?: Record<string, number>; isOut?: boolean }

const DATE = column('date', 'Date')
const OPPONENT = column('opponent', 'Opponent')
const HOME = column('home', 'Home')
const AWAY = column('away', 'Away')

/** Rows whose days nobody doubts, without places where they played. */
function made(
  dice: Dice,
  kind: string,
  columns: Column[],
  rows: readonly Row[],
  says: readonly string[],
  more: { team?: Team; style?: Style; time?: boolean; venue?: boolean; due?: Variation['due'] } = {},
): Variation & { rows: Variation['rows'] } {
  const { team = teamOf(dice), style: given = styleOf(dice), due = {} } = more
  // Of two columns, a footnote looks like a row without an opponent.
  const style = columns.length < 2 ? { ...given, isTidy: true } : given
  const sheet = {
    columns: [DATE, ...columns],
    rows: rows.map(({ cells, game, figures = {} }): SheetRow => {
      const truth = truthOf(game, figures)
      return {
        cells: { date: game.day, opponent: game.opponent, ...cells },
        truth: { ...truth, time: more.time ? truth.time : null, venue: more.venue ? truth.venue : null },
      }
    }),
  }
  return finished(dice, kind, sheet, style, team, says, due)
}

const DAYS = list(`2026-09-04 | 2026-09-11 | 2026-10-02 | 2026-10-09 | 2026-11-06 | 2026-09-08
  | 2026-11-10`)
const onDays = (games: readonly Game[]): Game[] =>
  games.slice(0, 5).map((game, index) => ({ ...game, day: DAYS[index] ?? game.day }))

const dayFirst: Case = (dice) => {
  const games = onDays(gamesOf(dice, teamOf(dice).sport))
  const write = dateWriter(dice, 'day')
  const rows = games.map((game) => ({ game, cells: { date: write(game.day) } }))
  return made(dice, 'day first', [OPPONENT], rows, [], { due: { order: 'day' } })
}

const forfeits: Case = (dice) => {
  const team = teamOf(dice)
  const games = gamesOf(dice, team.sport)
  const at = dice.int(0, games.length - 1)
  const inResult = dice.chance(0.5)
  const word = dice.pick(['Forfeit', 'FORFEIT', 'Forfeited', 'FF'])
  const rows = games.map((game, index): Row => {
    const isForfeit = index === at
    const figures = isForfeit ? { Wins: ONE } : figuresOf(team.sport, game)
    const result = game.score ? `${letterOf(game.score)} ${game.score.ours}-${game.score.theirs}` : ''
    return {
      game,
      figures,
      cells: inResult
        ? { result: isForfeit ? `W ${word}` : result }
        : { result: isForfeit ? '' : result, status: isForfeit ? word : '' },
    }
  })
  const columns = [OPPONENT, column('result', 'Result'), ...(inResult ? [] : [column('status', 'Status')])]
  const file = made(dice, 'forfeit', columns, rows, [team.sport.counts, team.sport.against, 'Wins'], { team })
  return { ...file, due: { [`line ${file.rows[at]?.lines[0]} forfeit`]: 'win' } }
}

const withGoals = (game: Game, count: number): Row => ({
  game,
  figures: { Goals: count * ONE },
  cells: { goals: String(count) },
})

const repeated: Case = (dice) => {
  const team = teamOf(dice)
  const games = gamesOf(dice, team.sport)
  const at = dice.int(0, games.length - 1)
  const rows = games.map(withGoals)
  const again = rows[at] as Row
  const file = made(
    dice,
    'repeated row',
    [OPPONENT, column('goals', 'Goals')],
    [...rows.slice(0, at + 1), again, ...rows.slice(at + 1)],
    ['Goals'],
    { team, style: { ...styleOf(dice), isTidy: true } },
  )
  const [twin] = file.rows.splice(at + 1, 1)
  return { ...file, due: { [`line ${twin?.lines[0]} again`]: 'skip' } }
}

const doubleheader: Case = (dice) => {
  const team = teamOf(dice)
  const games = gamesOf(dice, team.sport).slice(0, 5)
  const at = dice.int(0, games.length - 1)
  const both = games.flatMap((game, index) => (index === at ? [game, game] : [game]))
  const rows = both.map(withGoals)
  const file = made(dice, 'doubleheader', [OPPONENT, column('goals', 'Goals')], rows, ['Goals'], { team })
  return { ...file, due: { [`line ${file.rows[at + 1]?.lines[0]} again`]: 'second' } }
}

const thirds: Case = (dice) => {
  const games = gamesOf(dice, teamOf(dice).sport)
  const rows = games.map((game, index): Row => {
    const whole = dice.int(1, 8)
    const rest = index === 0 ? 2 : dice.int(0, 2)
    return { game, figures: { Innings: thirdsOf(whole * 3 + rest) }, cells: { ip: `${whole}.${rest}` } }
  })
  const name = dice.pick(['IP', 'Innings Pitched', 'Innings'])
  return made(dice, 'thirds', [OPPONENT, column('ip', name)], rows, ['Innings'], {
    due: { [`thirds ${name}`]: 'thirds' },
  })
}

const levels: Case = (dice) => {
  const team = { ...teamOf(dice), ownNames: ['Harbor High School', 'Fall Season'] }
  const games = gamesOf(dice, team.sport).map((game) => ({ ...game, venue: 'home' as const }))
  const rows = games.map((game, index): Row => {
    const isOut = index % 2 === 1
    const level = isOut ? dice.pick(['JV', 'Freshman']) : 'Varsity'
    return { game, isOut, cells: { home: 'Harbor', away: game.opponent, level } }
  })
  const columns = [HOME, AWAY, column('level', dice.pick(['Level', 'Team', 'Squad']))]
  const file = made(dice, 'levels', columns, rows, [], { team, venue: true, due: { level: 'Varsity' } })
  return { ...file, rows: file.rows.filter((_, index) => !rows[index]?.isOut) }
}

const bareScores: Case = (dice) => {
  const team = teamOf(dice)
  const rows = gamesOf(dice, team.sport).map((game, ours): Row => {
    const figures = figuresOf(team.sport, { ...game, score: { ours, theirs: 3 } })
    return { game, figures, cells: { score: `${ours}-3` } }
  })
  const says = [team.sport.counts, team.sport.against, 'Wins']
  const columns = [OPPONENT, column('score', dice.pick(['Score', 'Result', 'Final']))]
  return made(dice, 'bare scores', columns, rows, says, { team, due: { 'first score': 'ours' } })
}

/** "3-1" beside a home team and an away team. */
const sidedScores: Case = (dice) => {
  const team = teamOf(dice)
  const us = team.spellings[0] ?? ''
  const rows = gamesOf(dice, team.sport).map((drawn, index): Row => {
    const isHome = index % 2 === 0
    const ours = index + 1
    const theirs = 3
    const game: Game = { ...drawn, venue: isHome ? 'home' : 'away', score: { ours, theirs } }
    const [home, away] = isHome ? [us, game.opponent] : [game.opponent, us]
    const score = isHome ? `${ours}-${theirs}` : `${theirs}-${ours}`
    return { game, figures: figuresOf(team.sport, game), cells: { home, away, score } }
  })
  const columns = [HOME, AWAY, column('score', 'Score')]
  const says = [team.sport.counts, team.sport.against, 'Wins']
  const more = { team, venue: true, due: { 'first score': 'home' } }
  return made(dice, 'scores by side', columns, rows, says, more)
}

const groups: Case = (dice) => {
  const team = teamOf(dice)
  const games = gamesOf(dice, team.sport)
  const rows = games.map((game): Row => {
    const thousands = dice.int(1_001, 9_999)
    const minutes = `${Math.floor(thousands / 1000)}.${String(thousands % 1000).padStart(3, '0')}`
    return { game, figures: { Minutes: thousands * ONE }, cells: { minutes } }
  })
  const style: Style = { ...styleOf(dice), separator: ';' }
  return made(dice, 'groups or decimals', [OPPONENT, column('minutes', 'Minutes')], rows, ['Minutes'], {
    team,
    style,
    due: { 'decimals Minutes': ',' },
  })
}

const outside: Case = (dice) => {
  const games = gamesOf(dice, teamOf(dice).sport).map((game, index) =>
    index === 0 ? { ...game, day: '2026-08-01' } : game,
  )
  const rows = games.map((game) => ({ game, cells: {} }))
  return made(dice, 'outside the season', [OPPONENT], rows, [], { due: { outside: 'keep' } })
}

const moved: Case = (dice) => {
  const games = gamesOf(dice, teamOf(dice).sport)
  const at = dice.int(0, games.length - 1)
  const word = dice.pick(['Rescheduled', 'Suspended', 'Delayed', 'See coach'])
  const rows = games.map((game, index): Row => ({ game, cells: { status: index === at ? word : '' } }))
  const file = made(dice, 'status', [OPPONENT, column('status', 'Status')], rows, [])
  return { ...file, due: { [`line ${file.rows[at]?.lines[0]} status`]: 'yes' } }
}

/** "7:00" without AM or PM. */
const bareClock: Case = (dice) => {
  const evening = ['17:00', '18:30', '19:00', '16:15']
  const rows = gamesOf(dice, teamOf(dice).sport).map((game, index): Row => {
    const time = evening[index % 4] ?? ''
    return { game: { ...game, time }, cells: { time: `${Number(time.slice(0, 2)) - 12}${time.slice(2)}` } }
  })
  return made(dice, 'half of the day', [OPPONENT, column('time', 'Time')], rows, [], {
    time: true,
    due: { clock: 'pm' },
  })
}

const CASES: Case[] = [
  dayFirst,
  forfeits,
  repeated,
  doubleheader,
  thirds,
  levels,
  bareScores,
  sidedScores,
  groups,
  outside,
  moved,
  bareClock,
]

export const unclear: Case = (dice) => dice.pick(CASES)(dice)
