/**
 * People to invite: contacts of Google, Outlook or a phone, another table, or addresses pasted from a mail or a chat.
 * Line by line, with a reason for each refusal; one mailbox is one person (R42). Pure.
 */

import { isLookAlike, keptEmail, mailboxOf } from '../people/email.ts'
import { parseLines } from './cells.ts'
import { FileProblem } from './file.ts'
import { isVcard, readCards } from './vcard.ts'

/** An email address as a file or a person writes it, also at a domain with letters beyond ASCII. Pure. */
const NOT_ONE = 'Not an email address'
const LOOK_ALIKE = 'The domain mixes alphabets, so it may imitate another one'

/** The address as it is kept, or null; and why it is none, or what to look out for. */
function readAddress(written: string): { email: string | null; reason: string | null } {
  const email = keptEmail(written)
  if (email === null) return { email, reason: NOT_ONE }
  const domain = written.trim().normalize('NFKC').split('@').at(-1) ?? ''
  return { email, reason: isLookAlike(domain) ? LOOK_ALIKE : null }
}

/** 'list': addresses without column names. */
type Kind = 'google' | 'outlook' | 'vcard' | 'csv' | 'list'
export type Person = {
  /** Counted from 1. */
  line: number
  /** What is read of the line, shortened. */
  text: string
  name: string | null
  /** To choose from, the usual one first. */
  emails: string[]
  /** Why there is no address, or what to look out for; null if there is nothing to say. */
  reason: string | null
  /** The line of the same person, whose addresses are all there. */
  sameAs: number | null
}
export type Contacts = { kind: Kind; people: Person[] }

const MAX_PEOPLE = 2_000
const MAX_SHOWN = 80
/** Of one person; more are no choice. */
const MAX_EMAILS = 20
/** Of a table whose notes may have line breaks. */
const MAX_LINES = 20_000

