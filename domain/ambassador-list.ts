/** Email addresses pasted from a mail, a chat or a spreadsheet, read line by line, with a reason for each refusal. */
import { email as emailSchema } from './schemas/fields.ts'

/** How many can be invited at once. */
export const MAX_INVITED = 200
const MAX_LINES = 2_000
const MAX_SHOWN = 80

type ListedAddress = {
  /** Counted from 1. */
  line: number
  /** The line's text, shortened. */
  text: string
  email: string | null
  name: string | null
  /** Why it is not an address; null if it is one. */
  reason: string | null
}

/** Invisible characters that copying adds: marks of direction, width and encoding. */
const UNSEEN = /[\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g
const GARBLED = /\p{Cc}|\ufffd/u
const address = emailSchema()

const shortened = (text: string): string =>
  text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 1)}…` : text

/** The cells of a line: separated by commas, semicolons or tabs outside of closed quotes. */
function cellsOf(line: string): string[] {
  const quoted = /\s*"((?:[^"]|"")*)"\s*([^,;\t]*)(?=[,;\t]|$)/y
  const plain = /[^,;\t]*/y
  const cells: string[] = []
  let at = 0
  while (at <= line.length) {
    quoted.lastIndex = plain.lastIndex = at
    const inQuotes = quoted.exec(line)
    const found = inQuotes ?? plain.exec(line)
    const name = inQuotes?.[1]?.replaceAll('""', '"')
    cells.push((inQuotes ? `${name} ${inQuotes[2]}` : (found?.[0] ?? '')).trim())
    at += (found?.[0].length ?? 0) + 1
  }
  return cells
}

/** `Ann Love <ann@x.org>` in its parts. No pattern: spaces between two of its parts could match either. */
function bracketedIn(cell: string): { name: string; email: string } | null {
  const from = cell.lastIndexOf('<')
  if (from < 0 || !cell.endsWith('>')) return null
  const email = cell.slice(from + 1, -1).trim()
  return email.includes('>') ? null : { name: cell.slice(0, from), email }
}

/** `Ann Love <ann@x.org>`, `<ann@x.org>`, `mailto:ann@x.org` and `ann@x.org` are one address. */
function readCell(cell: string): { email: string | null; name: string | null } {
  const bracketed = bracketedIn(cell)
  const written = (bracketed?.email ?? cell).replace(/^mailto:/i, '').trim()
  const parsed = address.safeParse(written)
  const name = bracketed?.name.replace(/["\s]+/g, ' ').trim() || null
  return { email: parsed.success ? parsed.data : null, name }
}

/** The column that a first line without an address names, such as "E-mail". */
function emailColumn(cells: readonly string[]): number | null {
  if (cells.some((cell) => cell.includes('@'))) return null
  const at = cells.findIndex((cell) => /^e-?mail([ _-]?address)?$|^mail$/i.test(cell))
  return at < 0 ? null : at
}

function readLine(line: string, number: number, column: number | null): ListedAddress[] {
  const at = { line: number, text: shortened(line.trim()) }
  const bad = (reason: string, text = at.text): ListedAddress => ({
    ...{ line: number, text, email: null, name: null, reason },
  })
  if (GARBLED.test(line.replaceAll('\t', ' ')))
    return [bad('Contains characters that cannot be read: save the file as CSV (UTF-8)')]
  const all = cellsOf(line)
  const cells = (column === null ? all : [all[column] ?? '']).filter((cell) => cell.includes('@'))
  if (cells.length === 0) return [bad('No email address in this line')]
  const others = all.filter((cell) => cell !== '' && !cell.includes('@'))
  return cells.map((cell) => {
    const { email, name } = readCell(cell)
    if (email === null) return bad('Not an email address', shortened(cell))
    // In a spreadsheet the name has its own cell.
    const beside = cells.length === 1 ? others.join(' ').slice(0, MAX_SHOWN) || null : null
    return { ...at, email, name: name ?? beside, reason: null }
  })
}

/** Also a row that was emptied in a spreadsheet: ",,". */
const isBlank = (line: string): boolean => cellsOf(line).every((cell) => cell === '')

/** Every address of the text and every line that has none, in order. @returns null where there are too many lines. */
export function readAddresses(text: string): ListedAddress[] | null {
  const lines = text.replace(UNSEEN, '').split(/\r\n|\r|\n/)
  if (lines.length > MAX_LINES) return null
  const first = lines.findIndex((line) => !isBlank(line))
  const column = first < 0 ? null : emailColumn(cellsOf(lines[first] ?? ''))
  return lines.flatMap((line, index) => {
    const isHeader = column !== null && index === first
    return isBlank(line) || isHeader ? [] : readLine(line, index + 1, column)
  })
}
