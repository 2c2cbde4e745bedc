/** Files that count: statistics of matches, of players, and of readers. */
import { HUNDREDTH, ONE, thirds } from '#domain/quantity.ts'
import type { Dice } from './dice.ts'
import { type Game, gamesOf, knownOf, teamOf, truthOf, type Variation } from './games.ts'
import { finished, whenPart } from './schedules.ts'
import { type Column, column, fileOf, type Sheet, type SheetRow, type Style, styleOf } from './text.ts'

/** A statistic, the names of its column, and what is added up in it. */
const COUNTED: Record<string, readonly string[]> = {
  Goals: ['Goals', 'G', 'GOALS', 'Goals Scored', 'Goals (total)'],
  Assists: ['Assists', 'A', 'AST', 'Asst'],
  Saves: ['Saves', 'SV', 'GK Saves', 'Goalkeeper Saves'],
  Shots: ['Shots', 'SH', 'Total Shots'],
  Points: ['Points', 'PTS', 'Pts', 'Total Points'],
  Rebounds: ['Rebounds', 'REB', 'Reb', 'TREB', 'Rebs'],
  Steals: ['Steals', 'STL', 'Stl'],
  Runs: ['Runs', 'R', 'Runs Scored'],
  Hits: ['Hits', 'H', 'HITS'],
  RBI: ['RBI', 'RBIs', 'Runs Batted In'],
  'Stolen Bases': ['SB', 'Stolen Bases', 'Steals'],
}
const SETS = [
  ['Goals', 'Assists'],
  ['Goals', 'Saves', 'Shots'],
  ['Points', 'Rebounds', 'Steals'],
  ['Runs', 'Hits', 'RBI', 'Stolen Bases'],
  ['Goals'],
]

type Numbers = { write: (count: number) => string; nothing: () => string }

/** One notation of numbers for a file: with a decimal comma where its separator is a semicolon. */
function numbersOf(dice: Dice, isComma: boolean): Numbers {
  const blanks = dice.pick([['', '-'], ['N/A'], ['—'], [''], ['n/a', '']])
  const group = isComma ? dice.pick(['', ' ', '.']) : dice.pick(['', ',', ' ', '\u00a0', '’'])
  return {
    nothing: () => dice.pick(blanks),
    write: (count) => {
      const whole = Math.floor(count / ONE)
      const rest = (count % ONE) / HUNDREDTH
      const digits = String(whole).replace(/\B(?=(\d{3})+$)/g, group)
      const decimals = String(rest).padStart(2, '0').replace(/0$/, '')
      return rest === 0 ? digits : `${digits}${isComma ? ',' : '.'}${decimals}`
    },
  }
}

type Counts = {
  columns: Sheet['columns']
  says: string[]
  draw: () => { cells: Record<string, string>; figures: Record<string, number> }
}

function countsOf(dice: Dice, most: number): Counts {
  const says = dice.pick(SETS)
  const { write, nothing } = numbersOf(dice, false)
  const taken = new Set<string>()
  const columns = says.map((name) => {
    const shown = dice.pick((COUNTED[name] ?? []).filter((one) => !taken.has(one)))
    taken.add(shown)
    return column(`figure ${name}`, shown)
  })
  return {
    says,
    columns,
    draw: () => {
      const figures: Record<string, number> = {}
      const cells: Record<string, string> = {}
      for (const name of says) {
        const count = dice.chance(0.1) ? null : dice.int(0, most) * ONE
        cells[`figure ${name}`] = count === null ? nothing() : write(count)
        if (count !== null) figures[name] = count
      }
      return { cells, figures }
    },
  }
}

/** One row for each match. */
export function matchFigures(dice: Dice): Variation {
  const team = teamOf(dice)
  const style = styleOf(dice)
  const games = gamesOf(dice, team.sport, { doubleheaders: 0.05 })
  const when = whenPart(dice, games, style)
  const { columns, says, draw } = countsOf(dice, 30)
  const rows = when.shown.map((game): SheetRow => {
    const { cells, figures } = draw()
    const time = when.losesTime ? null : game.time
    return {
      cells: { ...when.cells(game), opponent: game.opponent, ...cells },
      truth: { ...truthOf(game, figures), venue: null, time },
    }
  })
  const opponent = column('opponent', dice.pick(['Opponent', 'Opp', 'VS', 'Versus']))
  const sheet = { columns: [...when.columns, opponent, ...columns], rows }
  return finished(dice, 'figures of matches', sheet, style, team, says)
}

