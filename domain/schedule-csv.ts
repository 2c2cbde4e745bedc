/** A schedule as CSV: which column says what, and each row read into an event. Pure: the text is parsed elsewhere. */
import { calendarZone } from './calendar-zone.ts'
import { isProtected, unprotected } from './csv.ts'
import { matchName, type RowError } from './results-csv.ts'
import {
  type EventType,
  kindOf,
  LONGEST_DESCRIPTION,
  NOON,
  opponentIn,
  reasonAgainst,
  type ScheduleLine,
  type ScheduleRow,
  type Venue,
} from './schedule.ts'
import { EVENT_TYPES, SCHEDULE_FIELDS, type ScheduleField } from './schemas/event.ts'
import { SPORT, type Vocabulary } from './vocabulary.ts'
import { instantIn, isCalendarDay } from './zone.ts'

/** What schools and leagues call their columns, without spaces and signs. */
const NAMES: Record<ScheduleField, readonly string[]> = {
  name: ['name', 'event', 'eventname', 'title', 'summary', 'subject', 'game', 'match'],
  opponent: ['opponent', 'opponentname', 'opposingteam', 'against', 'versus', 'vs'],
  date: ['date', 'day', 'gamedate', 'matchdate', 'eventdate', 'startdate'],
  time: ['time', 'start', 'starttime', 'gametime', 'matchtime', 'kickoff'],
  endTime: ['end', 'endtime', 'finish', 'finishtime'],
  eventType: ['type', 'eventtype', 'kind'],
  venue: ['venue', 'homeaway', 'homeoraway', 'ha', 'homevisitor'],
  location: ['location', 'place', 'facility', 'field', 'address', 'where', 'site'],
  description: ['description', 'notes', 'note', 'comments', 'details'],
}

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '')

type ScheduleColumns = Partial<Record<ScheduleField, number>>

const fieldCalled = (header: string): ScheduleField | undefined =>
  SCHEDULE_FIELDS.find((one) => NAMES[one].includes(plain(header)))

/** "Starts (America/New_York)": as this program's own file of events calls a day with its time, and in which zone (R72). */
const EXPORTED = /^(starts|ends) \((.+)\)$/i
const exportedZone = (header: string): string | null => calendarZone(EXPORTED.exec(header.trim())?.[2] ?? '')
function exportedField(header: string): ScheduleField | undefined {
  const [, word] = EXPORTED.exec(header.trim()) ?? []
  if (word === undefined || exportedZone(header) === null) return undefined
  return word.toLowerCase() === 'starts' ? 'date' : 'endTime'
}

/** "Week", "Week Date" and "Week Time" of a campaign that calls its matches weeks (R63). */
function ownField(
  header: string,
  { match, matches }: Pick<Vocabulary, 'match' | 'matches'>,
): ScheduleField | undefined {
  const is = (behind: string): boolean =>
    [match, matches].some((word) => plain(word) !== '' && plain(header) === plain(word) + behind)
  if (is('') || is('name')) return 'name'
  if (is('date') || is('day')) return 'date'
  return is('time') ? 'time' : undefined
}

/** As chosen, otherwise by name. An empty choice leaves a column out. */
export function matchScheduleColumns(
  headers: readonly string[],
  chosen: Readonly<Record<string, ScheduleField | ''>> = {},
  words: Pick<Vocabulary, 'match' | 'matches'> = SPORT,
): { columns: ScheduleColumns; ignored: string[]; problems: string[] } {
  const columns: ScheduleColumns = {}
  const ignored: string[] = []
  const problems: string[] = []
  headers.forEach((header, index) => {
    const field =
      chosen[header] ?? exportedField(header) ?? fieldCalled(header) ?? ownField(header, words) ?? ''
    if (field === '') ignored.push(header)
    else if (columns[field] === undefined) columns[field] = index
    else if (chosen[header] === undefined) ignored.push(header)
    else problems.push(`Two columns are chosen for the same thing: ${headers[columns[field]]}, ${header}`)
  })
  if (columns.date === undefined) problems.push('Choose the column with the date')
  if (columns.name === undefined && columns.opponent === undefined)
    problems.push('Choose the column with the name of the event, or with the opponent')
  return { columns, ignored, problems }
}

/** 2026-09-12, or month first as it is written in the US: 9/12/2026. Null for anything else. */
export function readDay(text: string): string | null {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []
  const iso = year ? `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}` : text
  return isCalendarDay(iso) ? iso : null
}

