/** Calendar days in an IANA time zone (R22). Pure: Intl knows the zones. */

/** The day of what belongs to no campaign, or to several: a deposit, or what the card provider pays to the bank. */
export const PROVIDER_TIME_ZONE = 'America/New_York'

const PARTS: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
}
const formats = new Map<string, Intl.DateTimeFormat>()

function format(timeZone: string): Intl.DateTimeFormat {
  // One entry per zone, in upper and lower case alike: a calendar file could otherwise fill this map with one name's spellings.
  const name = timeZone.toLowerCase()
  const known = formats.get(name)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', { ...PARTS, timeZone })
  formats.set(name, made)
  return made
}

const MINUTE_MS = 60_000
/** Since then every zone changes its clocks at the start of a minute; long before, offsets had seconds. */
const WHOLE_MINUTES_SINCE_MS = Date.UTC(1980, 0)
/** Offsets from UTC in milliseconds, by zone and minute: pages show the same matches in several places, and again and again. */
const offsets = new Map<string, number>()
const MAX_OFFSETS = 5_000

function wallClock(instant: Date, timeZone: string): number {
  const ms = instant.getTime()
  if (!(ms >= WHOLE_MINUTES_SINCE_MS)) return readWallClock(instant, timeZone)
  const key = `${Math.floor(ms / MINUTE_MS)} ${timeZone}`
  const known = offsets.get(key)
  if (known !== undefined) return ms - (ms % 1000) + known
  const wall = readWallClock(instant, timeZone)
  if (offsets.size >= MAX_OFFSETS) offsets.clear()
  offsets.set(key, wall - (ms - (ms % 1000)))
  return wall
}

function readWallClock(instant: Date, timeZone: string): number {
  const part = Object.fromEntries(
    format(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  )
  return Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day, part.hour, part.minute, part.second)
}

/** The instant of a wall-clock time in a zone. A time that the clocks skip becomes the next one that exists. */
export function instantIn(timeZone: string, date: string, time = '00:00:00'): Date {
  const wanted = Date.parse(`${date}T${time.length === 5 ? `${time}:00` : time}Z`)
  let guess = wanted
  for (let round = 0; round < 3; round += 1) {
    const off = wallClock(new Date(guess), timeZone) - wanted
    if (off === 0) break
    guess -= off
  }
  return new Date(guess)
}

/** YYYY-MM-DD of an instant, in a zone. */
export const dateIn = (timeZone: string, instant: Date): string =>
  new Date(wallClock(instant, timeZone)).toISOString().slice(0, 10)

/** YYYY-MM-DDTHH:MM as the clock on the wall shows it, of an instant, in a zone. */
export const dateTimeIn = (timeZone: string, instant: Date): string =>
  new Date(wallClock(instant, timeZone)).toISOString().slice(0, 16)

export const startOfDay = (timeZone: string, date: string): Date => instantIn(timeZone, date)

/** The last millisecond of the day. */
export const endOfDay = (timeZone: string, date: string): Date =>
  new Date(startOfDay(timeZone, addDays(date, 1)).getTime() - 1)

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/**
 * Is this text a real calendar day, such as 2026-02-28 and not 2026-02-30? Only of the years that a season may have:
 * the database has no year 0, and the day after 9999-12-31 has five digits.
 */
export const isCalendarDay = (text: string): boolean => {
  if (!/^(19|20|21)\d{2}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** Is this the name of a time zone, such as America/Denver? */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]+(\/[A-Za-z0-9_+-]+){1,2}$/.test(text)) return false
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/**
 * The latest day anywhere in the country: UTC is ahead of every zone of the US. For days entered by someone in another
 * time zone than the campaign's, except the day of a payment, which decides its year.
 */
export const latestDay = (instant: Date): string => instant.toISOString().slice(0, 10)

/** The latest day that has begun in any of these zones; null without any. */
export const latestDayIn = (zones: readonly string[], instant: Date): string | null =>
  zones
    .map((zone) => dateIn(zone, instant))
    .sort()
    .at(-1) ?? null

/** The earliest day anywhere in the country: a later one has not begun in every campaign's zone. */
export const earliestDay = (instant: Date): string => dateIn('Pacific/Honolulu', instant)
