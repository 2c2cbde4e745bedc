/** A table's lines as entries: its header, its columns, and what each row says (R19, R72). Pure. */

import { isProtected, unprotected } from '../csv.ts'
import { EVENT_TYPES } from '../schemas/event.ts'
import { instantIn } from '../zone.ts'
import { type Line, readCells } from './cells.ts'
import { type Field, plain } from './column-names.ts'
import { columnProblems, isField, isFieldName, type Meaning, proposeMeanings } from './columns.ts'
import {
  type Clock,
  clockIn,
  clockOf,
  type Dated,
  type DateError,
  isUnknownTime,
  readDates,
  readTime,
  readTimes,
} from './dates.ts'
import { answerTo, type Entry, type EventType, FileProblem, type Question, type Venue } from './file.ts'
import { formatOf, likelyHeader, OTHER, zoneInName } from './formats.ts'
import { statusOf } from './marks.ts'
import { isNothing } from './numbers.ts'
import { readScores, type Score } from './scores.ts'
import {
  type Choices,
  type Known,
  type LineReason,
  SCORES,
  type Source,
  type SourceColumn,
} from './source.ts'
import { zoneNamed } from './zone-names.ts'

const SHOWN_LINES = 10
const SAY_SCORES = new Set<Meaning>(['result', 'score', 'homeScore', 'ourScore', 'status'])
const NOON = '12:00'

const rowsBehind = (lines: readonly Line[], header: number | null): readonly Line[] =>
  lines.slice(header === null ? 0 : header + 1)