/** 19:30, 7:30 PM, 7pm. Null for anything else. */
export function readTime(text: string): string | null {
  const [, hour, minute = '00', half] =
    /^(\d{1,2})(?::([0-5]\d)(?::00)?)?\s*([ap])?\.?(?:m\.?)?$/i.exec(text) ?? []
  if (hour === undefined || (half === undefined && !text.includes(':'))) return null
  const written = Number(hour)
  if (half === undefined) return written < 24 ? `${hour.padStart(2, '0')}:${minute}` : null
  if (written < 1 || written > 12) return null
  const inDay = (written % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return `${String(inDay).padStart(2, '0')}:${minute}`
}

const DAY_AND_TIME = /^(\d{4}-\d\d-\d\d|\d{1,2}\/\d{1,2}\/\d{4})[ T]\s*(\d{1,2}:\S.*)$/
/** `2026-09-12 19:30`, as this program's own file writes it, or a day only. Null for anything else. */
function readDayAndTime(text: string): { day: string; time: string | null } | null {
  const [, written = text, clock] = DAY_AND_TIME.exec(text) ?? []
  const day = readDay(written)
  const time = clock === undefined ? null : readTime(clock)
  return day === null || (clock !== undefined && time === null) ? null : { day, time }
}

const VENUES: Record<string, Venue> = {
  ...{ home: 'home', h: 'home', away: 'away', a: 'away', visitor: 'away' },
  ...{ neutral: 'neutral', n: 'neutral' },
}
const UNKNOWN_TIME = /^(tb[ad]|all ?day|)$/i

type Cells = { number: number; cells: readonly string[] }
type Given = {
  headers: readonly string[]
  columns: ScheduleColumns
  timeZone: string
  /** The campaign's own word for a game (R63). */
  words?: Pick<Vocabulary, 'match' | 'matches'>
}

/** The event of a row, on the clock of the campaign's zone (R22), or the reason why there is none. */
export function readScheduleRow({ number: line, cells }: Cells, given: Given): ScheduleLine {
  const { headers, columns } = given
  const bad = (reason: string): RowError => ({ line, reason })
  if (cells.length !== headers.length)
    return bad(`has ${cells.length} cells where the first line has ${headers.length}`)
  const written = (field: ScheduleField): string => cells[columns[field] ?? -1]?.trim() ?? ''
  const cell = (field: ScheduleField): string => unprotected(written(field))
  const zoneOf = (field: ScheduleField): string =>
    exportedZone(headers[columns[field] ?? -1] ?? '') ?? given.timeZone
  const when = readWhen(cell, zoneOf)
  if (typeof when === 'string') return bad(when)
  const who = readWho(cell, given.words ?? SPORT, isProtected(written('name')))
  if (typeof who === 'string') return bad(who)
  const [location, description] = [cell('location'), cell('description')]
  // Its own lines may start with a dash.
  const lines = written('description').replace(/[\t\r\n]+/g, ' ')
  const reason =
    reasonAgainst('location', written('location')) ?? reasonAgainst('description', lines, LONGEST_DESCRIPTION)
  if (reason) return bad(reason)
  const said = <Value>(field: ScheduleField, value: Value): Value | undefined =>
    columns[field] === undefined ? undefined : value
  return {
    ...{ line, uid: null, ...when, ...who },
    location: said('location', location || null),
    description: said('description', description || null),
  }
}

type Read = (field: ScheduleField) => string
const quoted = (text: string): string => `"${text.slice(0, 30)}"`

type When = Pick<ScheduleRow, 'start' | 'hasTime' | 'end'>

function readWhen(cell: Read, zoneOf: (field: ScheduleField) => string): When | string {
  const written = readDayAndTime(cell('date'))
  if (written === null) return `${quoted(cell('date'))} is not a date such as 2026-09-12 or 9/12/2026`
  const { day } = written
  const isSaid = !UNKNOWN_TIME.test(cell('time'))
  const hasTime = isSaid || written.time !== null
  const time = isSaid ? readTime(cell('time')) : (written.time ?? NOON)
  if (time === null) return `${quoted(cell('time'))} is not a time such as 19:30 or 7:30 PM`
  const start = instantIn(zoneOf('date'), day, time)
  if (UNKNOWN_TIME.test(cell('endTime'))) return { start, hasTime, end: undefined }
  const exact = readDayAndTime(cell('endTime'))
  const endTime = exact?.time ?? readTime(cell('endTime'))
  if (endTime === null) return `${quoted(cell('endTime'))} is not a time such as 21:00 or 9 PM`
  const end = instantIn(zoneOf('endTime'), exact?.day ?? day, endTime)
  return end < start ? `it ends at ${cell('endTime')}, before it starts` : { start, hasTime, end }
}

type Who = Pick<ScheduleRow, 'name' | 'opponent' | 'venue' | 'eventType'>

function readWho(
  cell: Read,
  words: Pick<Vocabulary, 'match' | 'matches'>,
  isNameProtected: boolean,
): Who | string {
  const word = cell('venue').toLowerCase()
  const typedVenue = VENUES[word] ?? null
  if (word && !typedVenue) return `${quoted(cell('venue'))} is not home, away or neutral`
  // "@ Ridgeview" is how many write an away game; it is not a formula.
  const written = opponentIn(cell('opponent'))
  const opponent = written?.opponent ?? cell('opponent')
  const named = cell('name').replace(/^@\s*/, 'at ')
  const found = opponent ? { opponent, venue: written?.venue ?? null } : opponentIn(named)
  const venue = typedVenue ?? found?.venue ?? null
  const name = named || (found ? matchName(found.opponent, venue) : '')
  if (!name) return 'has neither a name nor an opponent'
  const reason =
    reasonAgainst('opponent', found?.opponent ?? '') ??
    reasonAgainst('name', isNameProtected ? `'${name}` : name)
  if (reason) return reason
  const eventType = readType(cell('eventType'), words)
  if (eventType === null)
    return `${quoted(cell('eventType'))} is not ${words.match === SPORT.match ? 'game' : words.match}, practice, tournament, fundraiser or other`
  const kind = eventType ?? kindOf(name, found?.opponent ?? null)
  // Whom a practice is with, or where a dinner is, is not an opponent; an opponent column names one on purpose.
  const isGame = kind === 'game' || (kind === 'tournament' && opponent !== '')
  return {
    ...{ name, eventType: kind },
    opponent: isGame ? (found?.opponent ?? null) : null,
    venue: isGame ? venue : null,
  }
}

/** Undefined where the cell is empty, null where it is none of the kinds. */
function readType(text: string, { match }: Pick<Vocabulary, 'match'>): EventType | undefined | null {
  const word = text.toLowerCase()
  if (word === '') return undefined
  if (word === 'match' || word === match.toLowerCase()) return 'game'
  return EVENT_TYPES.find((type) => type === word) ?? null
}
