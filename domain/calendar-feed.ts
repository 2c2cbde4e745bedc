/**
 * A campaign's schedule as an .ics file to subscribe to (RFC 5545). Times are instants in UTC, which every calendar
 * shows on its own clock; the campaign's zone is named for those that ask. Pure.
 */
export type FeedEvent = {
  id: string
  name: string
  startTime: Date
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
export function fold(line: string): string {
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

function eventLines(
  { id, name, startTime, endTime, location, description, version, changedAt }: FeedEvent,
  url: string,
) {
  return [
    'BEGIN:VEVENT',
    `UID:${feedUid(id)}`,
    `DTSTAMP:${stamp(changedAt)}`,
    `LAST-MODIFIED:${stamp(changedAt)}`,
    `SEQUENCE:${version - 1}`,
    `DTSTART:${stamp(startTime)}`,
    ...(endTime ? [`DTEND:${stamp(endTime)}`] : []),
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
    ...events.flatMap((event) => eventLines(event, url)),
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}
