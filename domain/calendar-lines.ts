/** An .ics file (RFC 5545) as lines and components. Strict and limited: errors are refused with a reason. Pure. */

export type Property = { name: string; parameters: Record<string, string>; value: string; line: number }
export type Component = { name: string; line: number; properties: Property[] }

const MAX_LINES = 60_000
const LONGEST_LINE = 20_000
const DEEPEST = 4

/** A file that is refused as a whole. */
export class CalendarProblem extends Error {}

/** A line that begins with a space belongs to the one before it. */
function unfold(text: string): { text: string; line: number }[] {
  const raw = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
  if (raw.length > MAX_LINES) throw new CalendarProblem('The file has too many lines: export one season only')
  const lines: { text: string; line: number }[] = []
  for (const [index, part] of raw.entries()) {
    const last = lines.at(-1)
    if (/^[ \t]/.test(part) && last) last.text += part.slice(1)
    else if (part.trim() !== '') lines.push({ text: part, line: index + 1 })
    if ((lines.at(-1)?.text.length ?? 0) > LONGEST_LINE)
      throw new CalendarProblem(`Line ${index + 1} of the file is too long for a calendar file`)
  }
  return lines
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

function readProperty({ text, line }: { text: string; line: number }): Property {
  const colon = colonIn(text)
  const [name = '', ...rest] = text.slice(0, Math.max(0, colon)).split(';')
  if (colon < 1 || !NAME.test(name))
    throw new CalendarProblem(`Line ${line} does not belong in a calendar file: the file may be damaged`)
  const parameters: Record<string, string> = {}
  for (const part of rest) {
    const [key = '', ...value] = part.split('=')
    parameters[key.toUpperCase()] = value.join('=').replace(/^"|"$/g, '')
  }
  return { name: name.toUpperCase(), parameters, value: text.slice(colon + 1), line }
}

/** Every component with its own properties, the calendar itself first. Alarms and zones are components too. */
export function readComponents(text: string): Component[] {
  const lines = unfold(text)
  if (lines[0]?.text.trim().toUpperCase() !== 'BEGIN:VCALENDAR')
    throw new CalendarProblem('The file is not a calendar: it does not begin with BEGIN:VCALENDAR')
  const all: Component[] = []
  const open: Component[] = []
  for (const given of lines) {
    const property = readProperty(given)
    const value = property.value.trim().toUpperCase()
    if (property.name === 'BEGIN') {
      if (open.length >= DEEPEST)
        throw new CalendarProblem(`Line ${given.line} is nested too deeply for a calendar file`)
      const component = { name: value, line: given.line, properties: [] }
      all.push(component)
      open.push(component)
    } else if (property.name === 'END') {
      if (open.pop()?.name !== value)
        throw new CalendarProblem(
          `Line ${given.line} ends something that was not started: the file may be damaged`,
        )
    } else {
      const last = open.at(-1)
      if (!last) throw new CalendarProblem(`Line ${given.line} is outside the calendar`)
      last.properties.push(property)
    }
  }
  if (open.length > 0) throw new CalendarProblem('The file is incomplete: it may have been cut off')
  return all
}

const ESCAPED: Record<string, string> = { n: ' ', N: ' ' }

/** The value as people read it, in one line. */
export const plainText = (value: string): string =>
  value
    .replace(/\\(.)/g, (_, sign: string) => ESCAPED[sign] ?? sign)
    .replace(/[\r\n\t]+/g, ' ')
    .trim()