/** Invisible characters that copying adds: marks of direction, width and encoding. */
const UNSEEN = /[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g
const GARBLED = /\p{Cc}|\ufffd/u
const UNREADABLE = 'Contains characters that cannot be read: save the file as CSV (UTF-8)'
const TOO_MANY = `These are more than ${MAX_PEOPLE.toLocaleString('en-US')} people: export a part of them, such as one group`
const TOO_LONG = 'That is too many lines: invite people in several batches'

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
function readCell(cell: string): ReturnType<typeof readAddress> & { name: string | null } {
  const bracketed = bracketedIn(cell)
  const written = (bracketed?.email ?? cell).replace(/^mailto:/i, '')
  return { ...readAddress(written), name: bracketed?.name.replace(/["\s]+/g, ' ').trim() || null }
}

/** Someone with a record of their own, and whatever addresses stand there. */
function personOf(line: number, name: string, cells: readonly string[]): Person {
  const called = shortened(name.replace(/\s+/g, ' ').trim())
  const written = cells.flatMap((cell) => cell.split(':::')).flatMap((cell) => cellsOf(cell).filter(Boolean))
  const text = shortened(written.join(', ')) || called
  const nobody = { line, text, name: null, emails: [], sameAs: null }
  if (GARBLED.test(called + written.join(''))) return { ...nobody, reason: UNREADABLE }
  const read = written.slice(0, MAX_EMAILS).map(readCell)
  const good = read.filter(({ email }) => email !== null)
  const reason = (good.length > 0 ? good : read).find((one) => one.reason !== null)?.reason ?? null
  return {
    ...nobody,
    name: called || (good.find((one) => one.name !== null)?.name ?? null),
    emails: good.flatMap(({ email }) => email ?? []),
    reason: reason ?? (good.length > 0 ? null : 'No email address'),
  }
}

/** Of Google before and since 2024, Outlook, and other tables. */
const FIRST_EMAIL = /^(?:e-?mail(?:[ _-]?address)?|mail|e-?mail 1(?: - value| address)?)$/
const MORE_EMAIL = /^e-?mail [2-9]\d?(?: - value| address)?$/
const GOOGLE = /^(?:e-mail \d+ - value|file as|group membership)$/
const OUTLOOK = /^e-mail (?:2 address|type|display name)$/

const FULL = ['name', 'fullname', 'displayname', 'contactname']
const PARTS = [
  ['firstname', 'givenname'],
  ['middlename', 'additionalname'],
  ['lastname', 'familyname', 'surname'],
]
const OTHERS = ['nickname', 'organizationname', 'organization1name', 'company', 'organization']

type Table = { kind: Kind; emails: number[]; nameOf: (cells: readonly string[]) => string }

/** What the first line says of its columns; null where it is none of column names. */
function tableOf(head: readonly string[]): Table | null {
  const names = head.map((cell) => cell.toLowerCase())
  const where = (pattern: RegExp): number[] => names.flatMap((one, at) => (pattern.test(one) ? [at] : []))
  const isGoogle = where(GOOGLE).length > 0
  const [first] = where(FIRST_EMAIL)
  if (head.some((cell) => cell.includes('@')) || (first === undefined && !isGoogle)) return null
  const kind = isGoogle ? 'google' : where(OUTLOOK).length > 0 ? 'outlook' : 'csv'
  const columns = names.map((one) => one.replace(/[\s_-]+/g, ''))
  const at = (wanted: readonly string[]): number => columns.findIndex((one) => wanted.includes(one))
  const ways = [PARTS.map(at), [at(FULL)], ...OTHERS.map((one) => [at([one])])]
  const known = ways.map((way) => way.filter((index) => index >= 0)).filter((way) => way.length > 0)
  // Other tables may call a name anything.
  const beside = (cells: readonly string[]) => cells.filter((cell) => cell && !cell.includes('@'))
  const nameOf = (cells: readonly string[]): string => {
    if (known.length === 0) return beside(cells).join(' ')
    const written = known.map((way) => way.map((index) => cells[index] ?? '').filter(Boolean))
    return written.map((parts) => parts.join(' ')).find((name) => name && !name.includes('@')) ?? ''
  }
  return { kind, emails: [...(first === undefined ? [] : [first]), ...where(MORE_EMAIL)], nameOf }
}

type Row = { cells: string[]; line: number }

/** An address book fills every column: a row that is too short goes on after a line break that has no quotes. */
function joined(rows: readonly Row[]): Row[] {
  const whole: Row[] = []
  const width = rows[0]?.cells.length ?? 0
  for (const { cells, line } of rows) {
    const last = whole.at(-1)
    if (last && last.cells.length < width && last.cells.length + cells.length - 1 <= width)
      last.cells.push(`${last.cells.pop()} ${cells[0]}`, ...cells.slice(1))
    else whole.push({ cells: [...cells], line })
  }
  return whole
}

const SEPARATORS = [',', '\t', ';'] as const

function readTable(text: string, header: string, { kind, emails, nameOf }: Table): Person[] {
  if (text.split('\n').length > MAX_LINES) throw new FileProblem(TOO_LONG)
  const count = (sign: string): number => header.split(sign).length
  const separator = SEPARATORS.reduce((best, sign) => (count(sign) > count(best) ? sign : best))
  const rows = parseLines(text, separator, MAX_LINES).map(({ cells, begin }) => ({ cells, line: begin }))
  return (kind === 'csv' ? rows : joined(rows)).slice(1).map(({ cells, line }) =>
    personOf(
      line,
      nameOf(cells),
      emails.map((at) => cells[at] ?? ''),
    ),
  )
}

function readLine(line: string, number: number): Person[] {
  const at = { line: number, text: shortened(line.trim()), name: null, emails: [], sameAs: null }
  if (GARBLED.test(line.replaceAll('\t', ' '))) return [{ ...at, reason: UNREADABLE }]
  const all = cellsOf(line)
  const cells = all.filter((cell) => cell.includes('@'))
  if (cells.length === 0) return [{ ...at, reason: 'No email address in this line' }]
  // In a spreadsheet the name has its own cell.
  const others = all.filter((cell) => cell !== '' && !cell.includes('@'))
  const beside = cells.length === 1 ? others.join(' ').slice(0, MAX_SHOWN) || null : null
  return cells.map((cell) => {
    const { email, name, reason } = readCell(cell)
    if (email === null) return { ...at, text: shortened(cell), reason }
    return { ...at, emails: [email], name: name ?? beside, reason }
  })
}

/** Also a row that was emptied in a spreadsheet: ",,". */
const isBlank = (line: string): boolean => cellsOf(line).every((cell) => cell === '')

/** The first who has a mailbox keeps it; whoever has it below is the same person, and adds the other addresses. */
function merged(people: readonly Person[]): Person[] {
  const owners = new Map<string, Person>()
  return people.map((given) => {
    const person: Person = { ...given, emails: [] }
    const boxes = given.emails.map((email) => ({ email, box: mailboxOf(email) }))
    const owner = boxes.map(({ box }) => owners.get(box)).find(Boolean) ?? person
    for (const { email, box } of boxes) {
      if (owners.has(box)) continue
      owners.set(box, owner)
      owner.emails.push(email)
    }
    if (owner === person) return person
    owner.name ??= person.name
    owner.reason ??= person.reason
    return { ...given, sameAs: owner.line }
  })
}

function read(text: string): Contacts {
  if (isVcard(text))
    return {
      kind: 'vcard',
      people: readCards(text).map((card) => personOf(card.line, card.name, card.emails)),
    }
  const lines = text.split('\n')
  const header = lines.find((line) => !isBlank(line)) ?? ''
  const table = tableOf(cellsOf(header))
  if (table) return { kind: table.kind, people: readTable(text, header, table) }
  if (lines.length > MAX_PEOPLE) throw new FileProblem(TOO_LONG)
  const people = lines.flatMap((line, index) => (isBlank(line) ? [] : readLine(line, index + 1)))
  return { kind: 'list', people }
}

/** Everyone in the text, in order, also those without an address. @throws a FileProblem where there are too many. */
export function readContacts(text: string): Contacts {
  const { kind, people } = read(text.replace(UNSEEN, '').replace(/\r\n?/g, '\n'))
  if (people.length > MAX_PEOPLE) throw new FileProblem(TOO_MANY)
  return { kind, people: merged(people) }
}
