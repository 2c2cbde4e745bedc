/** An .ics file (RFC 5545) cut into its parts, each with the line where it begins. Strict and limited. Pure. */
import { FileProblem } from './file.ts'

export type Line = { name: string; line: number; text: string; value: string }
/** One event, or the definition of one time zone, without the alarms in it. */
export type Part = { name: string; line: number; lines: Line[]; inner: Part[]; problem: string | null }
export type Calendar = { lines: Line[]; parts: Part[] }

const MAX_LINES = 60_000
const LONGEST_LINE = 20_000
const DEEPEST = 4

type Unfolded = { text: string; line: number }

/** A line that begins with a space belongs to the one before it. */
function unfold(text: string): Unfolded[] {
  const raw = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
  if (raw.length > MAX_LINES) throw new FileProblem('The file has too many lines: export one season only')
  const lines: (Unfolded & { length: number; pieces: string[] })[] = []
  for (const [index, piece] of raw.entries()) {
    const last = lines.at(-1)
    if (/^[ \t]/.test(piece) && last) {
      last.pieces.push(piece.slice(1))
      last.length += piece.length - 1
    } else if (piece.trim() !== '')
      lines.push({ text: '', line: index + 1, pieces: [piece], length: piece.length })
    if ((lines.at(-1)?.length ?? 0) > LONGEST_LINE)
      throw new FileProblem(`Line ${index + 1} of the file is too long for a calendar file`)
  }
  return lines.map(({ line, pieces }) => ({ line, text: pieces.join('') }))
}

/** Where the value begins: the first colon that is not inside quotes. */
function colonIn(text: string): number {
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted
    else if (text[at] === ':' && !isQuoted) return at
  }
  return -1
}

const NAME = /^[A-Za-z0-9-]+$/

/** Null where a line has no name and value. */
function readLine({ text, line }: Unfolded): Line | null {
  const colon = colonIn(text)
  const name = text.slice(0, Math.max(0, colon)).split(';', 1)[0] ?? ''
  return NAME.test(name) ? { name: name.toUpperCase(), line, text, value: text.slice(colon + 1) } : null
}

const NO_LINE = (line: number): string =>
  `Line ${line} does not belong in a calendar file: the file may be damaged`

/** Line breaks inside a description that its program did not mark: nothing of it is read. */
const isTextBefore = (last: Line | undefined): boolean => last?.name === 'DESCRIPTION'

type Open = Part & { calendar: Calendar | null }

/** A line inside an event that cannot be read costs this event, anywhere else the file. */
function placeOddLine(open: readonly Open[], line: number): void {
  const event = open.find(({ name }) => name === 'VEVENT')
  if (!event) throw new FileProblem(NO_LINE(line))
  if (!isTextBefore(open.at(-1)?.lines.at(-1))) event.problem ??= NO_LINE(line)
}

function begin(open: Open[], calendars: Calendar[], { line, value }: Line): void {
  if (open.length >= DEEPEST) throw new FileProblem(`Line ${line} is nested too deeply for a calendar file`)
  const name = value.trim().toUpperCase()
  const part: Open = { name, line, lines: [], inner: [], problem: null, calendar: null }
  const outer = open.at(-1)
  if (!outer) {
    if (name !== 'VCALENDAR') throw new FileProblem(`Line ${line} is outside the calendar`)
    part.calendar = { lines: part.lines, parts: part.inner }
    calendars.push(part.calendar)
  } else outer.inner.push(part)
  open.push(part)
}

/** Every calendar of the file: mostly one, but files are also put together from several. */
export function readParts(text: string): Calendar[] {
  const lines = unfold(text)
  if (!/^BEGIN:\s*VCALENDAR$/i.test(lines[0]?.text.trim() ?? ''))
    throw new FileProblem('The file is not a calendar: it does not begin with BEGIN:VCALENDAR')
  const calendars: Calendar[] = []
  const open: Open[] = []
  for (const given of lines) {
    const read = readLine(given)
    if (!read) placeOddLine(open, given.line)
    else if (read.name === 'BEGIN') begin(open, calendars, read)
    else if (read.name === 'END') {
      if (open.pop()?.name !== read.value.trim().toUpperCase())
        throw new FileProblem(
          `Line ${read.line} ends something that was not started: the file may be damaged`,
        )
    } else {
      const last = open.at(-1)
      if (!last) throw new FileProblem(`Line ${read.line} is outside the calendar`)
      last.lines.push(read)
    }
  }
  if (open.length > 0) throw new FileProblem('The file is incomplete: it may have been cut off')
  return calendars
}

export const lineOf = ({ lines }: { lines: readonly Line[] }, wanted: string): Line | undefined =>
  lines.find(({ name }) => name === wanted)
