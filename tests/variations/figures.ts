/** Files that count: statistics of matches, of players, and of readers. */
import { HUNDREDTH, ONE, thirds } from '#domain/quantity.ts'
import type { Dice } from './dice.ts'
import { type Game, gamesOf, knownOf, type Team, teamOf, truthOf, type Variation } from './games.ts'
import { finished, whenPart } from './schedules.ts'
import { fileOf, type Sheet, type SheetRow, styleOf } from './text.ts'

/** A statistic, the names of its column, and what is added up in it. */
const COUNTED: Record<string, readonly string[]> = {
  ...{
    Goals: ['Goals', 'G', 'GOALS', 'Goals Scored', 'Goals (total)'],
    Assists: ['Assists', 'A', 'AST', 'Asst'],
  },
  ...{ Saves: ['Saves', 'SV', 'GK Saves', 'Goalkeeper Saves'], Shots: ['Shots', 'SH', 'Total Shots'] },
  ...{
    Points: ['Points', 'PTS', 'Pts', 'Total Points'],
    Rebounds: ['Rebounds', 'REB', 'Reb', 'TREB', 'Rebs'],
  },
  ...{ Steals: ['Steals', 'STL', 'Stl'], Runs: ['Runs', 'R', 'Runs Scored'], Hits: ['Hits', 'H', 'HITS'] },
  ...{ RBI: ['RBI', 'RBIs', 'Runs Batted In'], 'Stolen Bases': ['SB', 'Stolen Bases', 'Steals'] },
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
      const [whole, rest] = [Math.floor(count / ONE), (count % ONE) / HUNDREDTH]
      const digits = String(whole).replace(/\B(?=(\d{3})+$)/g, group)
      return rest === 0
        ? digits
        : `${digits}${isComma ? ',' : '.'}${String(rest).padStart(2, '0').replace(/0$/, '')}`
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
    return { key: `figure ${name}`, name: shown }
  })
  return {
    ...{ says, columns },
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
  const [team, style] = [teamOf(dice), styleOf(dice)]
  const games = gamesOf(dice, team.sport, { doubleheaders: 0.05 })
  const when = whenPart(dice, games, style)
  const shown = when.losesTime ? games.filter((game, index) => game.day !== games[index - 1]?.day) : games
  const { columns, says, draw } = countsOf(dice, 30)
  const rows = shown.map((game): SheetRow => {
    const { cells, figures } = draw()
    const truth = { ...truthOf(game, figures), venue: null, isCalledOff: false }
    return {
      cells: { ...when.cells(game), opponent: game.opponent, ...cells },
      truth: when.losesTime ? { ...truth, time: null } : truth,
    }
  })
  const opponent = { key: 'opponent', name: dice.pick(['Opponent', 'Opp', 'VS', 'Versus']) }
  return finished(
    dice,
    'figures of matches',
    { columns: [...when.columns, opponent, ...columns], rows },
    style,
    team,
    says,
  )
}

const NAMES = [
  ['Ana', 'Ruiz'],
  ['José', 'Núñez'],
  ['Sam', 'O’Neil'],
  ['Lee', 'Park'],
  ['Zoë', 'Kim'],
  ['Max', 'Total'],
  ['Jo', 'Sum'],
  ['Kai', 'Day'],
] as const
const sumOf = (all: readonly Record<string, number>[]): Record<string, number> => {
  const sum: Record<string, number> = {}
  for (const one of all) for (const [name, count] of Object.entries(one)) sum[name] = (sum[name] ?? 0) + count
  return sum
}

function namesPart(dice: Dice): {
  columns: Sheet['columns']
  cells: (index: number) => Record<string, string>
} {
  const of = (index: number) => NAMES[index % NAMES.length] ?? NAMES[0]
  const shape = dice.pick(['one', 'two', 'number', 'jersey'] as const)
  if (shape === 'two') {
    const [first, last] = dice.pick([
      ['First', 'Last'],
      ['First Name', 'Last Name'],
    ] as const)
    return {
      columns: [
        { key: 'last', name: last },
        { key: 'first', name: first },
      ],
      cells: (at) => ({ first: of(at)[0], last: of(at)[1] }),
    }
  }
  const player = { key: 'player', name: dice.pick(['Player', 'Player Name', 'Athlete', 'Name of Player']) }
  const number = { key: 'number', name: dice.pick(['#', 'No.', 'Jersey', 'Jersey #', 'Number', 'Uniform #']) }
  const cells = (at: number) => ({
    player: `${of(at)[0]} ${of(at)[1]}`,
    number: at === 0 ? '00' : String(at - 1),
  })
  if (shape === 'one') return { columns: [player], cells }
  return { columns: shape === 'jersey' ? [number] : [number, player], cells }
}

/** One row for each player of each match: they add up. */
export function playerFigures(dice: Dice): Variation {
  const [team, style] = [teamOf(dice), { ...styleOf(dice), isTidy: dice.chance(0.8) }]
  const games = gamesOf(dice, team.sport).slice(0, 5)
  const when = whenPart(dice, games, style)
  const { columns, says, draw } = countsOf(dice, 4)
  const names = namesPart(dice)
  const opponent = { key: 'opponent', name: 'Opponent' }
  const rows = games.flatMap((game): SheetRow[] => {
    const players = Array.from({ length: dice.int(2, 7) }, draw)
    const truth = {
      ...truthOf(game, sumOf(players.map(({ figures }) => figures))),
      venue: null,
      isCalledOff: false,
    }
    if (when.losesTime) truth.time = null
    return players.map(({ cells }, at) => ({
      cells: { ...when.cells(game), opponent: game.opponent, ...names.cells(at), ...cells },
      truth,
    }))
  })
  const sheet = { columns: [...when.columns, opponent, ...names.columns, ...columns], rows }
  const bytes = fileOf(dice, sheet, style)
  const truths = [...new Set(rows.flatMap(({ truth }) => truth ?? []))]
  return {
    kind: 'figures of players',
    bytes,
    known: knownOf(dice, team.ownNames, says),
    rows: truths,
    due: null,
  }
}

