/** The events of an .ics file as entries of a season; a repeating one becomes its days. Pure. */

import ICAL from 'ical.js'
import { addDays, isCalendarDay } from '../places/zone.ts'
import { isUnreadable, reasonAgainst } from '../season/schedule.ts'
import {
  type Clocks,
  clocksOf,
  instantOf,
  partsIn,
  propertyOf,
  Refusal,
  readTimes,
  refuse,
  type Written,
} from './calendar-clock.ts'
import { type Calendar, type Line, lineOf, type Part, readParts } from './calendar-lines.ts'
import { type Rule, readRule } from './calendar-repeats.ts'
import { BLANK, type Entry, FileProblem } from './file.ts'

/** The days of a repeating event: as many as a season has. */
const MAX_DAYS = 400
const MAX_OCCURRENCES = 200

const REPEATING = ['RRULE', 'RDATE', 'EXRULE']
const isRepeating = ({ lines }: Part): boolean => lines.some(({ name }) => REPEATING.includes(name))

const UNKNOWN_RULE =
  'repeats in a way that cannot be followed: export the schedule with each game as a separate event'

const named = ({ lines }: Part, wanted: string): Line[] => lines.filter(({ name }) => name === wanted)
const wallOf = ({ day, time }: Written): string => `${day}T${time ?? '00:00:00'}`

/** The days of one rule from the start on, each at the start's time on the wall. */
function* repeatedDays(rule: Rule, start: Written): Generator<Written> {
  const { UNTIL, ...endless } = rule
  const text = Object.entries(endless).map((part) => part.join('='))
  const iterator = ICAL.Recur.fromString(text.join(';')).iterator(ICAL.Time.fromString(wallOf(start), null))
  const last = addDays(start.day, MAX_DAYS)
  for (let count = 0; count < MAX_OCCURRENCES; count += 1) {
    const next = iterator.next()
    const day = next?.toString().slice(0, 10)
    if (!day || day > last) return
    const occurrence = { ...start, day }
    if (UNTIL && isAfter(occurrence, UNTIL)) return
    yield occurrence
  }
}

/** UNTIL is a day, a time on the same wall, or a time in UTC. */
function isAfter(occurrence: Written, until: string): boolean {
  const { day, time, isUtc } = partsIn(until)
  if (time === null || occurrence.time === null) return occurrence.day > day
  const wall = `${day}T${time}`
  return isUtc ? instantOf(occurrence).getTime() > Date.parse(`${wall}Z`) : wallOf(occurrence) > wall
}

function rulesOf(event: Part): Rule[] {
  if (named(event, 'EXRULE').length > 0) refuse(UNKNOWN_RULE)
  return named(event, 'RRULE').map(({ value }) => readRule(value) ?? refuse(UNKNOWN_RULE))
}

/** A day's date may also stand for a time of that day. */
const isSame = (one: Written, other: Written): boolean =>
  other.time === null || one.time === null
    ? one.day === other.day
    : instantOf(one).getTime() === instantOf(other).getTime()

/** In order, without those that were taken out of the repetition. */
function occurrencesOf(event: Part, start: Written, clocks: Clocks): Written[] {
  const rules = rulesOf(event)
  const extra = named(event, 'RDATE').flatMap((line) => readTimes(line, clocks))
  const excluded = named(event, 'EXDATE').flatMap((line) => readTimes(line, clocks))
  const last = addDays(start.day, MAX_DAYS)
  const added = extra
    .map((one) => (one.time === null && start.time !== null ? { ...start, day: one.day } : one))
    .filter(({ day }) => day >= start.day && day <= last)
  const ofRules = rules.length === 0 ? [start] : rules.flatMap((rule) => [...repeatedDays(rule, start)])
  const byInstant = new Map([...ofRules, ...added].map((one) => [instantOf(one).getTime(), one]))
  const days = new Set(excluded.filter(({ time }) => time === null).map(({ day }) => day))
  const instants = new Set(excluded.map((one) => instantOf(one).getTime()))
  return [...byInstant]
    .filter(([instant, { day }]) => !instants.has(instant) && !days.has(day))
    .sort(([a], [b]) => a - b)
    .slice(0, MAX_OCCURRENCES)
    .map(([, one]) => one)
}

/** Which of them a changed one replaces. */
const replacedBy = (occurrences: readonly Written[], id: Written): Written | undefined =>
  occurrences.find((one) => isSame(one, id))

const MAX_EVENTS = 2_000
const TOO_MANY = 'The file has more than 2,000 events: export one season only'
const LONGEST_UID = 255
const LONGEST_NAME = 200
const ONCE = ['DTSTART', 'DTEND', 'DURATION', 'SUMMARY', 'LOCATION', 'UID', 'STATUS', 'RECURRENCE-ID']

/** An event that was left out, with the reason why. */
type Skipped = { line: number; reason: string }
type ReadCalendar = { name: string | null; entries: Entry[]; skipped: Skipped[] }

/**
 * In the file's order, each with the line where it begins.
 * @throws {FileProblem} where the file as a whole cannot be read.
 */
