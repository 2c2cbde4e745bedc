/** A table's lines as entries: its header, its columns, and what each row says. Pure. */

import { isProtected, unprotected } from '../csv.ts'
import { instantIn } from '../places/zone.ts'
import { EVENT_TYPES } from '../schemas/event.ts'
import { NOON } from '../season/schedule.ts'
import { type Line, readCells } from './cells.ts'
import { type Field, plain } from './column-names.ts'
import {
  type Column,
  columnProblems,
  isField,
  isFieldName,
  type Meaning,
  readColumns,
  SCORE_KEYS,
  type SourceColumn,
} from './columns.ts'
import {
  type Clock,
  clockIn,
  clockOf,
  type Dated,
  isUnknownTime,
  readDates,
  readTime,
  readTimes,
} from './dates.ts'
import { type Ask, BLANK, type Entry, type EventType, FileProblem, type Venue } from './file.ts'
import { formatOf, likelyHeader, OTHER, zoneInName } from './formats.ts'
import { statusOf } from './marks.ts'
import { isNothing } from './numbers.ts'
import { readScores, type Score } from './scores.ts'
import { type Choices, type Known, type LineReason, NO_SOURCE, type Source } from './source.ts'
import { zoneNamed } from './zone-names.ts'

const SHOWN_LINES = 10
const SAY_SCORES = new Set<Meaning>(['result', 'score', 'homeScore', 'ourScore', 'status'])

/** Keys tell columns apart: a name that comes twice gets a number. Without a header (-1) they are counted. */
function columnsOf(lines: readonly Line[], header: number, hasGroups: boolean): Column[] {
  const names = lines[header]?.cells
  const width = names?.length ?? Math.max(...lines.slice(0, 50).map(({ cells }) => cells.length))
  const above = (hasGroups && lines[header - 1]?.cells) || []
  const rows = lines.slice(header + 1).filter((line) => reasonToSkip(line, width, names ?? []) === null)
  // A column of the file that is called "win" is not what a result says.
  const seen = new Map<string, number>(SCORE_KEYS.map((key) => [key, 1]))
  let group = ''
  return Array.from({ length: width }, (_, index) => {
    group = above[index]?.trim() || group
    const written = names ? (names[index] ?? '').trim().slice(0, 200) : `Column ${index + 1}`
    const name = group && written ? `${group} ${written}` : written
    const before = seen.get(name) ?? 0
    seen.set(name, before + 1)
    const key = before === 0 ? name.slice(0, 200) : `${name.slice(0, 190)} (${before + 1})`
    return { key, name, values: rows.map(({ cells }) => cells[index] ?? '') }
  })
}

const TOTAL = /^(?:team |season |grand |game )*(?:totals?|sum|averages?|avg|opponents? totals?)[:.]?$/i

/** Totals, glossaries, footnotes and repeated headers are in the file for its readers: they are no rows. */
function reasonToSkip({ cells }: Line, width: number, names: readonly string[]): string | null {
  const used = cells.filter((cell) => cell !== '')
  if (used.slice(0, 3).some((cell) => TOTAL.test(cell))) return 'A total of the rows'
  if (width >= 3 && used.length === 1) return 'Not a row of the table'
  if (names.length > 1 && names.every((name, index) => name === (cells[index] ?? '')))
    return 'The header again'
  return null
}

export function readTable(text: string, known: Known, choices: Choices, ask: Ask): Source {
  const { lines, separator } = readCells(text)
  const { headerLine } = choices
  const found = headerLine === undefined ? formatOf(lines) : null
  const { format, header } = found ?? { format: OTHER, header: headerIn(lines, known, headerLine) }
  if (format.instead)
    throw new FileProblem(`This is a file of another kind: ${format.name}. ${format.instead}`)
  const ofFile = columnsOf(lines, header, format.hasGroups ?? false)
  const { words, statistics } = known
  const fields = { ...format.fields, ...fieldsWithZone(ofFile) }
  const all = readColumns(ofFile, [], { words, statistics, chosen: choices.columns, fields })
  const hasScores = all.some(({ meaning }) => SAY_SCORES.has(meaning))
  const columns = hasScores ? all : all.slice(0, ofFile.length)
  const problems =
    header === lines.length - 1
      ? ['The file has no rows below the names of its columns']
      : columnProblems(columns, statistics, words)
  const head = { line: lines[header]?.number ?? null, lines: lines.slice(0, SHOWN_LINES) }
  const source: Source = { ...NO_SOURCE, format, columns, head, separator, problems }
  if (problems.length > 0) return source
  const table = { columns: columns.slice(0, ofFile.length), all: columns.length, separator, known }
  return { ...source, ...entriesOf(lines, header, table, choices.leftOut, ask) }
}

/** -1: the table has none. */
function headerIn(lines: readonly Line[], { words, statistics }: Known, chosen: number | undefined): number {
  if (chosen !== undefined) return lines.findIndex(({ number }) => number === chosen)
  const names = new Set(statistics.flatMap(({ name, unitName }) => [plain(name), plain(unitName ?? '')]))
  return likelyHeader(lines, (name) => name !== '' && (isFieldName(name, words) || names.has(name)))
}

