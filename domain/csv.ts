/** A table as comma-separated values: RFC 4180, and nothing that a spreadsheet would run. */

export type CsvValue = string | number | boolean | null
export type CsvColumn<Row> = { head: string; of: (row: Row) => CsvValue }

/** So that spreadsheets read the letters as they are meant. */
export const BYTE_ORDER_MARK = '\uFEFF'
const LINE_END = '\r\n'

/** What a spreadsheet takes for a formula, also in the wide letters of East Asian keyboards. */
const STARTS_FORMULA = /^[\s\uFEFF]*[=+\-@\t\r\n＝＋－＠]/u
/** An amount or a count may be below zero, and is only ever that. */
const NUMBER = /^-?\d+(\.\d+)?$/
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/

/** Text that could be a formula is led by an apostrophe, which spreadsheets show as plain text. */
const harmless = (text: string): string =>
  STARTS_FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text

function field(value: CsvValue): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  const text = typeof value === 'number' ? String(value) : harmless(value)
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const line = (values: readonly CsvValue[]): string => values.map(field).join(',') + LINE_END

export const csvHead = <Row>(columns: readonly CsvColumn<Row>[]): string =>
  BYTE_ORDER_MARK + line(columns.map(({ head }) => head))

export const csvLines = <Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string =>
  rows.map((row) => line(columns.map(({ of }) => of(row)))).join('')

const MAX_IN_NAME = 60

/** A name for a file that somebody saves: small letters, digits and dashes. Empty where there are none. */
export const fileSafe = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_IN_NAME)
    .replace(/^-+|-+$/g, '')
