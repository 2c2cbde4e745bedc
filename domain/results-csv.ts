/** A season's results as CSV, read into rows with a reason for each that is wrong (R19). Pure: the text is parsed elsewhere. */
import { parseQuantity, type Quantity } from './quantity.ts'
import type { FixedColumn, Meaning, Words } from './results-columns.ts'
import { opponentAtStart } from './schedule.ts'
import { SPORT } from './vocabulary.ts'
import { isCalendarDay } from './zone.ts'

export const MAX_ROWS = 2_000
/** Where each part of a match is found in a row. */
type Columns = {
  date: number
  time: number | null
  opponent: number
  venue: number | null
  statistics: { index: number; header: string; statisticId: string }[]
}
export type ParsedRow = {
  line: number
  date: string
  time: string | null
  opponent: string
  venue: 'home' | 'away' | 'neutral' | null
  quantities: { statisticId: string; quantity: Quantity }[]
}
export type RowError = { line: number; reason: string }

/** Columns without a problem, by what they contain. */
export function columnsOf(
  headers: readonly string[],
  meanings: readonly Meaning[],
  ids: ReadonlySet<string>,
): Columns {
  const at = (fixed: FixedColumn): number | null => {
    const index = meanings.indexOf(fixed)
    return index < 0 ? null : index
  }
  return {
    date: at('date') ?? 0,
    time: at('time'),
    opponent: at('opponent') ?? 0,
    venue: at('venue'),
    statistics: meanings.flatMap((statisticId, index) =>
      ids.has(statisticId) ? [{ index, header: headers[index] ?? '', statisticId }] : [],
    ),
  }
}

/** `2026-09-12`, or as written in the US: `9/12/2026`, `9/12/26`. */
export function readDay(text: string): string | null {
  if (isCalendarDay(text)) return text
  const written = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/.exec(text)
  if (!written) return null
  const [, month = '', day = '', year = ''] = written
  const iso = `${year.length === 2 ? '20' : ''}${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCalendarDay(iso) ? iso : null
}

/** `19:30`, `7:30 PM`, and either with seconds; as HH:MM. */
export function readTime(text: string): string | null {
  const written = /^(\d{1,2}):([0-5]\d)(?::[0-5]\d)?(?:\s*([ap])\.?m?\.?)?$/i.exec(text)
  if (!written) return null
  const [, hour = '', minute = '', half] = written
  const clock = Number(hour)
  if (half && (clock < 1 || clock > 12)) return null
  const hours = half ? (clock % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : clock
  return hours > 23 ? null : `${String(hours).padStart(2, '0')}:${minute}`
}

const VENUES = ['home', 'away', 'neutral'] as const
/** `home`, `Home`, `H`. */
const readVenue = (text: string): ParsedRow['venue'] =>
  VENUES.find((venue) => [venue, venue.charAt(0)].includes(text.toLowerCase())) ?? null

/** A cell that a spreadsheet would run: refused, so that it never reaches one again. */
const isFormula = (text: string): boolean => /^[=+\-@\t\r]/.test(text)
/** "@SUM" or "@SUM(A1)", but not "@ Bay" or "@Bay", which is how many write an away game. */
const FUNCTION = /^@[A-Z.\d]+(?:\(|$)/

type Whom = Pick<ParsedRow, 'opponent' | 'venue'>
/** "vs. Bay", "at Cove" and "@ Dune" say whom and where, as in a schedule (R72). */
const readWhom = (text: string, { hasOpponents }: Words): Whom =>
  (hasOpponents && !FUNCTION.test(text) && opponentAtStart(text)) || { opponent: text, venue: null }

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f]/
/** What a decoder writes for bytes that are not UTF-8. */
const GARBLED = '\ufffd'
export const SAVE_AS_UTF8 = 'save the file as CSV (UTF-8)'
export const isGarbled = (text: string): boolean => text.includes(GARBLED)

/** A whole line that cannot be read, before its cells are checked. */
function unreadable(cells: readonly string[], headers: readonly string[]): string | null {
  if (cells.length !== headers.length)
    return `has ${cells.length} cells where the first line has ${headers.length}`
  if (cells.some((text) => CONTROL.test(text))) return 'contains control characters'
  return cells.some(isGarbled) ? `contains characters that cannot be read: ${SAVE_AS_UTF8}` : null
}

export function readRow(
  cells: readonly string[],
  line: number,
  headers: readonly string[],
  columns: Columns,
  words: Words = SPORT,
): ParsedRow | RowError {
  const who = words.hasOpponents ? 'opponent' : words.match
  const bad = (reason: string): RowError => ({ line, reason })
  const cell = (index: number | null): string => (index === null ? '' : (cells[index]?.trim() ?? ''))
  const problem = unreadable(cells, headers)
  if (problem) return bad(problem)
  const [dateText, timeText, venueText] = [cell(columns.date), cell(columns.time), cell(columns.venue)]
  const date = readDay(dateText)
  if (date === null) return bad(`"${dateText.slice(0, 20)}" is not a date such as 2026-09-12 or 9/12/2026`)
  const time = timeText ? readTime(timeText) : null
  if (timeText && time === null)
    return bad(`"${timeText.slice(0, 20)}" is not a time such as 19:30 or 7:30 PM`)
  const { opponent, venue: side } = readWhom(cell(columns.opponent), words)
  if (!opponent) return bad(`the ${who} is missing`)
  if (opponent.length > 200) return bad(`the ${who} has more than 200 characters`)
  if (isFormula(opponent)) return bad(`the ${who} looks like a formula`)
  const venue = readVenue(venueText)
  if (venueText && venue === null) return bad(`"${venueText.slice(0, 20)}" is not home, away or neutral`)
  const quantities: ParsedRow['quantities'] = []
  for (const { index, header, statisticId } of columns.statistics) {
    const text = cells[index]?.trim() ?? ''
    if (text === '') continue
    const quantity = parseQuantity(text)
    if (quantity === null || quantity < 0)
      return bad(`"${text.slice(0, 20)}" in column ${header} is not a number of 0 or more`)
    quantities.push({ statisticId, quantity })
  }
  return { line, date, time, opponent, venue: venue ?? side, quantities }
}

export const isRowError = <Row extends object>(row: Row | RowError): row is RowError => 'reason' in row

/** "vs. Harbor" at home or on neutral ground, "at Ridgeview" away. */
export const matchName = (opponent: string, venue: ParsedRow['venue']): string =>
  `${venue === 'away' ? 'at' : 'vs.'} ${opponent}`