const fieldsWithZone = (columns: readonly Column[]): Record<string, Meaning> =>
  Object.fromEntries(
    columns
      .filter(({ name }) => zoneNamed(zoneInName(name) ?? '') !== null)
      .map(({ name }) => [plain(name), /^starts/i.test(name) ? 'date' : 'endTime']),
  )

type Table = { columns: readonly SourceColumn[]; all: number; separator: string; known: Known }
/** A line, what it says in the column of a field, and in each column of the file. */
type Row = Line & { said: (field: Field) => string; clean: readonly string[] }

function entriesOf(
  lines: readonly Line[],
  header: number,
  { columns, all, separator, known }: Table,
  leftOut: ReadonlySet<number>,
  ask: Ask,
): Pick<Source, 'entries' | 'errors' | 'skipped'> {
  const [errors, skipped]: [LineReason[], LineReason[]] = [[], []]
  const fieldAt = new Map(columns.map(({ meaning }, index) => [meaning, index]))
  const rows = lines.slice(header + 1).flatMap((line): Row[] => {
    const { number, cells } = line
    if (leftOut.has(number)) return []
    const reason = reasonToSkip(line, all, lines[header]?.cells ?? [])
    const hasMore = cells.slice(columns.length).some((text) => text !== '')
    if (reason) skipped.push({ line: number, reason })
    else if (hasMore)
      errors.push({
        line: number,
        reason: `has ${cells.length} cells where the header has ${columns.length}`,
      })
    if (reason || hasMore) return []
    const clean = columns.map((_, index) => unprotected((cells[index] ?? '').trim()))
    return [{ ...line, clean, said: (field) => clean[fieldAt.get(field) ?? -1] ?? '' }]
  })
  const cellsOf = (field: Field) => rows.map((row) => ({ line: row.number, text: row.said(field) }))
  const clocks = rows.flatMap(({ said }) => [said('time'), clockIn(said('date'))])
  const clock = clockOf(clocks, ask)
  // Ends with a day of their own are read the same way, under the negative of their line.
  const ends = cellsOf('endTime').map(({ line, text }) => ({ line: -line, text }))
  const dated = [...cellsOf('date'), ...ends.filter(({ text }) => hasDay(text))]
  const hasDates = fieldAt.has('date')
  const dates = hasDates ? readDates(dated, { season: known.season, separator, withHalf: clock }, ask) : []
  const results = rows
    .map(({ number, said }) => ({ line: number, text: resultIn(said('result'), said('score')) }))
    .filter(({ text }) => text !== '')
  const scores = readScores(results, ask, fieldAt.has('home'))
  const days = new Map(dates.map((one) => [one.line, one]))
  const scoreOf = new Map(scores.map((one) => [one.line, one]))
  const nameOf = (field: Field): string => columns[fieldAt.get(field) ?? -1]?.name ?? ''
  const zone = zoneNamed(zoneInName(nameOf('date')) ?? '') ?? zoneIn(nameOf('time'), known.timeZone)
  const hasSports = new Set(cellsOf('sport').map(({ text }) => text)).size > 1
  const entries = rows.flatMap((row): Entry[] => {
    const day = days.get(row.number)
    if (hasDates && !day) return []
    const end = days.get(-row.number)
    const read =
      day && 'reason' in day ? day.reason : whenOf(row, day, end && 'day' in end ? end : null, clock, zone)
    const score = scoreOf.get(row.number)
    const reason = typeof read === 'string' ? read : score?.reason
    if (reason) errors.push({ line: row.number, reason })
    if (reason || typeof read === 'string') return []
    return [{ ...entryOf(row, columns, score, known.words.match, hasSports), ...read }]
  })
  return { entries, errors, skipped }
}

const PEOPLE = new Set<Meaning>(['person', 'first', 'last'])
const TRUE = /^(?:1|y|yes|true|x)$/i

function entryOf(
  { number, cells, clean, said }: Row,
  columns: readonly SourceColumn[],
  score: Score | undefined,
  match: string,
  /** Several sports in one file: the sport is part of what tells teams apart. */
  hasSports: boolean,
): Omit<Entry, keyof When> {
  const at = (meaning: Meaning): number => columns.findIndex((column) => column.meaning === meaning)
  const home = said('home')
  const away = said('away')
  const flag = said('isHome')
  const level = hasSports ? `${said('sport')} ${said('level')}`.trim() : said('level')
  const forfeit = score?.isForfeit ? 'Forfeit' : null
  // Everything that tells one player or child from another.
  const person = clean.filter((_, index) => PEOPLE.has(columns[index]?.meaning ?? 'ignore'))
  return {
    ...BLANK,
    line: number,
    uid: said('uid') || null,
    level: level || null,
    // A practice often has no name but its type.
    title: said('title') || (said('opponent') || home ? null : said('type')) || null,
    isText: isProtected((cells[at('title')] ?? '').trim()),
    opponent: said('opponent') || null,
    venue: venueOf(said('venue')) ?? (flag === '' ? null : TRUE.test(flag) ? 'home' : 'away'),
    teams: home && away ? { home, away } : null,
    status: said('status') || forfeit || (score?.status ?? statusBeside(cells, columns)),
    eventType: typeOf(said('type'), match),
    // "TBD" is no place.
    location: at('location') < 0 ? undefined : isNothing(said('location')) ? null : said('location'),
    description: at('description') < 0 ? undefined : said('description') || null,
    text: cells.join('\u001f'),
    person: person.some((part) => part !== '') ? person.join('|') : null,
    figures: figuresOf(clean, columns, score),
  }
}

