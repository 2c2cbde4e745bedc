/** How screens write money, numbers and dates: US dollars, en-US, in the given zone. */
import { grouped } from '#domain/digits.ts'
import { type Cents, formatUsd, parseCents, parseTyped, percentage, toDecimal, ZERO } from '#domain/money.ts'
import { dateIn, dateTimeIn } from '#domain/places/zone.ts'
import { formatQuantity, readQuantity } from '#domain/quantity.ts'
import { TIME_TBD } from '#domain/season/event-times.ts'

/** Amounts arrive as decimal strings. */
export const toCents = (amount: string | number): Cents => parseCents(amount) ?? ZERO

/** A typed amount as requests carry it; anything else is sent as typed, and the server says what is wrong with it. */
export function typedAmount(text: string): string {
  const amount = parseTyped(text)
  return amount === null ? text.trim() : toDecimal(amount)
}

export const usd = (amount: string | number): string => formatUsd(toCents(amount))
/** Whole dollars, for tiles, goals and headlines only. */
export const wholeUsd = (amount: string): string => formatUsd(toCents(amount), 'none')
/** Without `.00`: presets and rates. */
export const shortUsd = (amount: string | number): string => formatUsd(toCents(amount), 'auto')

/** A missing goal counts as 1. */
export const percentOfGoal = (amount: string, goal: string): number =>
  percentage(toCents(amount), toCents(goal) || toCents('1'))

export const quantityText = (value: number): string => {
  const parsed = readQuantity(value)
  return parsed === null ? String(value) : formatQuantity(parsed)
}

export const countText = grouped

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** A calendar day such as a campaign's start, which is the same day everywhere: `Oct 13`, of `2026-10-13`. */
export function shortCalendarDayText(day: string): string {
  const [, month, ofMonth] = day.split('-')
  return `${MONTHS[Number(month) - 1]} ${Number(ofMonth)}`
}
/** `Oct 13, 2026`, of `2026-10-13` */
export const calendarDayText = (day: string): string => `${shortCalendarDayText(day)}, ${day.slice(0, 4)}`

/**
 * The instants below are formatted by the single formatter that knows the zone: creating another one blocks a slow
 * phone for a moment.
 */
const dayOf = (instant: string, timeZone: string): string => dateIn(timeZone, new Date(instant))

/** Of `18:30`: `6:30 PM`, in the same characters everywhere, and never broken before PM. */
function clockText(clock: string): string {
  const [hour = '', minute = ''] = clock.split(':')
  return `${Number(hour) % 12 || 12}:${minute}\u00a0${Number(hour) < 12 ? 'AM' : 'PM'}`
}

/** `Oct 13, 2026` */
export const dateText = (instant: string, timeZone: string): string =>
  calendarDayText(dayOf(instant, timeZone))
/** `Oct 13` */
export const dayText = (instant: string, timeZone: string): string =>
  shortCalendarDayText(dayOf(instant, timeZone))
/** Days of one list: with the year where the list crosses New Year, `Dec 20, 2025`, and without it elsewhere. */
export function dayTextAmong(instants: readonly string[], timeZone: string): (instant: string) => string {
  const sorted = instants.toSorted()
  const years = new Set(
    [sorted[0], sorted.at(-1)].map((instant) => (instant ? dayOf(instant, timeZone).slice(0, 4) : '')),
  )
  return (instant) => (years.size > 1 ? dateText(instant, timeZone) : dayText(instant, timeZone))
}
/** `Tuesday, Oct 13`, for dates that are near. */
export function weekdayText(instant: string, timeZone: string): string {
  const day = dayOf(instant, timeZone)
  return `${WEEKDAYS[new Date(day).getUTCDay()]}, ${shortCalendarDayText(day)}`
}
/** Both from a single zone conversion: tables write hundreds of them. */
function atWall(instant: string, timeZone: string, dayWritten: (day: string) => string): string {
  const [day = '', clock = ''] = dateTimeIn(timeZone, new Date(instant)).split('T')
  return `${dayWritten(day)}, ${clockText(clock)}`
}
/** `Oct 13, 2026, 6:30 PM`: twelve hours, two-digit minutes. */
export const dateTimeText = (instant: string, timeZone: string): string =>
  atWall(instant, timeZone, calendarDayText)
/** `Oct 13, 6:30 PM`, where a table is dense and the year is obvious. */
export const shortDateTimeText = (instant: string, timeZone: string): string =>
  atWall(instant, timeZone, shortCalendarDayText)

type Start = { startTime: string; hasTime: boolean }
/** When an event starts: `Oct 13, 2026, 6:30 PM`, or `Oct 13, 2026, Time TBD` while only its day is known. */
export const eventTimeText = ({ startTime, hasTime }: Start, timeZone: string): string =>
  hasTime ? dateTimeText(startTime, timeZone) : `${dateText(startTime, timeZone)}, ${TIME_TBD}`
/** The same without the year, where a table is dense and the year is obvious. */
export const shortEventTimeText = ({ startTime, hasTime }: Start, timeZone: string): string =>
  hasTime ? shortDateTimeText(startTime, timeZone) : `${dayText(startTime, timeZone)}, ${TIME_TBD}`

/** `6:30 PM`, where the day is obvious. */
export const timeText = (instant: string, timeZone: string): string =>
  clockText(dateTimeIn(timeZone, new Date(instant)).split('T')[1] ?? '')

const DAY_MS = 86_400_000

/** Whole days until the last instant of the campaign, rounded up, never below 0. */
export const daysLeft = (endsAt: string | null, now: number): number =>
  endsAt ? Math.max(0, Math.ceil((new Date(endsAt).getTime() - now) / DAY_MS)) : 0

/** `1 goal`, `16 goals`: the plural only adds an s, unless it already ends in one. */
export const counted = (value: number, unit: string): string =>
  `${quantityText(value)} ${value === 1 || /s$/.test(unit) ? unit : `${unit}${/(ch|sh|x)$/.test(unit) ? 'es' : 's'}`}`

/** "Pacific Time": what people call a time zone. */
export const zoneName = (timeZone: string, now: number): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts(new Date(now))
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
