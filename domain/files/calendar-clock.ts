/** The instants of a calendar file: by the name of a zone where it says one, otherwise by the file's own rules. Pure. */
import ICAL from 'ical.js'
import { instantIn, isCalendarDay } from '../places/zone.ts'
import { NOON } from '../season/schedule.ts'
import { type Calendar, type Line, lineOf, type Part } from './calendar-lines.ts'
import { readRule } from './calendar-repeats.ts'
import { zoneAbbreviated, zoneNamed } from './zone-names.ts'

/** The definition of a time zone changes its clocks on one day of a year. */
const isYearly = (text: string): boolean => readRule(text)?.FREQ === 'YEARLY' && !text.includes(',')

/** Why one event cannot be read: thrown inside it, caught around it. */
export class Refusal extends Error {}
export const refuse = (reason: string): never => {
  throw new Refusal(reason)
}

/** From a day and a time on the wall, YYYY-MM-DD and HH:MM:SS, to the instant. */
type Clock = (day: string, time: string) => Date
const clockIn =
  (zone: string): Clock =>
  (day, time) =>
    instantIn(zone, day, time)

/** Which clock a time is on. */
export type Clocks = {
  /** Of a time that names no zone. */
  usual: Clock
  /** Of a day without a time. */
  wholeDays: Clock
  /** Null: the file names a zone that nobody knows. */
  named: (zone: string) => Clock | null
}

/** What an event has for a date: on the wall, so that it can be repeated. */
export type Written = { day: string; time: string | null; clock: Clock }
export const instantOf = ({ day, time, clock }: Written): Date => clock(day, time ?? NOON)

const texts = ({ name, lines, inner }: Part): string[] => [
  `BEGIN:${name}`,
  ...lines.map(({ text }) => text),
  ...inner.flatMap(texts),
  `END:${name}`,
]

/** More than any program writes for a zone of its own; a longer list takes long to follow. */
const MAX_CHANGES = 10
const MAX_ZONES = 4
const STARTS = /^(?:1[6-9]|2[01])\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])T[0-2]\d[0-5]\d[0-5]\d$/
const OFFSET = /^[+-][01]\d[0-5]\d(?:[0-5]\d)?$/
const CHECKS: Record<string, (value: string) => boolean> = {
  DTSTART: (value) => STARTS.test(value),
  TZOFFSETFROM: (value) => OFFSET.test(value),
  TZOFFSETTO: (value) => OFFSET.test(value),
  RRULE: isYearly,
  RDATE: (value) => STARTS.test(value),
}
const isChange = ({ name, lines }: Part): boolean =>
  (name === 'STANDARD' || name === 'DAYLIGHT') &&
  ['DTSTART', 'TZOFFSETFROM', 'TZOFFSETTO'].every((needed) => lines.some((one) => one.name === needed)) &&
  lines.every((one) => CHECKS[one.name]?.(one.value.trim()))

/** Outlook begins in 1601: from there on it takes long to follow the years. */
const SINCE = '19900101T000000'
const soon = (lines: readonly Line[]): Line[] =>
  lines.map((line) =>
    line.name === 'DTSTART' && line.value.trim() < SINCE && lines.some(({ name }) => name === 'RRULE')
      ? { ...line, text: `DTSTART:${SINCE.slice(0, 4)}${line.value.trim().slice(4)}` }
      : line,
  )

const saidOf = (part: { lines: readonly Line[] }, name: string): string =>
  lineOf(part, name)?.value.trim() ?? ''

/** A zone that only the file itself knows; null where its definition is not one. */
function definedBy(part: Part): Clock | null {
  const inner = part.inner.map((one) => ({
    ...one,
    lines: one.lines.filter(({ name }) => Object.hasOwn(CHECKS, name)),
  }))
  if (inner.length === 0 || inner.length > MAX_CHANGES || !inner.every(isChange)) return null
  try {
    const changes = inner.map((one) => ({ ...one, lines: soon(one.lines) }))
    const definition = texts({ ...part, lines: [], inner: changes }).join('\r\n')
    const component = new ICAL.Component(ICAL.parse(definition))
    return clockOf(new ICAL.Timezone({ component, tzid: 'defined in the file' }), inner)
  } catch {
    return null
  }
}