const VENUES: Record<string, Venue> = {
  home: 'home',
  h: 'home',
  vs: 'home',
  'vs.': 'home',
  away: 'away',
  a: 'away',
  v: 'away',
  road: 'away',
  at: 'away',
  '@': 'away',
  visitor: 'away',
  visitors: 'away',
  neutral: 'neutral',
  n: 'neutral',
}
/** "Home", "Away*", "Neutral – Bay Park". */
const venueOf = (text: string): Venue | undefined =>
  VENUES[text.toLowerCase()] ?? VENUES[/^(home|away|neutral)\b/i.exec(text)?.[1]?.toLowerCase() ?? '']

function typeOf(text: string, match: string): EventType | null {
  const word = text.toLowerCase()
  if (word === 'match' || (word !== '' && word === match.toLowerCase())) return 'game'
  if (word === 'event' || word === 'meeting') return 'other'
  return EVENT_TYPES.find((type) => type === word) ?? null
}

const MAY_SAY = new Set<Meaning>(['ignore', 'description', 'location'])

/** "CANCELED" under "Notes", or under a name that nobody knows; "Postponed to 10/3" is asked about. */
function statusBeside(cells: readonly string[], columns: readonly SourceColumn[]): string | null {
  const said = columns
    .map(({ meaning }, index) => (MAY_SAY.has(meaning) ? (cells[index] ?? '') : ''))
    .find((text) => statusOf(text) === 'called_off')
  return said && /\b(?:from|to|make-?up|moved)\b/i.test(said) ? `Note: ${said}` : (said ?? null)
}

/** "W" in one column and "3-1" in another are one result. */
const resultIn = (result: string, score: string): string =>
  [result, result.includes(score) ? '' : score].filter((text) => !isNothing(text)).join(' ')

const ZONES: Record<string, string> = {
  E: 'America/New_York',
  C: 'America/Chicago',
  M: 'America/Denver',
  P: 'America/Los_Angeles',
  A: 'America/Anchorage',
  H: 'Pacific/Honolulu',
}
/** "7:00 PM CT", "Time (ET)": the zone of a time; Arizona says MT all year. */
function zoneIn(text: string, zone: string): string {
  const letter = /\b([ECMPH]|A(?=K))K?[SD]?T\)?$/i.exec(text.trim())?.[1]?.toUpperCase() ?? ''
  return letter === 'M' && zone === 'America/Phoenix' ? zone : (ZONES[letter] ?? zone)
}

type When = Pick<Entry, 'start' | 'hasTime' | 'end'>

const hasDay = (text: string): boolean => !isUnknownTime(text) && readTime(text) === null

/** `ends`: the end, where it has a day of its own. */
function whenOf(
  { said }: Row,
  day: Dated | undefined,
  ends: Dated | null,
  clock: Clock,
  usualZone: string,
): When | string {
  if (!day) return { start: null, hasTime: false, end: undefined }
  const timeText = clock(said('time'))
  const endText = said('endTime')
  const zone = zoneIn(said('time'), usualZone)
  const times = isUnknownTime(timeText) ? null : readTimes(timeText)
  if (!isUnknownTime(timeText) && times === null)
    return `"${timeText.slice(0, 20)}" is not a time such as 19:30 or 7:30 PM`
  const time = times?.time ?? day.time
  const start = instantIn(zone, day.day, time ?? NOON)
  if (hasDay(endText) && ends === null) return `"${endText.slice(0, 20)}" is not a time such as 21:00 or 9 PM`
  const written = ends ? ends.time : isUnknownTime(endText) ? null : readTime(endText)
  const endTime = written ?? times?.endTime ?? day.endTime
  if (endTime === null || time === null) return { start, hasTime: time !== null, end: undefined }
  const end = instantIn(zone, ends?.day ?? day.day, endTime)
  return end < start ? `it ends at ${endTime}, before it starts` : { start, hasTime: true, end }
}

const SCORE_FIELDS: Partial<Record<Meaning, string>> = {
  homeScore: 'home score',
  awayScore: 'away score',
  ourScore: 'our score',
  theirScore: 'their score',
}

/** What each column says that is counted, and what the result says. */
function figuresOf(
  clean: readonly string[],
  columns: readonly SourceColumn[],
  score: Score | undefined,
): Record<string, string> {
  const figures = columns.map(({ key, meaning }, index) => {
    const counted = isField(meaning) || meaning === 'ignore' ? SCORE_FIELDS[meaning] : key
    return [counted ?? '', clean[index] ?? '']
  })
  return { ...Object.fromEntries(figures.filter(([key]) => key !== '')), ...score?.figures }
}
