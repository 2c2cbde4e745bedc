/** A season's results as CSV, read into rows with a reason for each that is wrong (R19). Pure: the text is parsed elsewhere. */
import { parseQuantity, type Quantity } from './quantity.ts'
import { isCalendarDay } from './zone.ts'

export const MOST_ROWS = 2_000
const FIXED = ['date', 'time', 'opponent', 'venue'] as const

export type StatisticName = { id: string; name: string; unitName: string | null }
export type Column = { index: number; header: string; statisticId: string }
export type ParsedRow = {
  line: number
  date: string
  time: string | null
  opponent: string
  venue: 'home' | 'away' | 'neutral' | null
  quantities: { statisticId: string; quantity: Quantity }[]
}
export type RowError = { line: number; reason: string }

/** `clean_sheet`, `Clean Sheets` and `clean sheet` are one name. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/s$/, '')

/** Which column counts which statistic: as told, otherwise by name. */
export function matchColumns(
  headers: readonly string[],
  statistics: readonly StatisticName[],
  told: Readonly<Record<string, string>> = {},
): { columns: Column[]; ignored: string[]; problems: string[] } {
  const problems: string[] = []
  const lower = headers.map((header) => header.trim().toLowerCase())
  for (const needed of ['date', 'opponent']) {
    if (!lower.includes(needed)) problems.push(`The file has no column "${needed}"`)
  }
  if (new Set(lower).size !== lower.length) problems.push('Two columns have the same name')
  const known = new Set(statistics.map(({ id }) => id))
  const columns: Column[] = []
  const ignored: string[] = []
  headers.forEach((header, index) => {
    if ((FIXED as readonly string[]).includes(lower[index] ?? '')) return
    const statisticId = told[header] ?? byName(header, statistics)
    if (statisticId && known.has(statisticId)) columns.push({ index, header, statisticId })
    else ignored.push(header)
  })
  if (columns.length === 0) problems.push('No column has the name of a statistic of this campaign')
  const ids = columns.map(({ statisticId }) => statisticId)
  if (new Set(ids).size !== ids.length) problems.push('Two columns count the same statistic')
  return { columns, ignored, problems }
}

const byName = (header: string, statistics: readonly StatisticName[]): string | undefined =>
  statistics.find(
    ({ name, unitName }) => plain(name) === plain(header) || (unitName && plain(unitName) === plain(header)),
  )?.id

/** A cell that a spreadsheet would run: refused, so that it never reaches one again. */
const isFormula = (text: string): boolean => /^[=+\-@\t\r]/.test(text)
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f]/
/** What a reader puts where the bytes were no UTF-8. */
const GARBLED = '\ufffd'

export function readRow(
  cells: readonly string[],
  line: number,
  headers: readonly string[],
  columns: readonly Column[],
): ParsedRow | RowError {
  const bad = (reason: string): RowError => ({ line, reason })
  const cell = (name: string): string =>
    cells[headers.findIndex((header) => header.trim().toLowerCase() === name)]?.trim() ?? ''
  if (cells.length !== headers.length)
    return bad(`has ${cells.length} cells where the first line has ${headers.length}`)
  if (cells.some((text) => CONTROL.test(text))) return bad('holds control characters')
  if (cells.some((text) => text.includes(GARBLED)))
    return bad('holds characters that cannot be read: save the file as CSV (UTF-8)')
  const date = cell('date')
  if (!isCalendarDay(date)) return bad(`"${date.slice(0, 20)}" is not a date such as 2026-09-12`)
  const time = cell('time')
  if (time && !/^([01]\d|2[0-3]):[0-5]\d$/.test(time))
    return bad(`"${time.slice(0, 20)}" is not a time such as 19:30`)
  const opponent = cell('opponent')
  if (!opponent) return bad('the opponent is missing')
  if (opponent.length > 200) return bad('the opponent has more than 200 characters')
  if (isFormula(opponent)) return bad('the opponent looks like a formula')
  const venue = cell('venue').toLowerCase()
  if (venue && venue !== 'home' && venue !== 'away' && venue !== 'neutral')
    return bad(`"${venue.slice(0, 20)}" is not home, away or neutral`)
  const quantities: ParsedRow['quantities'] = []
  for (const { index, header, statisticId } of columns) {
    const text = cells[index]?.trim() ?? ''
    if (text === '') continue
    const quantity = parseQuantity(text)
    if (quantity === null || quantity < 0)
      return bad(`"${text.slice(0, 20)}" in column ${header} is not a number of 0 or more`)
    quantities.push({ statisticId, quantity })
  }
  return {
    line,
    date,
    time: time || null,
    opponent,
    venue: (venue || null) as ParsedRow['venue'],
    quantities,
  }
}

export const isRowError = (row: ParsedRow | RowError): row is RowError => 'reason' in row

/** "vs. Harbor" at home or on neutral ground, "at Ridgeview" away. */
export const matchName = (opponent: string, venue: ParsedRow['venue']): string =>
  `${venue === 'away' ? 'at' : 'vs.'} ${opponent}`
