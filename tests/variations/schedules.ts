/** Schedules with results: one column with the opponent, or one for each side. */
import { list } from '#tests/list.ts'
import type { Dice } from './dice.ts'
import {
  figuresOf,
  type Game,
  gamesOf,
  knownOf,
  onePerDay,
  type Team,
  teamOf,
  truthOf,
  type Variation,
} from './games.ts'
import { dateWriter, momentWriter, resultLetter, resultWriter, timeWriter } from './notations.ts'
import {
  type Column,
  column,
  fileOf,
  type Sheet,
  type SheetRow,
  type Style,
  styleOf,
  withExtras,
} from './text.ts'

type Part = { columns: Column[]; cells: (game: Game) => Record<string, string> }
/** Without times, a day has one game. */
type When = Part & { shown: readonly Game[]; losesTime: boolean }

const DATES = list(`Date | DATE | Game Date | Date  | Event Date | Match Date | Start Date | Game Day
  | Date of Game`)
const MOMENTS = ['Date', 'Date/Time', 'Date & Time', 'Start', 'When', 'Date and Time', 'Start Date/Time']
const TIMES = list(`Time | TIME | Game Time | Start Time | Kickoff | Kick-off | Start | Match Time
  | Tip-Off | Time (Local) | Kick Off Time | Event Time`)
const OPPONENTS = list(`Opponent | OPPONENT | Opponents | Opponent Name | Opp | Opp. | Versus | VS | Vs.
  | Opponent(s) | Opposing Team | Opponent Team | Against | Opponent/Event | Opposing School`)
const VENUES = list(`H/A | Home/Away | Home or Away | HA | Venue | Site | Location | Home / Away | H or A
  | Where | `)
const NOTES = ['Remarks', 'Info', 'Game State', 'Comment', 'Extra Label']
const PLACES = ['Location', 'Facility', 'Field', 'Location Name', 'Address', 'Place', 'Stadium', 'Venue']
export const STATUSES = ['Status', 'Game Status', 'STATUS', 'Event Status']
export const OFF = list(`Canceled | Cancelled | Postponed | PPD | Rainout | Rained Out | CANCELED
  | Rain out | Ppd - rain`)

/** Where month first is not proven and day first is as likely, the order of the whole file is asked about. */
export function isOrderOpen(days: readonly string[], separator: string): boolean {
  const swapped = days.map((day) => `${day.slice(0, 5)}${day.slice(8)}-${day.slice(5, 7)}`)
  if (days.some((day) => Number(day.slice(8)) > 12)) return false
  return separator === ';' || swapped.every((day) => day >= '2026-08-15' && day <= '2026-11-30')
}

export function whenPart(dice: Dice, games: readonly Game[], { separator }: Style): When {
  const days = games.map(({ day }) => day)
  const isProven = days.some((day) => Number(day.slice(8)) > 12)
  const isSure = dice.chance(0.5) || isOrderOpen(days, separator)
  const write = dateWriter(
    dice,
    isSure ? 'sure' : isProven && dice.chance(0.3) ? dice.pick(['day', 'day', 'dotted'] as const) : 'month',
  )
  const date = column('date', dice.pick(DATES))
  const shape = dice.pick(['two', 'two', 'two', 'one', 'day'] as const)
  const all = { shown: games, losesTime: false }
  if (shape === 'day')
    return {
      columns: [date],
      cells: ({ day }) => ({ date: write(day) }),
      shown: onePerDay(games),
      losesTime: true,
    }
  if (shape === 'one' && games.every(({ time }) => time !== null)) {
    const moment = momentWriter(dice)
    return {
      ...all,
      columns: [column('date', dice.pick(MOMENTS))],
      cells: ({ day, time }) => ({ date: moment(day, time ?? '') }),
    }
  }
  const writeTime = timeWriter(dice)
  const names = TIMES.filter((name) => name !== 'Start' || date.name !== 'Start Date')
  return {
    ...all,
    columns: [date, column('time', dice.pick(names))],
    cells: ({ day, time }) => ({ date: write(day), time: writeTime(time) }),
  }
}