const FIRST = ['Ana', 'José', 'Sam', 'Lee', 'Zoë', 'Max', 'Jo', 'Kai']
const LAST = ['Ruiz', 'Núñez', 'O’Neil', 'Park', 'Kim', 'Total', 'Sum', 'Day']
const nameOf = (index: number): { first: string; last: string; player: string } => {
  const [first = '', last = ''] = [FIRST[index % FIRST.length], LAST[index % LAST.length]]
  return { first, last, player: `${first} ${last}` }
}
const sumOf = (all: readonly Record<string, number>[]): Record<string, number> => {
  const sum: Record<string, number> = {}
  for (const one of all) for (const [name, count] of Object.entries(one)) sum[name] = (sum[name] ?? 0) + count
  return sum
}

/** The columns that say which player it is. */
function nameColumns(dice: Dice): Column[] {
  const shape = dice.pick(['one', 'two', 'number', 'jersey'] as const)
  if (shape === 'two') {
    const [first, last] = dice.pick([
      ['First', 'Last'],
      ['First Name', 'Last Name'],
    ] as const)
    return [column('last', last), column('first', first)]
  }
  const player = column('player', dice.pick(['Player', 'Player Name', 'Athlete', 'Name of Player']))
  const number = column('number', dice.pick(['#', 'No.', 'Jersey', 'Jersey #', 'Number', 'Uniform #']))
  if (shape === 'one') return [player]
  return shape === 'jersey' ? [number] : [number, player]
}
const jerseyOf = (index: number): string => (index === 0 ? '00' : String(index - 1))

/** A file whose rows add up to what it says of a match. */
function addedUp(dice: Dice, kind: string, sheet: Sheet, style: Style): Omit<Variation, 'known'> {
  const bytes = fileOf(dice, sheet, style)
  const rows = [...new Set(sheet.rows.flatMap(({ truth }) => truth ?? []))]
  return { kind, bytes, rows, due: null }
}

/** One row for each player of each match: they add up. */
export function playerFigures(dice: Dice): Variation {
  const team = teamOf(dice)
  const style = { ...styleOf(dice), isTidy: dice.chance(0.8) }
  const games = gamesOf(dice, team.sport).slice(0, 5)
  const when = whenPart(dice, games, style)
  const { columns, says, draw } = countsOf(dice, 4)
  const names = nameColumns(dice)
  const opponent = column('opponent', 'Opponent')
  const rows = games.flatMap((game): SheetRow[] => {
    const players = Array.from({ length: dice.int(2, 7) }, draw)
    const truth = { ...truthOf(game, sumOf(players.map(({ figures }) => figures))), venue: null }
    if (when.losesTime) truth.time = null
    const both = { ...when.cells(game), opponent: game.opponent }
    return players.map(({ cells }, at) => ({
      cells: { ...both, ...nameOf(at), number: jerseyOf(at), ...cells },
      truth,
    }))
  })
  const sheet = { columns: [...when.columns, opponent, ...names, ...columns], rows }
  const file = addedUp(dice, 'figures of players', sheet, style)
  return { ...file, known: knownOf(dice, team.ownNames, says) }
}

const WEEKS = { match: 'week', matches: 'weeks', hasOpponents: false }

