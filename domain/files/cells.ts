/** A table written as text, as lines of cells: commas, semicolons, tabs or pipes between them (RFC 4180). Pure. */
import { parse } from 'csv-parse/sync'
import { FileProblem } from './file.ts'

/** A row of the file, and the line that it ends on: blank lines count, as they do in an editor. */
export type Line = { number: number; cells: string[] }

export const MAX_ROWS = 2_000
/** More than any season has; keeps comparing columns with each other fast. */
const MAX_COLUMNS = 200
/** No table has such a line, and parsing one would block the processor for everyone. */
const MAX_LINE = 100_000
/** Longer texts are cut: none of them is a name, a date or a figure. */
const LONGEST_CELL = 2_000
const SEPARATORS = [',', ';', '\t', '|'] as const
const LOOKED_AT = 30

const withoutQuoted = (line: string): string => line.replace(/"[^"]*"/g, '')

/** The sign that splits most lines into equally many cells. */
function separatorOf(text: string): string {
  const lines = text
    .split(/\r\n|\n|\r/, LOOKED_AT)
    .filter((line) => line.trim() !== '')
    .map(withoutQuoted)
  const score = (sign: string): number => {
    const counts = lines.map((line) => line.split(sign).length - 1).filter((count) => count > 0)
    const alike = Map.groupBy(counts, (count) => count)
    return Math.max(0, ...[...alike].map(([count, lines]) => lines.length * lines.length * count))
  }
  const best = SEPARATORS.map((sign) => ({ sign, score: score(sign) }))
  return best.reduce((a, b) => (b.score > a.score ? b : a)).sign
}

/** `sep=;` on the first line, as Excel writes and reads it. */
const SEPARATOR_LINE = /^\ufeff?"?sep=(.)"?[;,\t]?[^\S\r\n]*(?:\r\n|\n|\r)/i

export type Cells = { lines: Line[]; separator: string }

/** Throws a FileProblem where quotes do not match, or there is more than a season. Rows without text are left out. */
export function readCells(text: string): Cells {
  const said = SEPARATOR_LINE.exec(text)
  const separator = said?.[1] ?? separatorOf(text)
  const lines = parseLines(said ? text.slice(said[0].length) : text, separator, MAX_ROWS + LOOKED_AT + 1)
  if (lines.length === 0) throw new FileProblem('The file is empty')
  if (lines.length > MAX_ROWS + LOOKED_AT)
    throw new FileProblem(
      `The file has more than ${MAX_ROWS.toLocaleString('en-US')} rows: import it in parts`,
    )
  if (lines.some(({ cells }) => cells.length > MAX_COLUMNS))
    throw new FileProblem(
      `The file has more than ${MAX_COLUMNS} columns: delete the ones that are not needed`,
    )
  return { lines: lines.map(({ number, cells }) => ({ number: number + (said ? 1 : 0), cells })), separator }
}

/** Each also with the line that it begins on: a cell may have line breaks. */
export function parseLines(text: string, separator: string, most: number): (Line & { begin: number })[] {
  if (text.split(/[\r\n]/).some(({ length }) => length > MAX_LINE))
    throw new FileProblem('A line has more than 100,000 characters: save the file as CSV first')
  try {
    // The parser counts a line break of two characters inside quotes twice.
    const records = parse(text.replace(/\r\n?/g, '\n'), {
      bom: true,
      skip_empty_lines: true,
      // Rows that were emptied in a spreadsheet: ",,".
      skip_records_with_empty_values: true,
      relax_column_count: true,
      relax_quotes: true,
      // Tabs between cells are no blanks around them.
      trim: separator !== '\t',
      delimiter: separator,
      to: most,
      info: true,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return records.map(({ record, info }) => ({
      number: info.lines,
      begin: info.lines - (record.join('').split('\n').length - 1),
      cells: record.map((cell) => cell.trim().slice(0, LONGEST_CELL)),
    }))
  } catch (error) {
    const line = (error as { lines?: number }).lines
    throw new FileProblem(`The file is not readable as CSV${line ? ` near line ${line}` : ''}`)
  }
}
