/** Team seasons from a file with one row per match, each paired with the season before. */
import { parse } from 'csv-parse/sync'
import { parseQuantity, type Quantity } from '#domain/quantity.ts'

export const STATISTICS = ['goals', 'win', 'clean_sheet'] as const
export type StatisticName = (typeof STATISTICS)[number]

export type TeamSeason = {
  league: string
  season: string
  team: string
  /** Each statistic match by match, in order of date. */
  results: Record<StatisticName, Quantity[]>
  matches: number
}
export type Pair = { now: TeamSeason; before: TeamSeason }

/** What is wrong with the file, in one sentence for the person who gave it. */
export class WrongFile extends Error {}

const NAMES = ['league', 'season', 'team', 'date'] as const
const COLUMNS: readonly string[] = [...NAMES, ...STATISTICS]
const DATE = /^\d{4}-\d{2}-\d{2}$/
/** 2014-15, 2014-2015, 2014/15 or 2014. */
const SEASON = /^(\d{4})(?:[-/–]\d{2}(?:\d{2})?)?$/
const MAX_ROWS = 2_000_000

export function readTeamSeasons(text: string): TeamSeason[] {
  const rows = cellsOf(text)
  const head = (rows.shift() ?? []).map((cell) => cell.trim().toLowerCase())
  const missing = COLUMNS.filter((name) => !head.includes(name))
  if (head.every((cell) => cell === '')) throw new WrongFile('The file is empty.')
  if (missing.length > 0) {
    throw new WrongFile(
      `The first line must name the columns ${COLUMNS.join(', ')}; ${missing.join(', ')} is missing.`,
    )
  }
  if (rows.length === 0) throw new WrongFile('The file has column names and no matches.')
  const place = Object.fromEntries(head.map((name, index) => [name, index]))
  const matches = rows.map((cells, index) => matchOf(cells, place, head.length, index + 2))
  return gather(matches)
}

function cellsOf(text: string): string[][] {
  try {
    return parse(text, { bom: true, skip_empty_lines: true, relax_column_count: true, to: MAX_ROWS })
  } catch (error) {
    throw new WrongFile(`The file is not CSV: ${(error as Error).message}.`)
  }
}

type Match = { key: string; league: string; season: string; team: string; date: string; time: string } & {
  results: Record<StatisticName, Quantity>
}

function matchOf(cells: string[], place: Record<string, number>, width: number, row: number): Match {
  const cell = (name: string) => (cells[place[name] ?? -1] ?? '').trim()
  const wrong = (what: string) => new WrongFile(`Row ${row}: ${what}.`)
  if (cells.length !== width) throw wrong(`${cells.length} cells instead of ${width}`)
  for (const name of ['league', 'season', 'team']) if (!cell(name)) throw wrong(`${name} is empty`)
  if (!SEASON.test(cell('season'))) throw wrong(`season is “${cell('season')}” and not like 2014-15`)
  const date = cell('date')
  if (!DATE.test(date) || Number.isNaN(Date.parse(date)))
    throw wrong(`date is “${date}” and not like 2014-08-16`)
  const result = (name: StatisticName) => {
    const found = parseQuantity(cell(name))
    if (found === null || found < 0) throw wrong(`${name} is “${cell(name)}” and not a number of 0 or more`)
    return found
  }
  const league = cell('league')
  const season = cell('season')
  const team = cell('team')
  return {
    key: JSON.stringify([league, yearOf(season), team]),
    league,
    season,
    team,
    date,
    time: cell('time'),
    results: { goals: result('goals'), win: result('win'), clean_sheet: result('clean_sheet') },
  }
}

const yearOf = (season: string): number => Number(SEASON.exec(season)?.[1])

function gather(matches: readonly Match[]): TeamSeason[] {
  const byKey = Map.groupBy(matches, ({ key }) => key)
  return [...byKey.values()].map((of) => {
    const ordered = [...of].sort((a, b) => (`${a.date} ${a.time}` < `${b.date} ${b.time}` ? -1 : 1))
    const { league, season, team } = ordered[0] as Match
    const column = (name: StatisticName) => ordered.map(({ results }) => results[name])
    return {
      league,
      season,
      team,
      results: { goals: column('goals'), win: column('win'), clean_sheet: column('clean_sheet') },
      matches: ordered.length,
    }
  })
}

/** Each season whose team played in the same league the season before. */
export function pairsOf(seasons: readonly TeamSeason[]): Pair[] {
  const key = (league: string, year: number, team: string) => JSON.stringify([league, year, team])
  const known = new Map(seasons.map((one) => [key(one.league, yearOf(one.season), one.team), one]))
  const pairs = seasons.flatMap((now) => {
    const before = known.get(key(now.league, yearOf(now.season) - 1, now.team))
    return before ? [{ now, before }] : []
  })
  if (pairs.length === 0) throw new WrongFile('No team has two seasons in a row in the same league.')
  return pairs
}

/** The half of the teams that the forecast was fitted on (domain/forecast/fitted.ts); the others are held out. */
export const isFitted = ({ now }: Pair): boolean => (now.team.charCodeAt(0) + now.team.length) % 2 === 1

/** Both seasons thinned out to about `matches` matches: shorter seasons of the same team. */
export function shortened({ now, before }: Pair, matches: number): Pair {
  return { now: shorter(now, matches), before: shorter(before, matches) }
}

function shorter(season: TeamSeason, matches: number): TeamSeason {
  const every = Math.max(1, Math.round(season.matches / matches))
  const kept = (name: StatisticName) => season.results[name].filter((_, index) => index % every === 0)
  const results = { goals: kept('goals'), win: kept('win'), clean_sheet: kept('clean_sheet') }
  return { ...season, results, matches: results.goals.length }
}
