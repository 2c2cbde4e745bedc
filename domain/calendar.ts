/** The events of an .ics file as rows of a schedule. Repeating events are refused with a reason. Pure. */
import {
  CalendarProblem,
  type Component,
  type Property,
  plainText,
  readComponents,
} from './calendar-lines.ts'
import { calendarZone } from './calendar-zone.ts'
import type { RowError } from './results-csv.ts'
import {
  isRefused,
  isUnreadable,
  kindOf,
  MAX_EVENTS,
  NOON,
  opponentIn,
  reasonAgainst,
  type ScheduleLine,
  type ScheduleRow,
  TOO_MANY_EVENTS,
} from './schedule.ts'
import { addDays, instantIn, isCalendarDay } from './zone.ts'

const REPEATS = ['RRULE', 'RDATE', 'EXRULE', 'RECURRENCE-ID']
const ONCE = ['DTSTART', 'DTEND', 'DURATION', 'SUMMARY', 'LOCATION', 'UID', 'STATUS']
const LONGEST_UID = 255

/** Why a row is refused: thrown inside one event, caught around it. */
class Refusal extends Error {}
const refuse = (reason: string): never => {
  throw new Refusal(reason)
}

/**
 * In the file's order; called-off events are left out and counted.
 * @throws {CalendarProblem} where the file as a whole cannot be read.
 */
export function readCalendar(text: string, timeZone: string): { lines: ScheduleLine[]; calledOff: number } {
  const components = readComponents(text)
  const events = components.filter(isEvent)
  const planned = events.filter((event) => !isCalledOff(event))
  // Counted first: to find the instant of each of 14,000 events takes seconds.
  if (planned.length > MAX_EVENTS) throw new CalendarProblem(TOO_MANY_EVENTS)
  const usual = zoneOfFile(components) ?? timeZone
  return {
    lines: planned.map((event) => readEvent(event, usual)),
    calledOff: events.length - planned.length,
  }
}

const isEvent = ({ name }: Component): boolean => name === 'VEVENT'
const isCalledOff = (event: Component): boolean => textOf(event, 'STATUS')?.toUpperCase() === 'CANCELLED'

/** The called-off events that can be read, as many as a season has: what they may change on the schedule (R72). */
export function readCalledOff(text: string, timeZone: string): ScheduleRow[] {
  const components = readComponents(text)
  const usual = zoneOfFile(components) ?? timeZone
  return components
    .filter((one) => isEvent(one) && isCalledOff(one))
    .slice(0, MAX_EVENTS)
    .map((event) => readEvent(event, usual))
    .filter((line): line is ScheduleRow => !isRefused(line))
}

const zoneOfFile = (components: readonly Component[]): string | null =>
  calendarZone(components[0]?.properties.find(({ name }) => name === 'X-WR-TIMEZONE')?.value ?? '')

const find = ({ properties }: Component, wanted: string): Property | undefined =>
  properties.find(({ name }) => name === wanted)
const textOf = (event: Component, name: string): string | undefined => find(event, name)?.value.trim()

function readEvent(event: Component, timeZone: string): ScheduleLine {
  const { line } = event
  try {
    demandSingle(event)
    const { start, hasTime } = readStart(event, timeZone)
    const who = readWho(event)
    return {
      ...{ line, uid: readUid(event), ...who, start, hasTime },
      end: readEnd(event, start, hasTime, timeZone),
      location: readLocation(event),
      description: undefined,
    }
  } catch (error) {
    if (error instanceof Refusal) return { line, reason: error.message } satisfies RowError
    throw error
  }
}

function demandSingle(event: Component): void {
  const names = event.properties.map(({ name }) => name)
  if (names.some((name) => REPEATS.includes(name)))
    refuse('repeats: export the schedule with each game as a separate event')
  const twice = ONCE.find((one) => names.filter((name) => name === one).length > 1)
  if (twice) refuse(`says ${twice} twice: the file may be damaged`)
}

const TIME = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z?))?$/