const WEEKS = { match: 'week', matches: 'weeks', hasOpponents: false }

/** A class that reads: weeks with their sums, or one row for each child and day. */
export function reading(dice: Dice): Variation {
  const style = styleOf(dice)
  const isComma = style.separator === ';' && dice.chance(0.5)
  const { write, nothing } = numbersOf(dice, isComma)
  const team: Team = { ...teamOf(dice), ownNames: ['Bay School PTA', 'Read 2026'] }
  const games = gamesOf(dice, team.sport).map((game): Game => ({ ...game, time: null }))
  const when = whenPart(dice, games, style)
  const [minutes, books] = [
    dice.pick(['Minutes', 'Minutes Read', 'Mins', 'Reading Minutes', 'Min']),
    dice.pick(['Books', 'Books Read', '# of Books']),
  ]
  const isByChild = dice.chance(0.5)
  // Without decimals or a lone group of three digits, nobody can tell a decimal comma from a group.
  const rows = games.flatMap((game, index): SheetRow[] => {
    const children = Array.from({ length: isByChild ? dice.int(2, 4) : 1 }, (_, at) => {
      const figures: Record<string, number> = { Minutes: dice.int(10, 2_600) * ONE }
      const isRead = !dice.chance(0.15)
      if (isRead) figures.Books = (dice.int(1, 40) * ONE) / 2
      const cells = {
        ...{ child: `${NAMES[at]?.[0]} ${NAMES[at]?.[1]}`, week: `Week ${index + 1}` },
        ...{
          'figure Minutes': write(figures.Minutes ?? 0),
          'figure Books': isRead ? write(figures.Books ?? 0) : nothing(),
        },
      }
      return { figures, cells: { ...cells, ...when.cells(game) } }
    })
    const truth = {
      ...truthOf(game, sumOf(children.map(({ figures }) => figures))),
      opponent: null,
      venue: null,
      time: null,
      isCalledOff: false,
    }
    return children.map(({ cells }) => ({ cells, truth }))
  })
  const who = isByChild
    ? { key: 'child', name: dice.pick(['Student', 'Child', 'Student Name', 'Reader', 'Child’s Name']) }
    : { key: 'week', name: dice.pick(['Week', 'Name', 'Title', 'Event']) }
  const columns = [
    ...when.columns,
    who,
    { key: 'figure Minutes', name: minutes },
    { key: 'figure Books', name: books },
  ]
  const bytes = fileOf(dice, { columns, rows }, { ...style, isTidy: style.isTidy || isByChild })
  const known = { ...knownOf(dice, team.ownNames, ['Minutes', 'Books']), words: WEEKS }
  const truths = [...new Set(rows.flatMap(({ truth }) => truth ?? []))]
  return { kind: 'reading', bytes, known, rows: truths, due: null }
}

/** Innings as people write thirds, which nobody mistakes for decimals. */
export function innings(dice: Dice): Variation {
  const [team, style] = [teamOf(dice), styleOf(dice)]
  const games = gamesOf(dice, team.sport).map((game): Game => ({ ...game, time: null }))
  const when = whenPart(dice, games, style)
  const signs = dice.pick([
    ['', '⅓', '⅔'],
    ['', ' 1/3', ' 2/3'],
    ['', ' ⅓', ' ⅔'],
  ])
  const rows = games.map((game): SheetRow => {
    const [whole, rest] = [dice.int(1, 8), dice.int(0, 2)]
    const truth = {
      ...truthOf(game, { Innings: thirds(whole * 3 + rest) }),
      time: null,
      venue: null,
      isCalledOff: false,
    }
    return { cells: { ...when.cells(game), opponent: game.opponent, ip: `${whole}${signs[rest]}` }, truth }
  })
  const columns = [
    ...when.columns,
    { key: 'opponent', name: 'Opponent' },
    { key: 'ip', name: dice.pick(['IP', 'Innings', 'Innings Pitched']) },
  ]
  return finished(dice, 'innings', { columns, rows }, style, team, ['Innings'])
}

/** MaxPreps: one match by player, which does not say when it was. */
export function maxPreps(dice: Dice): Variation {
  const team = teamOf(dice)
  const truth = {
    lines: [] as number[],
    day: null,
    time: null,
    opponent: null,
    venue: null,
    isCalledOff: false,
    figures: {} as Record<string, number>,
  }
  const lines = [
    '00000000-1111-2222-3333-444444444444',
    'Jersey|RushingNum|RushingYards|TotalTDNum|TotalPoints',
  ]
  for (let at = 0; at < dice.int(3, 9); at += 1) {
    const [touchdowns, points] = [dice.int(0, 3), dice.int(0, 20)]
    lines.push(
      `${at === 0 ? '00' : at - 1}|${dice.int(0, 9)}|${dice.int(-9, 90)}|${touchdowns || ''}|${points}`,
    )
    truth.lines.push(lines.length)
    if (touchdowns) truth.figures.Touchdowns = (truth.figures.Touchdowns ?? 0) + touchdowns * ONE
    truth.figures.Points = (truth.figures.Points ?? 0) + points * ONE
  }
  const bytes = new TextEncoder().encode(lines.join('\r\n'))
  return {
    kind: 'MaxPreps',
    bytes,
    known: knownOf(dice, team.ownNames, ['Touchdowns', 'Points']),
    rows: [truth],
    due: null,
  }
}