type Whom = Part & { hasVenue: boolean; isHomeUnsaid?: boolean }
const PREFIXES = [
  ['vs. ', '@ '],
  ['vs ', '@ '],
  ['vs. ', 'at '],
  ['', '@ '],
  ['', 'at '],
  ['', '@'],
  ['VS ', 'AT '],
] as const
const VENUE_WORDS = [
  ['H', 'A', 'N'],
  ['Home', 'Away', 'Neutral'],
  ['HOME', 'AWAY', 'NEUTRAL'],
  ['h', 'a', 'n'],
  ['vs', '@', 'N'],
  ['vs.', 'at', 'N'],
] as const

function opponentPart(dice: Dice): Whom {
  const opponent = column('opponent', dice.pick(OPPONENTS))
  const shape = dice.pick(['prefix', 'column', 'column', 'none', 'suffix'] as const)
  if (shape === 'column') {
    const [home, away, neutral] = dice.pick(VENUE_WORDS)
    const words = { home, away, neutral }
    return {
      columns: [opponent, column('venue', dice.pick(VENUES))],
      cells: (game) => ({ opponent: game.opponent, venue: words[game.venue] }),
      hasVenue: true,
    }
  }
  if (shape === 'none')
    return { columns: [opponent], cells: (game) => ({ opponent: game.opponent }), hasVenue: false }
  const [vs, at] = dice.pick(PREFIXES)
  const marks = dice.pick([
    { home: '(H)', away: '(A)', neutral: '(N)' },
    { home: '(Home)', away: '(Away)', neutral: '(Neutral)' },
  ])
  return {
    columns: [opponent],
    cells: (game) => ({
      opponent:
        shape === 'suffix'
          ? `${game.opponent} ${marks[game.venue]}`
          : `${game.venue === 'away' ? at : vs}${game.opponent}${game.venue === 'neutral' ? ' (N)' : ''}`,
    }),
    hasVenue: true,
    isHomeUnsaid: shape === 'prefix' && vs === '',
  }
}

const RESULTS = list(`Result | RESULT | Results | W/L | Score | Final | Outcome | Final Score | Result/Score
  | W-L`)
const BESIDE = list(`W/L, Score | Result, Score | W/L/T, Final Score | Result, Final | W-L-T, Score
  | Outcome, Score`)
type Results = Part & { says: string[]; off: 'result' | 'none' }

/** What the file says of results, and which statistics that is. */
function resultPart(dice: Dice, { sport }: Team): Results {
  const { counts, against } = sport
  const all = [counts, against, 'Wins']
  const shape = dice.pick(['none', 'cell', 'cell', 'both', 'pair', 'beside'] as const)
  const text = (value: number | undefined): string =>
    value === undefined ? dice.pick(['', '-', 'N/A']) : String(value)
  if (shape === 'none') return { columns: [], cells: () => ({}), says: [], off: 'none' }
  if (shape === 'cell') {
    const write = resultWriter(dice)
    return {
      columns: [column('result', dice.pick(RESULTS))],
      cells: ({ score }) => ({ result: write(score) }),
      says: all,
      off: 'result',
    }
  }
  if (shape === 'beside') {
    const [letter = '', score = ''] = dice.pick(BESIDE).split(', ')
    return {
      columns: [column('letter', letter), column('score', score)],
      cells: (game) => ({
        letter: resultLetter(game.score, dice),
        score: game.score ? `${game.score.ours}-${game.score.theirs}` : '',
      }),
      says: all,
      off: 'none',
    }
  }
  const ours = ['Our Score', 'Team Score', 'Us', 'Score For', 'Our Goals'] as const
  const theirs = ['Opponent Score', 'Opp Score', 'Their Score', 'Them', 'Score Against'] as const
  const [mine, other] =
    shape === 'both' ? [dice.pick(ours), dice.pick(theirs)] : dice.pick(sport.forAndAgainst)
  return {
    columns: [column('figure ours', mine), column('figure theirs', other)],
    cells: ({ score }) => ({ 'figure ours': text(score?.ours), 'figure theirs': text(score?.theirs) }),
    says: shape === 'both' ? all : [counts, against],
    off: 'none',
  }
}

