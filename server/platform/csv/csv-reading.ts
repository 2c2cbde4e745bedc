/** CSV that somebody uploads: read as lines, or refused in words. */
import { parse } from 'csv-parse/sync'
import { invalidField } from '#domain/errors.ts'
import { isGarbled, SAVE_AS_UTF8 } from '#domain/results-csv.ts'

/** A row of the file, and the line that it ends on: blank lines count, as they do in an editor. */
type CsvLine = { cells: string[]; number: number }

/** The separator between cells: a comma, a tab in rows copied from a sheet, or a semicolon. */
function delimiterOf(csv: string): string {
  const head = csv.trimStart().split(/\r?\n/, 1)[0] ?? ''
  const count = (sign: string): number => head.split(sign).length
  return [',', '\t', ';'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

/** No table has such a line, and parsing one would block the processor for everyone. */
const MAX_LINE = 100_000
/** More than any season has; keeps comparing columns with each other fast. */
const MAX_COLUMNS = 200

/** In one pass: a pattern with a count would restart at each character. */
const hasLongLine = (csv: string): boolean => csv.split(/[\r\n]/).some(({ length }) => length > MAX_LINE)

/** The lines of the file, or a clear refusal: wrong encoding, NUL bytes, broken quotes, too many rows or columns. */
export function readCsvLines(csv: string, { field, maxRows }: { field: string; maxRows: number }): CsvLine[] {
  const refused = (reason: string) => invalidField(field, reason)
  // A spreadsheet program's own format is a zip archive, not text.
  if (csv.startsWith('PK\u0003\u0004')) throw refused('That is a workbook: save it as CSV (UTF-8) first')
  if (csv.includes('\u0000')) throw refused('The file contains NUL bytes: save it as CSV (UTF-8)')
  if (hasLongLine(csv)) throw refused('A line has more than 100,000 characters: save the file as CSV first')
  let lines: CsvLine[]
  try {
    const records = parse(csv, {
      bom: true,
      skip_empty_lines: true,
      // Rows that were emptied in a spreadsheet: ",,".
      skip_records_with_empty_values: true,
      relax_column_count: true,
      trim: true,
      delimiter: delimiterOf(csv),
      to: maxRows + 2,
      info: true,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    lines = records.map(({ record, info }) => ({ cells: record, number: info.lines }))
  } catch (error) {
    const line = (error as { lines?: number }).lines
    throw refused(`The file is not readable as CSV${line ? ` near line ${line}` : ''}`)
  }
  if (lines[0]?.cells.some(isGarbled))
    throw refused(`The first line contains characters that cannot be read: ${SAVE_AS_UTF8}`)
  if ((lines[0]?.cells.length ?? 0) > MAX_COLUMNS)
    throw refused(`The file has more than ${MAX_COLUMNS} columns: delete the ones that are not needed`)
  if (lines.length < 2) throw refused('The file has no rows below its first line')
  if (lines.length > maxRows + 1)
    throw refused(`The file has more than ${maxRows.toLocaleString('en-US')} rows: import it in parts`)
  return lines
}