/** A class that reads: weeks with their sums, or one row for each child and day. */
export function reading(dice: Dice): Variation {
  const style = styleOf(dice)
  const isComma = style.separator === ';' && dice.chance(0.5)
  const { write, nothing } = numbersOf(dice, isComma)
  const team = { ...teamOf(dice), ownNames: ['Bay School PTA', 'Read 2026'] }
  const games = gamesOf(dice, team.sport).map((game): Game => ({ ...game, time: null }))
  const when = whenPart(dice, games, style)
  const minutes = dice.pick(['Minutes', 'Minutes Read', 'Mins', 'Reading Minutes', 'Min'])
  const books = dice.pick(['Books', 'Books Read', '# of Books'])
  const isByChild = dice.chance(0.5)
  // Without decimals or a lone group of three digits, nobody can tell a decimal comma from a group.
  const rows = games.flatMap((game, index): SheetRow[] => {
    const children = Array.from({ length: isByChild ? dice.int(2, 4) : 1 }, (_, at) => {
      const figures: Record<string, number> = { Minutes: dice.int(10, 2_600) * ONE }
      const isRead = !dice.chance(0.15)
      if (isRead) figures.Books = (dice.int(1, 40) * ONE) / 2
      const cells = {
        child: nameOf(at).player,
        week: `Week ${index + 1}`,
        'figure Minutes': write(figures.Minutes ?? 0),
        'figure Books': isRead ? write(figures.Books ?? 0) : nothing(),
      }
      return { figures, cells: { ...cells, ...when.cells(game) } }
    })
    const sum = sumOf(children.map(({ figures }) => figures))
    const truth = { ...truthOf(game, sum), opponent: null, venue: null }
    return children.map(({ cells }) => ({ cells, truth }))
  })
  const who = isByChild
    ? column('child', dice.pick(['Student', 'Child', 'Student Name', 'Reader', 'Child’s Name']))
    : column('week', dice.pick(['Week', 'Name', 'Title', 'Event']))
  const columns = [...when.columns, who, column('figure Minutes', minutes), column('figure Books', books)]
  const file = addedUp(dice, 'reading', { columns, rows }, { ...style, isTidy: style.isTidy || isByChild })
  return { ...file, known: { ...knownOf(dice, team.ownNames, ['Minutes', 'Books']), words: WEEKS } }
}

const THIRDS = [
  ['', '⅓', '⅔'],
  ['', ' 1/3', ' 2/3'],
  ['', ' ⅓', ' ⅔'],
]

/** Innings as people write thirds, which nobody mistakes for decimals. */
export function innings(dice: Dice): Variation {
  const team = teamOf(dice)
  const style = styleOf(dice)
  const games = gamesOf(dice, team.sport).map((game): Game => ({ ...game, time: null }))
  const when = whenPart(dice, games, style)
  const signs = dice.pick(THIRDS)
  const rows = games.map((game): SheetRow => {
    const whole = dice.int(1, 8)
    const rest = dice.int(0, 2)
    const truth = { ...truthOf(game, { Innings: thirds(whole * 3 + rest) }), venue: null }
    return { cells: { ...when.cells(game), opponent: game.opponent, ip: `${whole}${signs[rest]}` }, truth }
  })
  const ip = column('ip', dice.pick(['IP', 'Innings', 'Innings Pitched']))
  const columns = [...when.columns, column('opponent', 'Opponent'), ip]
  return finished(dice, 'innings', { columns, rows }, style, team, ['Innings'])
}

/** MaxPreps: one match by player, which does not say when it was. */
export function maxPreps(dice: Dice): Variation {
  const team = teamOf(dice)
  const columns = 'Jersey|RushingNum|RushingYards|TotalTDNum|TotalPoints'
  const lines = ['00000000-1111-2222-3333-444444444444', columns]
  const [ofPlayers, counted]: [number[], Record<string, number>[]] = [[], []]
  for (let at = 0; at < dice.int(3, 9); at += 1) {
    const touchdowns = dice.int(0, 3)
    const points = dice.int(0, 20)
    lines.push(`${jerseyOf(at)}|${dice.int(0, 9)}|${dice.int(-9, 90)}|${touchdowns || ''}|${points}`)
    ofPlayers.push(lines.length)
    counted.push({ ...(touchdowns ? { Touchdowns: touchdowns * ONE } : {}), Points: points * ONE })
  }
  const truth = {
    lines: ofPlayers,
    day: null,
    time: null,
    opponent: null,
    venue: null,
    isCalledOff: false,
    figures: sumOf(counted),
  }
  const bytes = new TextEncoder().encode(lines.join('\r\n'))
  const known = knownOf(dice, team.ownNames, ['Touchdowns', 'Points'])
  return { kind: 'MaxPreps', bytes, known, rows: [truth], due: null }
}