/** `20260912`, `20260912T183000` in its zone, or `20260912T223000Z`. */
function readInstant(
  { name, value, parameters }: Property,
  timeZone: string,
): { at: Date; hasTime: boolean } {
  const [, year, month, day, hour, minute, second, utc] = TIME.exec(value.trim()) ?? []
  const date = `${year}-${month}-${day}`
  if (!year || !isCalendarDay(date)) refuse(`${name} is not a date: "${value.slice(0, 30)}"`)
  if (hour === undefined) return { at: instantIn(timeZone, date, NOON), hasTime: false }
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59)
    refuse(`${name} is not a time: "${value.slice(0, 30)}"`)
  const time = `${hour}:${minute}:${second}`
  if (utc) return { at: new Date(`${date}T${time}Z`), hasTime: true }
  const zoneName = parameters.TZID
  const zone = zoneName === undefined ? timeZone : calendarZone(zoneName)
  return { at: instantIn(zone ?? refuse(unknownZone(zoneName)), date, time), hasTime: true }
}
const unknownZone = (zoneName = ''): string =>
  `is in the time zone "${zoneName.slice(0, 40)}", which we don’t know: export it with a zone such as America/New_York`

function readStart(event: Component, timeZone: string): { start: Date; hasTime: boolean } {
  const { at, hasTime } = readInstant(find(event, 'DTSTART') ?? refuse('has no start (DTSTART)'), timeZone)
  return { start: at, hasTime }
}

const LENGTH = /^P(?:(\d{1,3})W)?(?:(\d{1,3})D)?(?:T(?:(\d{1,3})H)?(?:(\d{1,4})M)?(?:(\d{1,5})S)?)?$/
const SECONDS = [604_800, 86_400, 3_600, 60, 1] as const

/** Undefined if there is no end, or it is a day without a time, which says nothing about the end. */
function readEnd(event: Component, start: Date, hasTime: boolean, timeZone: string): Date | undefined {
  if (!hasTime) return lastDayOf(event, timeZone)
  const [end, duration] = [find(event, 'DTEND'), find(event, 'DURATION')]
  if (end) {
    const { at } = readInstant(end, timeZone)
    return at < start ? refuse('ends before it starts') : at
  }
  if (!duration) return undefined
  const parts = LENGTH.exec(duration.value.trim()) ?? refuse('has a DURATION that cannot be read')
  const seconds = SECONDS.reduce((sum, size, index) => sum + Number(parts[index + 1] ?? 0) * size, 0)
  return new Date(start.getTime() + seconds * 1_000)
}

/** Several whole days end on the day before DTEND. */
function lastDayOf(event: Component, timeZone: string): Date | undefined {
  const [from, to] = [textOf(event, 'DTSTART'), textOf(event, 'DTEND')].map((text) =>
    /^\d{8}$/.test(text ?? '') ? text?.replace(/(\d{4})(\d{2})(\d{2})/, '$1-$2-$3') : undefined,
  )
  if (!from || !to || !isCalendarDay(to)) return undefined
  const last = addDays(to, -1)
  return last > from ? instantIn(timeZone, last, NOON) : undefined
}

function readWho(event: Component): Pick<ScheduleRow, 'name' | 'opponent' | 'venue' | 'eventType'> {
  const name = plainText(textOf(event, 'SUMMARY') ?? '').replace(/^@\s*/, 'at ')
  if (name === '') refuse('has no name (SUMMARY)')
  const reason = reasonAgainst('name', name)
  if (reason) refuse(reason)
  const found = opponentIn(name)
  const eventType = kindOf(name, found?.opponent ?? null)
  const { opponent, venue } = (eventType === 'game' && found) || { opponent: null, venue: null }
  return { name, opponent, venue, eventType }
}

function readLocation(event: Component): string | null | undefined {
  const location = find(event, 'LOCATION')
  if (!location) return undefined
  const text = plainText(location.value)
  const reason = reasonAgainst('location', text)
  if (reason) refuse(reason)
  return text || null
}

function readUid(event: Component): string | null {
  const uid = textOf(event, 'UID')
  if (!uid) return null
  if (uid.length > LONGEST_UID) refuse(`has a UID of more than ${LONGEST_UID} characters`)
  return isUnreadable(uid) ? refuse('has a UID that cannot be read') : uid
}