export function readCalendar(text: string, timeZone: string): ReadCalendar {
  const calendars = readParts(text)
  const events = calendars.flatMap(({ parts }) => parts).filter(isEvent)
  // Counted first: to find the instant of each of 14,000 events takes seconds.
  if (events.length > MAX_EVENTS) throw new FileProblem(TOO_MANY)
  const room = { days: MAX_EVENTS - events.length }
  const skipped: Skipped[] = []
  const entries = calendars.flatMap((calendar) => {
    const isCalledOff = lineOf(calendar, 'METHOD')?.value.trim().toUpperCase() === 'CANCEL'
    const skip = (line: number, reason: string) => skipped.push({ line, reason })
    return readEvents(calendar, { clocks: clocksOf(calendar, timeZone), isCalledOff, skip, room })
  })
  return { name: nameOf(calendars[0]), entries, skipped: skipped.sort((a, b) => a.line - b.line) }
}

const isEvent = ({ name }: Part): boolean => name === 'VEVENT'

function nameOf(calendar: Calendar | undefined): string | null {
  const line = calendar && (lineOf(calendar, 'X-WR-CALNAME') ?? lineOf(calendar, 'NAME'))
  if (!line) return null
  // The library knows neither of the two, and leaves them as they are.
  const text = textOf({ ...line, name: 'SUMMARY', text: `SUMMARY:${line.value}` })
  return text.slice(0, LONGEST_NAME) || null
}

/** Unescaped, in one line: where it had several, "Bay Park, 12 Bay St". */
function textOf(line: Line | undefined, between = ' '): string {
  const value = line ? String(propertyOf(line).getFirstValue() ?? '') : ''
  const lines = value.split(/[\r\n\t]+/).map((one) => one.trim())
  return lines
    .filter((one) => one !== '')
    .map((one, index, all) => (index < all.length - 1 && between === ', ' ? one.replace(/[,;]$/, '') : one))
    .join(between)
}

type Read = { part: Part; uid: string | null; sequence: number; start: Written; replaces: Written | null }
/** How many days of repeating events the file may still have. */
type Room = { days: number }
type Given = {
  clocks: Clocks
  isCalledOff: boolean
  skip: (line: number, reason: string) => void
  room: Room
}

function readEvents({ parts }: Calendar, given: Given): Entry[] {
  const events = parts.filter(isEvent)
  const read = events.flatMap((part) => attempt(part, given, () => [readEvent(part, given.clocks)]))
  const newest = withoutOlder(read, given)
  const changed = newest.filter(({ replaces }) => replaces !== null)
  const done = new Set<Read>()
  const entries = new Map<Read, Entry[]>()
  for (const event of newest)
    if (event.replaces === null) entries.set(event, entriesOf(event, changed, done, given))
  for (const event of changed.filter((one) => !done.has(one))) {
    const entry = attempt(event.part, given, () => [changedEntry(event, null, given)])
    entries.set(event, entry)
  }
  return [...entries].sort(([a], [b]) => a.part.line - b.part.line).flatMap(([, own]) => own)
}

/** What cannot be read of one event costs no other. */
function attempt<Value>(part: Part, { skip }: Given, work: () => Value[]): Value[] {
  try {
    return work()
  } catch (error) {
    // Whatever else a library says of it is no help to anyone.
    skip(part.line, error instanceof Refusal ? error.message : 'cannot be read: the file may be damaged')
    return []
  }
}

function readEvent(part: Part, clocks: Clocks): Read {
  if (part.problem) refuse(part.problem)
  const names = part.lines.map(({ name }) => name)
  const twice = ONCE.find((one) => names.indexOf(one) !== names.lastIndexOf(one))
  if (twice) refuse(`says ${twice} twice: the file may be damaged`)
  const start = timeOf(part, 'DTSTART', clocks) ?? refuse('has no start (DTSTART)')
  return {
    part,
    uid: uidOf(part),
    start,
    replaces: timeOf(part, 'RECURRENCE-ID', clocks),
    sequence: Number(/^\d{1,9}$/.exec(lineOf(part, 'SEQUENCE')?.value.trim() ?? '')?.[0] ?? 0),
  }
}

function timeOf(part: Part, name: string, clocks: Clocks): Written | null {
  const line = lineOf(part, name)
  return line ? (readTimes(line, clocks)[0] ?? null) : null
}

function uidOf(part: Part): string | null {
  const uid = lineOf(part, 'UID')?.value.trim() ?? ''
  return uid === '' || uid.length > LONGEST_UID || isUnreadable(uid) ? null : uid
}

/**
 * Of several versions of an event, the newest one. Programs that give all events one id do not mean versions: then the id
 * says nothing.
 */
