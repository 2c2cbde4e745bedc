/**
 * A campaign's schedule as an .ics file to subscribe to (RFC 5545). Times are instants in UTC, which every calendar
 * shows on its own clock; the campaign's zone is named for those that ask. Pure.
 */
import { addDays, dateIn } from '../places/zone.ts'

type FeedEvent = {
  id: string
  name: string
  startTime: Date
  /** False: only its day is known, and it is an event of the whole day. */
  hasTime: boolean
  endTime: Date | null
  location: string | null
  description: string | null
  version: number
  changedAt: Date
}
type Feed = {
  product: string
  title: string
  timeZone: string
  url: string
  events: readonly FeedEvent[]
}

const UID_DOMAIN = 'schedule.pledgeraiser'
/** Never changes, even if the site's address does, so that a rescheduled event stays the same event. */
export const feedUid = (eventId: string): string => `${eventId}@${UID_DOMAIN}`
/** Our own event that a UID names; null for another program's UID. */
export const eventIdIn = (uid: string): string | null =>
  uid.endsWith(`@${UID_DOMAIN}`) ? uid.slice(0, -UID_DOMAIN.length - 1) : null

const LONGEST_LINE_BYTES = 75
const encoder = new TextEncoder()

/** Folds lines at 75 bytes, never inside a character. Continued lines begin with a space. */
function fold(line: string): string {
  let folded = ''
  let bytes = 0
  for (const letter of line) {
    const size = encoder.encode(letter).length
    if (bytes + size > LONGEST_LINE_BYTES) {
      folded += '\r\n '
      bytes = 1
    }
    folded += letter
    bytes += size
  }
  return folded
}

const text = (value: string): string =>
  value.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r\n|\r|\n/g, '\\n')

/** `20260912T223000Z` */
const stamp = (instant: Date): string => instant.toISOString().replace(/[-:]|\.\d{3}/g, '')

const plainDay = (day: string): string => day.replaceAll('-', '')

function timeLines({ startTime, hasTime, endTime }: FeedEvent, timeZone: string): string[] {
  if (hasTime) return [`DTSTART:${stamp(startTime)}`, ...(endTime ? [`DTEND:${stamp(endTime)}`] : [])]
  const first = dateIn(timeZone, startTime)
  const last = dateIn(timeZone, endTime ?? startTime)
  return [
    `DTSTART;VALUE=DATE:${plainDay(first)}`,
    // The day after the last one, as RFC 5545 has it; a single day needs none.
    ...(last > first ? [`DTEND;VALUE=DATE:${plainDay(addDays(last, 1))}`] : []),
  ]
}

function eventLines(event: FeedEvent, { url, timeZone }: Pick<Feed, 'url' | 'timeZone'>) {
  const { id, name, location, description, version, changedAt } = event
  return [
    'BEGIN:VEVENT',
    `UID:${feedUid(id)}`,
    `DTSTAMP:${stamp(changedAt)}`,
    `LAST-MODIFIED:${stamp(changedAt)}`,
    `SEQUENCE:${version - 1}`,
    ...timeLines(event, timeZone),
    `SUMMARY:${text(name)}`,
    ...(location ? [`LOCATION:${text(location)}`] : []),
    ...(description ? [`DESCRIPTION:${text(description)}`] : []),
    `URL:${url}`,
    'STATUS:CONFIRMED',
    'END:VEVENT',
  ]
}

const ASK_AGAIN = 'PT6H'

export function calendarText({ product, title, timeZone, url, events }: Feed): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${text(product)}//Schedule//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${text(title)}`,
    `X-WR-CALNAME:${text(title)}`,
    `X-WR-TIMEZONE:${timeZone}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${ASK_AGAIN}`,
    `X-PUBLISHED-TTL:${ASK_AGAIN}`,
    ...events.flatMap((event) => eventLines(event, { url, timeZone })),
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}