/** Keys tell columns apart: a name that comes twice gets a number. */
function columnsOf(lines: readonly Line[], header: number | null, hasGroups: boolean) {
  const names = header === null ? [] : (lines[header]?.cells ?? [])
  const widest = Math.max(...lines.slice(0, 50).map(({ cells }) => cells.length))
  const width = header === null ? widest : names.length
  const above = hasGroups && header !== null && header > 0 ? (lines[header - 1]?.cells ?? []) : []
  const rows = rowsBehind(lines, header).filter((line) => reasonToSkip(line, width, names) === null)
  // A column of the file that is called "win" is not what a result says.
  const seen = new Map<string, number>(SCORES.map(({ key }) => [key, 1]))
  let group = ''
  return Array.from({ length: width }, (_, index) => {
    group = above[index]?.trim() || group
    const written = header === null ? `Column ${index + 1}` : (names[index] ?? '').trim().slice(0, 200)
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
  if (used.some((cell, index) => index < 3 && TOTAL.test(cell))) return 'A total of the rows'
  if (width >= 3 && used.length === 1) return 'Not a row of the table'
  if (names.length > 1 && names.every((name, index) => name === (cells[index] ?? '')))
    return 'The header again'
  return null
}

const VENUES: Record<string, Venue> = {
  ...{ home: 'home', h: 'home', vs: 'home', 'vs.': 'home', away: 'away', a: 'away', v: 'away', road: 'away' },
  ...{ at: 'away', '@': 'away', visitor: 'away', visitors: 'away', neutral: 'neutral', n: 'neutral' },
}
/** "Home", "Away*", "Neutral – Bay Park". */
const venueOf = (text: string): Venue | undefined =>
  VENUES[text.toLowerCase()] ?? VENUES[/^(home|away|neutral)\b/i.exec(text)?.[1]?.toLowerCase() ?? '']
const TRUE = /^(?:1|y|yes|true|x)$/i

function typeOf(text: string, match: string): EventType | null {
  const word = text.trim().toLowerCase()
  if (word === '') return null
  if (word === 'match' || word === match.toLowerCase()) return 'game'
  return (
    EVENT_TYPES.find((type) => type === word) ?? (word === 'event' || word === 'meeting' ? 'other' : null)
  )
}

export function readTable(text: string, known: Known, choices: Choices): Source {
  const { lines, separator } = readCells(text)
  const isKnown = choices.headerLine === undefined ? formatOf(lines) : null
  const format = isKnown?.format ?? OTHER
  if (format.instead)
    throw new FileProblem(`This is a file of another kind: ${format.name}. ${format.instead}`)
  const statisticNames = new Set(
    known.statistics.flatMap(({ name, unitName }) => [plain(name), plain(unitName ?? '')]),
  )
  const chosen = lines.findIndex(({ number }) => number === choices.headerLine)
  const header =
    choices.headerLine === undefined
      ? (isKnown?.header ??
        likelyHeader(
          lines,
          (name) => name !== '' && (isFieldName(name, known.words) || statisticNames.has(name)),
        ))
      : chosen < 0
        ? null
        : chosen
  const bare = columnsOf(lines, header, format.hasGroups ?? false)
  const own = [...bare, ...SCORES.map((score) => ({ ...score, values: ['1'] }))]
  const meanings = proposeMeanings(own, known.statistics, choices.columns, known.words, {
    fields: fieldsOf(format.fields, bare),
    width: bare.length,
  })
  const all = own.map((column, index): SourceColumn => {
    const meaning = meanings[index] ?? 'ignore'
    // What a result says is a figure, or nothing.
    return { ...column, meaning: index >= bare.length && isField(meaning) ? 'ignore' : meaning }
  })
  const hasScores = all.some(({ meaning }) => SAY_SCORES.has(meaning))
  const columns = hasScores ? all : all.slice(0, bare.length)
  const head = {
    line: header === null ? null : (lines[header]?.number ?? null),
    lines: lines.slice(0, SHOWN_LINES),
  }
  const problems =
    header === lines.length - 1
      ? ['The file has no rows below the names of its columns']
      : columnProblems(columns, known.statistics, known.words)
  const source: Source = {
    ...{ format, columns, head, separator, problems, name: null, isFinal: true },
    ...{ entries: [], questions: [], errors: [], skipped: [] },
  }
  return problems.length > 0
    ? source
    : { ...source, ...entriesOf(lines, header, bare.length, source, known, choices) }
}

const fieldsOf = (fields: Readonly<Record<string, string>> = {}, columns: readonly { name: string }[]) => {
  const zones = columns.filter(({ name }) => zoneNamed(zoneInName(name) ?? '') !== null)
  return {
    ...fields,
    ...Object.fromEntries(zones.map(({ name }) => [plain(name), /^starts/i.test(name) ? 'date' : 'endTime'])),
  }
}

type Rows = Pick<Source, 'entries' | 'questions' | 'errors' | 'skipped'>

function entriesOf(
  lines: readonly Line[],
  header: number | null,
  width: number,
  { columns, separator }: Source,
  known: Known,
  { answers, leftOut }: Choices,
): Rows {
  const names = header === null ? [] : (lines[header]?.cells ?? [])
  const [errors, skipped, questions]: [LineReason[], LineReason[], Question[]] = [[], [], []]
  const answer = (question: Question): string | null => answerTo(question, answers)
  const rows = rowsBehind(lines, header).filter((line) => {
    if (leftOut.has(line.number)) return false
    const reason = reasonToSkip(line, columns.length, names)
    if (reason) skipped.push({ line: line.number, reason })
    return reason === null
  })
  const at = (field: Field): number => columns.findIndex(({ meaning }) => meaning === field)
  const cellAt = ({ cells }: Line, index: number): string => unprotected((cells[index] ?? '').trim())
  const cell = (line: Line, field: Field): string => (at(field) < 0 ? '' : cellAt(line, at(field)))
  const read = rows.filter((line) => {
    const more = line.cells.slice(width).some((text) => text !== '')
    if (more)
      errors.push({
        line: line.number,
        reason: `has ${line.cells.length} cells where the header has ${width}`,
      })
    return !more
  })
  const clock = clockOf(
    read.flatMap((line) => [cell(line, 'time'), clockIn(cell(line, 'date'))]),
    answer,
  )
  if (clock.question) questions.push(clock.question)
  const dates =
    at('date') < 0
      ? null
      : readDates(
          [
            ...read.map((line) => ({ line: line.number, text: cell(line, 'date') })),
            // Ends with a day of their own are read the same way, under the negative of their line.
            ...read
              .map((line) => ({ line: -line.number, text: cell(line, 'endTime') }))
              .filter(({ text }) => hasDay(text)),
          ],
          { season: known.season, separator, answer, readClock: clock.read },
        )
  if (dates?.question) questions.push(dates.question)
  const said = read
    .map((line) => ({ line: line.number, text: resultIn(cell(line, 'result'), cell(line, 'score')) }))
    .filter(({ text }) => text !== '')
  const scores = readScores(said, answer, at('home') >= 0)
  if (scores.question) questions.push(scores.question)
  const days = new Map(dates?.days.map((one) => [one.line, one]))
  const results = new Map(scores.scores.map((one) => [one.line, one]))
  const nameOf = (field: Field): string => columns[at(field)]?.name ?? ''
  const zone = zoneNamed(zoneInName(nameOf('date')) ?? '') ?? zoneIn(nameOf('time'), known.timeZone)
  const sports = new Set(read.map((line) => cell(line, 'sport')))
  const entries = read.flatMap((line): Entry[] => {
    const dated = days.get(line.number)
    if (dates && !dated) return []
    const score = results.get(line.number)
    const entry = entryOf(line, {
      ...{ columns, cell, cellAt, dated, score, match: known.words.match, ends: days.get(-line.number) },
      ...{ zone, clock, isAbout: (field) => at(field) >= 0, hasSports: sports.size > 1 },
    })
    if (typeof entry !== 'string') return [entry]
    errors.push({ line: line.number, reason: entry })
    return []
  })
  return { entries, questions, errors, skipped }
}

type Row = {
  columns: readonly SourceColumn[]
  cell: (line: Line, field: Field) => string
  cellAt: CellAt
  dated: Dated | DateError | undefined
  /** The end, where it has a day of its own. */
  ends: Dated | DateError | undefined
  score: Score | undefined
  match: string
  zone: string
  clock: Clock
  isAbout: (field: Field) => boolean
  /** Several sports in one file: the sport is part of what tells teams apart. */
  hasSports: boolean
}

/** What the row says, or why it cannot be read. */
function entryOf(line: Line, row: Row): Entry | string {
  const { columns, cellAt, dated, ends, score, match, zone } = row
  const cell = (field: Field): string => row.cell(line, field)
  if (dated && 'reason' in dated) return dated.reason
  const when = dated
    ? whenOf(dated, row.clock.read(cell('time')), cell('endTime'), {
        zone: zoneIn(cell('time'), zone),
        ends: ends && 'day' in ends ? ends : null,
      })
    : { start: null, hasTime: false, end: undefined }
  if (typeof when === 'string') return when
  if (score?.reason) return score.reason
  const said = (field: Field): string | null | undefined =>
    row.isAbout(field) ? cell(field) || null : undefined
  const [home, away, flag] = [cell('home'), cell('away'), cell('isHome')]
  const level = row.hasSports ? `${cell('sport')} ${cell('level')}`.trim() : cell('level')
  const forfeit = score?.isForfeit ? 'Forfeit' : null
  return {
    ...{ line: line.number, uid: cell('uid') || null, ...when },
    // A practice often has no name but its type.
    ...{
      title: cell('title') || (cell('opponent') || home ? null : cell('type')) || null,
      opponent: cell('opponent') || null,
    },
    isText: isProtected((line.cells[columns.findIndex(({ meaning }) => meaning === 'title')] ?? '').trim()),
    venue: venueOf(cell('venue')) ?? (flag === '' ? null : TRUE.test(flag) ? 'home' : 'away'),
    ...{ teams: home && away ? { home, away } : null, level: level || null },
    ...{
      status: cell('status') || forfeit || (score?.status ?? statusBeside(line, columns)),
      eventType: typeOf(cell('type'), match),
    },
    ...{ location: placeIn(said('location')), description: said('description') },
    text: line.cells.join('\u001f'),
    ...{ person: personIn(line, columns, cellAt), figures: figuresOf(line, columns, cellAt, score) },
  }
}

const MAY_SAY = new Set<Meaning>(['ignore', 'description', 'location'])

/** "CANCELED" under "Notes", or under a name that nobody knows; "Postponed to 10/3" is asked about. */
function statusBeside({ cells }: Line, columns: readonly SourceColumn[]): string | null {
  const said = cells.find((text, index) => {
    const meaning = columns[index]?.meaning
    return meaning !== undefined && MAY_SAY.has(meaning) && text !== '' && statusOf(text) === 'called_off'
  })
  return said && /\b(?:from|to|make-?up|moved)\b/i.test(said) ? `Note: ${said}` : (said ?? null)
}

/** "W" in one column and "3-1" in another are one result. */
const resultIn = (result: string, score: string): string =>
  [result, result.includes(score) ? '' : score].filter((text) => !isNothing(text)).join(' ')

/** "TBD" is no place. */
const placeIn = (text: string | null | undefined): string | null | undefined =>
  text && isNothing(text) ? null : text

const ZONES: Record<string, string> = {
  ...{ E: 'America/New_York', C: 'America/Chicago', M: 'America/Denver', P: 'America/Los_Angeles' },
  ...{ A: 'America/Anchorage', H: 'Pacific/Honolulu' },
}
/** "7:00 PM CT", "Time (ET)": the zone of a time; Arizona says MT all year. */
function zoneIn(text: string, zone: string): string {
  const [, letter = ''] = /\b([ECMPH]|A(?=K))K?[SD]?T\)?$/i.exec(text.trim()) ?? []
  const named = ZONES[letter.toUpperCase()] ?? zone
  return letter.toUpperCase() === 'M' && zone === 'America/Phoenix' ? zone : named
}

type When = Pick<Entry, 'start' | 'hasTime' | 'end'>

const hasDay = (text: string): boolean => !isUnknownTime(text) && readTime(text) === null

type Ends = { zone: string; ends: Dated | null }

function whenOf(dated: Dated, timeText: string, endText: string, { zone, ends }: Ends): When | string {
  const times = isUnknownTime(timeText) ? null : readTimes(timeText)
  if (!isUnknownTime(timeText) && times === null)
    return `"${timeText.slice(0, 20)}" is not a time such as 19:30 or 7:30 PM`
  const time = times?.time ?? dated.time
  const start = instantIn(zone, dated.day, time ?? NOON)
  if (hasDay(endText) && ends === null) return `"${endText.slice(0, 20)}" is not a time such as 21:00 or 9 PM`
  const written = ends ? ends.time : isUnknownTime(endText) ? null : readTime(endText)
  const endTime = written ?? times?.endTime ?? dated.endTime
  if (endTime === null || time === null) return { start, hasTime: time !== null, end: undefined }
  const end = instantIn(zone, ends?.day ?? dated.day, endTime)
  return end < start ? `it ends at ${endTime}, before it starts` : { start, hasTime: true, end }
}

type CellAt = (line: Line, index: number) => string

/** Everything that tells one player or child from another. */
function personIn(line: Line, columns: readonly SourceColumn[], cellAt: CellAt): string | null {
  const parts = columns.map(({ meaning }, index) =>
    meaning === 'person' || meaning === 'first' || meaning === 'last' ? cellAt(line, index) : '',
  )
  return parts.some((part) => part !== '') ? parts.join('|') : null
}

function figuresOf(line: Line, columns: readonly SourceColumn[], cellAt: CellAt, score: Score | undefined) {
  const figures: Record<string, string> = {}
  columns.forEach(({ key, meaning }, index) => {
    if (meaning === 'homeScore') figures['home score'] = cellAt(line, index)
    else if (meaning === 'awayScore') figures['away score'] = cellAt(line, index)
    else if (meaning === 'ourScore') figures['our score'] = cellAt(line, index)
    else if (meaning === 'theirScore') figures['their score'] = cellAt(line, index)
    else if (!isField(meaning) && meaning !== 'ignore' && !SCORES.some((one) => one.key === key))
      figures[key] = cellAt(line, index)
  })
  if (score?.sides) Object.assign(figures, { 'home score': score.sides.home, 'away score': score.sides.away })
  if (score?.ours) figures['our score'] = score.ours
  if (score?.theirs) figures['their score'] = score.theirs
  if (score?.win) figures.win = score.win
  return figures
}