const only = (figures: Record<string, number>, names: readonly string[]): Record<string, number> =>
  Object.fromEntries(Object.entries(figures).filter(([name]) => names.includes(name)))

/** A week without a match. */
const byeOf = (dice: Dice, rows: readonly SheetRow[]): SheetRow => ({
  cells: {
    date: rows.at(-1)?.cells.date ?? '',
    opponent: dice.pick(['BYE', 'Bye', 'OPEN', 'Open Date', 'Bye Week', 'No Game']),
  },
  truth: null,
})

const MARKS = [['*'], [' (Homecoming)', ' (Senior Night)'], [' *'], ['**', '*'], [' - Homecoming'], [' (DH)']]

export function schedule(dice: Dice): Variation {
  const team = teamOf(dice)
  const style = styleOf(dice)
  const whom = opponentPart(dice)
  const results = resultPart(dice, team)
  const off = dice.pick(['status', 'opponent', 'note', results.off, 'none'] as const)
  const games = gamesOf(dice, team.sport, {
    calledOff: off === 'none' ? 0 : 0.12,
    doubleheaders: 0.1,
    unknownTimes: dice.pick([0, 0.2]),
  })
  const when = whenPart(dice, games, style)
  const parts: Part[] = [when, whom, results]
  if (dice.chance(0.5)) {
    const free = PLACES.filter((name) =>
      parts.every(({ columns }) => columns.every((one) => one.name !== name)),
    )
    parts.push({ columns: [column('place', dice.pick(free))], cells: ({ place }) => ({ place }) })
  }
  const word = dice.pick(OFF)
  const marks = dice.pick(MARKS)
  if (off === 'status') {
    const planned = dice.pick(['', 'Scheduled', 'Final', 'Completed', 'Confirmed'])
    parts.push({
      columns: [column('status', dice.pick(STATUSES))],
      cells: ({ isCalledOff }) => ({ status: isCalledOff ? word : planned }),
    })
  }
  const rows = when.shown.map((game): SheetRow => {
    const cells = Object.assign({}, ...parts.map((part) => part.cells(game)))
    if (game.isCalledOff && off === 'opponent')
      cells.opponent += dice.pick([` (${word})`, ` - ${word}`, ` *${word}*`])
    if (game.isCalledOff && off === 'result') cells.result = word
    if (off === 'note') cells.note = game.isCalledOff ? word : dice.pick(['', 'Bring water'])
    if (!game.isCalledOff && dice.chance(0.15)) cells.opponent += dice.pick(marks)
    const truth = truthOf(game, only(figuresOf(team.sport, game), results.says))
    const time = when.losesTime ? null : truth.time
    const isSaid = whom.hasVenue && !(whom.isHomeUnsaid && truth.venue === 'home')
    return { cells, truth: { ...truth, time, venue: isSaid ? truth.venue : null } }
  })
  const all = parts.flatMap((part) => part.columns)
  const columns = dice.chance(0.7) ? all : dice.shuffled(all)
  if (off === 'note') columns.push(column('note', dice.pick(NOTES)))
  const byes = dice.chance(0.15) ? [byeOf(dice, rows)] : []
  const known = [...rows, ...byes]
  return finished(dice, 'schedule', { columns, rows: known }, style, team, results.says)
}

export function finished(
  dice: Dice,
  kind: string,
  sheet: Sheet,
  style: Style,
  team: Team,
  says: readonly string[],
  due: Variation['due'] = null,
): Variation {
  const bytes = fileOf(dice, withExtras(dice, sheet), style)
  const rows = sheet.rows.flatMap(({ truth }) => (truth && truth.lines.length > 0 ? [truth] : []))
  return { kind, bytes, known: knownOf(dice, team.ownNames, says), rows, due }
}