/** Before the first of its changes, a zone has the offset from which it changed. */
function clockOf(zone: ICAL.Timezone, changes: readonly Part[]): Clock {
  const starts = changes.map((change) => saidOf(change, 'DTSTART'))
  const from = starts.toSorted()[0] ?? ''
  const [offset = ''] = changes
    .filter((_, index) => starts[index] === from)
    .map((one) => saidOf(one, 'TZOFFSETFROM'))
  const before = ICAL.UtcOffset.fromString(`${offset.slice(0, 3)}:${offset.slice(3, 5)}`).toSeconds()
  return (day, time) => {
    const wall = `${day}T${time.length === 5 ? `${time}:00` : time}`
    const isBefore = wall.replace(/[-:]/g, '') < from
    const offset = isBefore ? before : zone.utcOffset(ICAL.Time.fromDateTimeString(wall))
    return new Date(Date.parse(`${wall}Z`) - offset * 1_000)
  }
}

const zoneName = (text: string): string => text.trim().replace(/^"|"$/g, '').trim()

/** A name that is known wins over what the file says of it: programs get their own definitions wrong. */
function findClock(name: string, definitions: readonly Part[], isMore: () => boolean): Clock | null {
  const known = zoneNamed(name)
  if (known) return clockIn(known)
  const part = definitions.find((one) => zoneName(saidOf(one, 'TZID')) === zoneName(name))
  // A zone's own place, where its name says nothing: `X-LIC-LOCATION:America/New_York`.
  const place = part && zoneNamed(saidOf(part, 'X-LIC-LOCATION'))
  if (place) return clockIn(place)
  const guess = zoneAbbreviated(name)
  return (part && isMore() ? definedBy(part) : null) ?? (guess ? clockIn(guess) : null)
}

export function clocksOf({ lines, parts }: Calendar, timeZone: string): Clocks {
  const definitions = parts.filter(({ name }) => name === 'VTIMEZONE')
  const found = new Map<string, Clock | null>()
  let defined = 0
  const zone = zoneNamed(saidOf({ lines }, 'X-WR-TIMEZONE')) ?? timeZone
  return {
    usual: clockIn(zone),
    wholeDays: clockIn(timeZone),
    named: (name) => {
      if (!found.has(name))
        found.set(
          name,
          findClock(name, definitions, () => MAX_ZONES > defined++),
        )
      return found.get(name) ?? null
    },
  }
}

const WRITTEN = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})?(Z?))?$/
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/
/** "20260912T183000Z" in its parts; a day alone has no time. */
export function partsIn(text: string): { day: string; time: string | null; isUtc: boolean } {
  const [, year, month, date, hour, minute, second = '00', utc] = WRITTEN.exec(text) ?? []
  const time = hour === undefined ? null : `${hour}:${minute}:${second}`
  return { day: `${year}-${month}-${date}`, time, isUtc: Boolean(utc) }
}

const quoted = (text: string): string => `"${text.slice(0, 30)}"`
const unknownZone = (name: string): string =>
  `is in the time zone "${name.slice(0, 40)}", which we don’t know: export it with a zone such as America/New_York`

/** The property of one line; refused where the line is none. */
export function propertyOf({ name, text, value }: Line): ICAL.Property {
  try {
    return ICAL.Property.fromString(text.slice(0, text.length - value.length) + value.trim())
  } catch {
    return refuse(`has a ${name} that cannot be read`)
  }
}

/** `20260912`, `20260912T183000` in its zone, or `20260912T223000Z`; several in one line for some properties. */
export function readTimes(line: Line, clocks: Clocks): Written[] {
  const zone = propertyOf(line).getParameter('tzid')
  return line.value.split(',').map((value) => readTime(value.trim(), line, String(zone ?? ''), clocks))
}

const UTC = clockIn('UTC')

function readTime(value: string, { name, value: raw }: Line, zone: string, clocks: Clocks): Written {
  const { day, time, isUtc } = partsIn(value)
  if (!isCalendarDay(day)) return refuse(`${name} is not a date: ${quoted(raw)}`)
  if (time === null) return { day, time, clock: clocks.wholeDays }
  if (!TIME.test(time)) refuse(`${name} is not a time: ${quoted(raw)}`)
  if (isUtc) return { day, time, clock: UTC }
  const clock = zone === '' ? clocks.usual : clocks.named(zone)
  return { day, time, clock: clock ?? refuse(unknownZone(zone)) }
}
