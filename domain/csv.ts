/** A table as CSV: RFC 4180, without anything a spreadsheet would execute or shorten (R51). */

export type CsvValue = string | number | boolean | null
export type CsvColumn<Row> = readonly [heading: string, cell: (row: Row) => CsvValue]

/** So that spreadsheets recognize UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'
const LINE_END = '\r\n'

/** What a spreadsheet treats as a formula, including full-width characters. */
const STARTS_FORMULA = /^[\s\uFEFF]*[=+\-@\t\r\n＝＋－＠]/u
/** With another separator than the comma, a spreadsheet starts a new cell within the text, and reads past its quotes. */
const STARTS_WITHIN = /([;\t\r\n])(?=(?:"|[^\S\t\r\n])*[=+\-@＝＋－＠])/gu
/** An amount or a count may be below zero; it is never a formula. */
const NUMBER = /^-?\d+(\.\d+)?$/
/** A check's or transfer's number that a spreadsheet would shorten: it drops leading zeros, keeps 15 digits, and reads 12E4 as 120,000. */
const SHORTENED = /^(?:0\d+|\d{16,}|\d+E\d+)$/i
const NEEDS_QUOTES = /[",;\r\n]|^\s|\s$/

const needsApostrophe = (text: string): boolean => STARTS_FORMULA.test(text) || SHORTENED.test(text)

/** Text that could be a formula, or a number that would be shortened, gets a leading apostrophe, so that spreadsheets show it as text. */
function harmless(text: string): string {
  if (SHORTENED.test(text)) return `'${text}`
  if (NUMBER.test(text)) return text
  const within = text.replace(STARTS_WITHIN, "$1'")
  return STARTS_FORMULA.test(text) ? `'${within}` : within
}

const PROTECTED_WITHIN = /([;\t\r\n])'(?=(?:"|[^\S\t\r\n])*[=+\-@＝＋－＠])/gu
/** The text without the apostrophes that `harmless` added: a file of ours may come back. */
export const unprotected = (text: string): string =>
  (isProtected(text) ? text.slice(1) : text).replace(PROTECTED_WITHIN, '$1')
export const isProtected = (text: string): boolean => text.startsWith("'") && needsApostrophe(text.slice(1))

const quoted = (text: string): string => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

function field(value: CsvValue): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return quoted(typeof value === 'number' ? String(value) : harmless(value))
}

const line = (values: readonly CsvValue[]): string => values.map(field).join(',') + LINE_END

/** A row for another program, which would keep an apostrophe: as given, so every text in it has to be harmless already. */
export const record = (values: readonly string[]): string => values.map(quoted).join(',') + LINE_END

export const csvHead = <Row>(columns: readonly CsvColumn<Row>[]): string =>
  BYTE_ORDER_MARK + line(columns.map(([heading]) => heading))

export const csvLines = <Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string =>
  rows.map((row) => line(columns.map(([, cell]) => cell(row)))).join('')

const MAX_IN_NAME = 60

/** A file name: lower-case letters, digits and dashes. Empty if there are none. */
export const fileSafe = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_IN_NAME)
    .replace(/^-+|-+$/g, '')
