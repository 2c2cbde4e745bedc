/** Which match each row of a results file belongs to (R19). */
import { reasonAgainstNameIn } from '#domain/links.ts'
import { alikeOf, isMatch, likeness, sureMatch } from '#domain/match-identity.ts'
import { type Quantity, toNumber } from '#domain/quantity.ts'
import { isRowError, matchName, type ParsedRow, type RowError } from '#domain/results-csv.ts'
import { withoutNumber } from '#domain/schedule.ts'
import type { Event } from '#domain/schemas/event.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'
import { comparedWith, unusualReasons } from '#domain/unusual-result.ts'
import type { Vocabulary } from '#domain/vocabulary.ts'
import { dateIn, instantIn } from '#domain/zone.ts'

const NOON = '12:00'
export const startOf = ({ date, time }: ParsedRow, timeZone: string): Date =>
  instantIn(timeZone, date, time ?? NOON)

/** `event`: the scheduled match. `couldBe`: the candidates if only a person can tell; `answer` is what they said. */
export type PlannedRow = {
  row: ParsedRow
  event: Event | null
  couldBe: Event[]
  answer: 'new' | (string & {}) | null
}
type Known = {
  events: readonly Event[]
  known: readonly { eventId: string; name: string }[]
  timeZone: string
  words: Vocabulary
}

/** The name for a new match from that row: "vs. Harbor", or "Week 3" if there are no opponents (R63). */
export const nameOf = ({ opponent, venue }: ParsedRow, { hasOpponents }: Vocabulary): string =>
  hasOpponents ? matchName(opponent, venue) : opponent

const asMatch = ({ opponent }: ParsedRow, { hasOpponents }: Vocabulary) => ({
  name: opponent,
  opponent: hasOpponents ? opponent : null,
})
/** More means a wrong column, such as the day of the export (R19). The rows of a day are compared with each other. */
const MAX_ROWS_OF_A_DAY = 100
const tooMany = ({ line, date }: ParsedRow, { match }: Vocabulary): RowError => ({
  line,
  reason: `more than ${MAX_ROWS_OF_A_DAY} rows have the date ${date}: choose the column with the day of each ${match}`,
})
const twice = (row: ParsedRow, { match, hasOpponents }: Vocabulary, other?: ParsedRow): RowError => {
  const { line, opponent, date, time } = row
  const reason = `the ${match} ${hasOpponents ? 'against ' : ''}${opponent} on ${date} is in the file twice`
  // At one time it is one game; otherwise it may be the second of a doubleheader.
  const isOne = time !== null && other?.time === time
  const hint = `: if they are two games, write "${withoutNumber(opponent)} (game 2)" for the later one`
  return { line, reason: hasOpponents && !isOne ? reason + hint : reason }
}

/** Games against one opponent on one day, as the schedule import numbers them. */
const gamesAgainst = (whom: string, sameDay: readonly Event[]): Event[] =>
  sameDay.filter(({ opponent }) => opponent && withoutNumber(opponent).toLowerCase() === whom.toLowerCase())

type Doubleheaders = {
  rows: (ParsedRow | RowError)[]
  /** Rows whose time is none of the games': a person says which one it is. */
  asked: Map<ParsedRow, Event[]>
}

/**
 * Where the schedule has several games against a row's opponent that day, the row is the one at its time, or in order of time
 * if the file has as many; without times it is the one that it names (R72).
 */
function inDoubleheaders(
  rows: readonly (ParsedRow | RowError)[],
  byDay: ReadonlyMap<string, Event[]>,
  timeZone: string,
): Doubleheaders {
  const read = rows.filter((row): row is ParsedRow => !isRowError(row))
  const renamed = new Map<ParsedRow | RowError, ParsedRow>()
  const asked: Doubleheaders['asked'] = new Map()
  for (const group of Map.groupBy(read, keyOfGame).values()) {
    const [first] = group
    const games = first ? gamesAgainst(first.opponent, byDay.get(first.date) ?? []) : []
    if (games.length < 2 || group.some(({ time }) => time === null)) continue
    const inOrder = [...group].sort((a, b) => ((a.time ?? '') < (b.time ?? '') ? -1 : 1))
    const isWhole =
      inOrder.length === games.length && new Set(group.map(({ time }) => time)).size === group.length
    inOrder.forEach((row, index) => {
      const at = startOf(row, timeZone).toISOString()
      const exact = games.filter(({ startTime }) => startTime === at)
      const game = isWhole ? games[index] : exact.length === 1 ? exact[0] : undefined
      if (game?.opponent) renamed.set(row, { ...row, opponent: game.opponent })
      else asked.set(row, games)
    })
  }
  return { rows: rows.map((row) => renamed.get(row) ?? row), asked }
}
const keyOfGame = ({ date, opponent }: ParsedRow): string => `${date}|${opponent.toLowerCase()}`

/** A file brings no new name with a link (R72); a match that has one from before is still found by it. */
function reasonAgainstLink(
  { opponent }: ParsedRow,
  event: Event | undefined,
  { match, hasOpponents }: Vocabulary,
): string | null {
  const isKnown = event && (!hasOpponents || event.opponent !== null || event.name.includes(opponent))
  return isKnown ? null : reasonAgainstNameIn(hasOpponents ? 'opponent' : match, opponent)
}