function withoutOlder(events: readonly Read[], { skip }: Given): Read[] {
  const versions = Map.groupBy(events, (event) => {
    const day = event.replaces ? instantOf(event.replaces).getTime() : ''
    return event.uid === null ? event : `${day} ${event.uid}`
  })
  return [...versions.values()].flatMap((all) => {
    const latest = Math.max(...all.map(({ sequence }) => sequence))
    const newest = all.filter(({ sequence }) => sequence === latest)
    const starts = new Set(newest.map(({ start }) => instantOf(start).getTime()))
    const areOthers = starts.size > 1 && newest.every(({ replaces }) => replaces === null)
    const kept = areOthers ? newest.map((one) => ({ ...one, uid: null })) : newest.slice(-1)
    const lines = kept.map(({ part }) => part.line)
    for (const { part } of all)
      if (!lines.includes(part.line)) skip(part.line, `is another version of the event on line ${lines[0]}`)
    return kept
  })
}

/** One, or those of a repetition, with what was changed of it in its place. */
function entriesOf(event: Read, changed: readonly Read[], done: Set<Read>, given: Given): Entry[] {
  const { part, uid, start } = event
  if (!isRepeating(part)) return attempt(part, given, () => [entryOf(event, given)])
  const own = changed.filter((one) => uid !== null && one.uid === uid)
  const days = attempt(part, given, () => daysOf(part, start, given))
  const replaced = new Map<Written, Read>()
  for (const one of own) {
    const day = one.replaces && replacedBy(days, one.replaces)
    if (!day) continue
    replaced.set(day, one)
    done.add(one)
  }
  const first = attempt(part, given, () => [entryOf(event, given)])[0]
  return days.flatMap((day) => {
    const other = replaced.get(day)
    if (other) return attempt(other.part, given, () => [changedEntry(other, day, given)])
    return first ? [{ ...moved(first, instantOf(day)), uid: uidOn(uid, day) }] : []
  })
}

/** Many repeating events are more than a season has, and would take long. */
function daysOf(part: Part, start: Written, { room, clocks }: Given): Written[] {
  const days = room.days > 0 ? occurrencesOf(part, start, clocks) : []
  room.days = Math.max(0, room.days - days.length)
  return room.days > 0 ? days : refuse('repeats, and the file has more than 2,000 events with its days')
}

const changedEntry = (event: Read, day: Written | null, given: Given): Entry => ({
  ...entryOf(event, given),
  uid: uidOn(event.uid, day ?? event.replaces ?? event.start),
})

function uidOn(uid: string | null, { day }: Written): string | null {
  const text = `${uid}/${day.replaceAll('-', '')}`
  return uid === null || text.length > LONGEST_UID ? null : text
}

function moved(entry: Entry, start: Date): Entry {
  const later = start.getTime() - (entry.start ?? start).getTime()
  return { ...entry, start, end: entry.end && new Date(entry.end.getTime() + later) }
}

function entryOf({ part, uid, start }: Read, { clocks, isCalledOff }: Given): Entry {
  const title = textOf(lineOf(part, 'SUMMARY'))
  if (title === '') refuse('has no name (SUMMARY)')
  return {
    ...BLANK,
    line: part.line,
    uid,
    title,
    start: instantOf(start),
    hasTime: start.time !== null,
    end: endOf(part, start, clocks),
    location: locationOf(part),
    status: isCalledOff ? 'CANCELLED' : lineOf(part, 'STATUS')?.value.trim() || null,
  }
}

const LENGTH = /^P(?:(\d{1,3})W)?(?:(\d{1,3})D)?(?:T(?:(\d{1,3})H)?(?:(\d{1,4})M)?(?:(\d{1,5})S)?)?$/
const SECONDS = [604_800, 86_400, 3_600, 60, 1] as const

/** Undefined if there is no end, or it is a day without a time, which says nothing about the end. */
function endOf(part: Part, start: Written, clocks: Clocks): Date | undefined {
  const end = lineOf(part, 'DTEND')
  const duration = lineOf(part, 'DURATION')
  if (start.time === null) return lastDayOf(start, end)
  const from = instantOf(start)
  if (end) {
    const written = readTimes(end, clocks)[0]
    if (!written || written.time === null) return undefined
    const at = instantOf(written)
    return at < from ? refuse('ends before it starts') : at
  }
  if (!duration) return undefined
  const parts = LENGTH.exec(duration.value.trim()) ?? refuse('has a DURATION that cannot be read')
  const seconds = SECONDS.reduce((sum, size, index) => sum + Number(parts[index + 1] ?? 0) * size, 0)
  return new Date(from.getTime() + seconds * 1_000)
}

/** Several whole days end on the day before DTEND. */
function lastDayOf(start: Written, end: Line | undefined): Date | undefined {
  const { day, time } = partsIn(end?.value.trim() ?? '')
  const last = time === null && isCalendarDay(day) ? addDays(day, -1) : ''
  return last > start.day ? instantOf({ ...start, day: last }) : undefined
}

function locationOf(part: Part): string | null | undefined {
  const line = lineOf(part, 'LOCATION')
  if (!line) return undefined
  const text = textOf(line, ', ')
  const reason = reasonAgainst('location', text)
  if (reason) refuse(reason)
  return text || null
}
