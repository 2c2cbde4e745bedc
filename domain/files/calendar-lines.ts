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

/** A line that begins with a space belongs to the one before it; so does what follows the "=" of a quoted-printable one. */
export function unfold(text: string, isQuoted: (line: string) => boolean = () => false): Unfolded[] {
  const lines: (Unfolded & { isQuoted: boolean; isOpen: boolean })[] = []
  for (const [index, written] of text.split(/\r\n|\n|\r/).entries()) {
    const last = lines.at(-1)
    const before = last && (last.isOpen || /^[ \t]/.test(written)) ? last : null
    const line = before ?? { text: '', line: index + 1, isQuoted: isQuoted(written), isOpen: false }
    const added = before && !before.isOpen ? written.slice(1) : written
    if (!before && added.trim() !== '') lines.push(line)
    line.isOpen = line.isQuoted && added.endsWith('=')
    line.text += line.isOpen ? added.slice(0, -1) : added
  }
  return lines
}

/** Where the value begins: the first colon that is not inside quotes. */
export function colonIn(text: string): number {
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

/** A line inside an event that cannot be read costs this event, anywhere else the file. */
function placeOddLine(open: readonly Part[], line: number): void {
  const event = open.find(({ name }) => name === 'VEVENT')
  if (!event) throw new FileProblem(NO_LINE(line))
  // Line breaks inside a description that its program did not mark: nothing of it is read.
  if (open.at(-1)?.lines.at(-1)?.name !== 'DESCRIPTION') event.problem ??= NO_LINE(line)
}

/** Every calendar of the file: mostly one, but files are also put together from several. */
export function readParts(text: string): Calendar[] {
  const lines = unfold(text.replace(/^\ufeff/, ''))
  if (!/^BEGIN:\s*VCALENDAR$/i.test(lines[0]?.text.trim() ?? ''))
    throw new FileProblem('The file is not a calendar: it does not begin with BEGIN:VCALENDAR')
  if (lines.length > MAX_LINES) throw new FileProblem('The file has too many lines: export one season only')
  const calendars: Part[] = []
  const open: Part[] = []
  for (const given of lines) {
    const { line } = given
    if (given.text.length > LONGEST_LINE)
      throw new FileProblem(`Line ${line} of the file is too long for a calendar file`)
    const read = readLine(given)
    const outer = open.at(-1)
    const name = read?.value.trim().toUpperCase() ?? ''
    if (!read) placeOddLine(open, line)
    else if (read.name === 'BEGIN') {
      if (open.length >= DEEPEST)
        throw new FileProblem(`Line ${line} is nested too deeply for a calendar file`)
      if (!outer && name !== 'VCALENDAR') throw new FileProblem(`Line ${line} is outside the calendar`)
      const part: Part = { name, line, lines: [], inner: [], problem: null }
      const beside = outer?.inner ?? calendars
      beside.push(part)
      open.push(part)
    } else if (read.name === 'END') {
      if (open.pop()?.name !== name)
        throw new FileProblem(`Line ${line} ends something that was not started: the file may be damaged`)
    } else if (outer) outer.lines.push(read)
    else throw new FileProblem(`Line ${line} is outside the calendar`)
  }
  if (open.length > 0) throw new FileProblem('The file is incomplete: it may have been cut off')
  return calendars.map(({ lines: own, inner }) => ({ lines: own, parts: inner }))
}

export const lineOf = ({ lines }: { lines: readonly Line[] }, wanted: string): Line | undefined =>
  lines.find(({ name }) => name === wanted)