/** A row that surely is a scheduled match is assigned to it; what is left of the day may be asked about. */
export function matchRows(
  rows: readonly (ParsedRow | RowError)[],
  { events, known, timeZone, words }: Known,
): (PlannedRow | RowError)[] {
  const byDay = Map.groupBy(events.filter(isMatch), ({ startTime }) => dateIn(timeZone, new Date(startTime)))
  const seen = new Map<string, ParsedRow[]>()
  const taken = new Set<string>()
  const games = inDoubleheaders(rows, byDay, timeZone)
  const sure = games.rows.map((row): { row: ParsedRow; event: Event | undefined } | RowError => {
    if (isRowError(row)) return row
    const before = seen.get(row.date) ?? []
    if (before.length >= MAX_ROWS_OF_A_DAY) return tooMany(row, words)
    const same = before.find((other) => likeness(asMatch(other, words), asMatch(row, words)) === 'same')
    if (same) return twice(row, words, same)
    seen.set(row.date, [...before, row])
    if (games.asked.has(row)) return { row, event: undefined }
    const sameDay = byDay.get(row.date) ?? []
    const startTime = row.time === null ? undefined : startOf(row, timeZone).toISOString()
    const called = known.filter(({ name }) => name === row.opponent.toLowerCase())
    const said = sameDay.filter(({ id }) => called.some(({ eventId }) => eventId === id))
    const event =
      sureMatch({ ...asMatch(row, words), startTime }, sameDay) ?? (said.length === 1 ? said[0] : undefined)
    if (event && taken.has(event.id)) return twice(row, words)
    const linked = reasonAgainstLink(row, event, words)
    if (linked) return { line: row.line, reason: linked }
    if (event) taken.add(event.id)
    return { row, event }
  })
  return sure.map((found) => {
    if (isRowError(found)) return found
    const { row, event } = found
    if (event) return { row, event, couldBe: [], answer: null }
    const isFree = ({ id }: Event): boolean => !taken.has(id)
    const free = (byDay.get(row.date) ?? []).filter(isFree)
    const asked = games.asked.get(row)?.filter(isFree)
    if (asked) return { row, event: null, couldBe: asked, answer: null }
    const { same, couldBe } = alikeOf(asMatch(row, words), free)
    return { row, event: null, couldBe: [...same, ...couldBe], answer: null }
  })
}

/** An answer applies only to an open question; otherwise it is ignored. */
export function withAnswers(
  rows: readonly (PlannedRow | RowError)[],
  answers: Readonly<Record<string, string>>,
  { match }: Vocabulary,
): (PlannedRow | RowError)[] {
  const chosen = new Map<string, number>()
  return rows.map((row) => {
    if (isRowError(row)) return row
    const { line } = row.row
    const answer = answers[String(line)]
    if (answer === undefined || row.couldBe.length === 0) return row
    if (answer === 'new') return { ...row, answer }
    const event = row.couldBe.find(({ id }) => id === answer)
    if (!event) return { line, reason: `the chosen ${match} is not one of the possible ones` }
    const before = chosen.get(event.id)
    if (before !== undefined) return { line, reason: `line ${before} is already ${event.name}` }
    chosen.set(event.id, line)
    return { ...row, event, answer }
  })
}

type Judged = {
  events: readonly Event[]
  statistics: readonly Statistic[]
  standing: ReadonlyMap<string, Quantity>
  timeZone: string
  vocabulary: Vocabulary
  now: Date
}

/** The match that the row belongs to, or would add. */
const matchOf = ({ row, event }: PlannedRow, { timeZone, words }: Pick<Known, 'timeZone' | 'words'>) =>
  event ?? {
    ...{ id: `line ${row.line}`, name: nameOf(row, words), eventType: 'game' as const },
    opponent: words.hasOpponents ? row.opponent : null,
    startTime: startOf(row, timeZone).toISOString(),
    hasTime: row.time !== null,
  }

/** Unusual figures, compared with the season including the whole file. */
export function unusualRows(rows: readonly PlannedRow[], judged: Judged): (row: PlannedRow) => string[] {
  const { events, statistics, standing, timeZone, vocabulary: words, now } = judged
  const matches = new Map(rows.map((planned) => [planned, matchOf(planned, { timeZone, words })] as const))
  const inFile = new Map(
    rows.flatMap((planned) =>
      planned.row.quantities.map(
        ({ statisticId, quantity }) => [`${matches.get(planned)?.id}|${statisticId}`, quantity] as const,
      ),
    ),
  )
  const added = rows.filter(({ event }) => event === null).flatMap((planned) => matches.get(planned) ?? [])
  const season = comparedWith({
    events: [...events.filter(isMatch), ...added],
    standing: (eventId: string, statisticId: string): number | null => {
      const total = inFile.get(`${eventId}|${statisticId}`) ?? standing.get(`${eventId}|${statisticId}`)
      return total === undefined ? null : toNumber(total)
    },
    words,
  })
  const statisticById = new Map(statistics.map((statistic) => [statistic.id, statistic]))
  return (planned) => {
    const event = matches.get(planned) ?? null
    return planned.row.quantities.flatMap(({ statisticId, quantity }) => {
      const statistic = statisticById.get(statisticId)
      const isUnchanged = planned.event && standing.get(`${planned.event.id}|${statisticId}`) === quantity
      if (!statistic || isUnchanged) return []
      return unusualReasons({ statistic, total: toNumber(quantity), event, at: now }, season, 'asking')
    })
  }
}
