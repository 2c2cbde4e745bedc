/** How screens write money, numbers and dates: US dollars, en-US, in the zone that is given (spec section 9). */
import { grouped } from '#domain/digits.ts'
import { type Cents, formatUsd, parseCents, percentage, ZERO } from '#domain/money.ts'
import { formatQuantity, parseQuantity } from '#domain/quantity.ts'

/** Amounts arrive as decimal strings. */
export const toCents = (amount: string | number): Cents => parseCents(amount) ?? ZERO

export const usd = (amount: string | number): string => formatUsd(toCents(amount))
/** Whole dollars, for tiles, goals and headlines only. */
export const wholeUsd = (amount: string): string => formatUsd(toCents(amount), 'none')
/** Without `.00`: presets and rates. */
export const shortUsd = (amount: string | number): string => formatUsd(toCents(amount), 'auto')

/** A goal that is missing counts as 1 (spec section 9). */
export const percentOfGoal = (amount: string, goal: string): number =>
  percentage(toCents(amount), toCents(goal) || toCents('1'))

export const quantityText = (value: number): string => {
  const parsed = parseQuantity(value)
  return parsed === null ? String(value) : formatQuantity(parsed)
}

export const countText = grouped

/** A formatter costs far more to make than to use, and a page needs few. */
const formatters = new Map<string, Intl.DateTimeFormat>()
function formatter(timeZone: string, key: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = `${key} ${timeZone}`
  const known = formatters.get(name) ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone })
  if (formatters.size < 200) formatters.set(name, known)
  return known
}

/** `Oct 13, 2026` */
export const dateText = (instant: string, timeZone: string): string =>
  formatter(timeZone, 'date', { month: 'short', day: 'numeric', year: 'numeric' }).format(new Date(instant))
/** `Oct 13` */
export const dayText = (instant: string, timeZone: string): string =>
  formatter(timeZone, 'day', { month: 'short', day: 'numeric' }).format(new Date(instant))
/** `Tuesday, Oct 13`, for what is near. */
export const weekdayText = (instant: string, timeZone: string): string =>
  formatter(timeZone, 'weekday', { weekday: 'long', month: 'short', day: 'numeric' }).format(
    new Date(instant),
  )
/** A plain space in some browsers, a narrow one in others; a line does not break there. */
const BEFORE_PM = /[ \u202f](?=[AP]M$)/
/** `Oct 13, 2026, 6:30 PM`: twelve hours, two-digit minutes, in the same characters everywhere, and never broken before PM. */
export const dateTimeText = (instant: string, timeZone: string): string =>
  formatter(timeZone, 'time', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
  })
    .format(new Date(instant))
    .replace(BEFORE_PM, '\u00a0')

/** `Oct 13, 6:30 PM`, where a table is dense and the year is plain. */
export const shortDateTimeText = (instant: string, timeZone: string): string =>
  formatter(timeZone, 'short', {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
  })
    .format(new Date(instant))
    .replace(BEFORE_PM, '\u00a0')

/** A calendar day such as a campaign's start, which is the same day everywhere. */
/** A calendar day has no zone, and needs no formatter, whose making is what a slow phone would wait for. */
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `Oct 13`, of `2026-10-13` */
export function shortCalendarDayText(day: string): string {
  const [, month, ofMonth] = day.split('-')
  return `${MONTHS[Number(month) - 1]} ${Number(ofMonth)}`
}
/** `Oct 13, 2026`, of `2026-10-13` */
export const calendarDayText = (day: string): string => `${shortCalendarDayText(day)}, ${day.slice(0, 4)}`

const DAY_MS = 86_400_000

/** Whole days until the last instant of the campaign, rounded up, never below 0 (R22, spec section 9). */
export const daysLeft = (endsAt: string | null, now: number): number =>
  endsAt ? Math.max(0, Math.ceil((new Date(endsAt).getTime() - now) / DAY_MS)) : 0

/** `1 goal`, `16 goals`: the plural only adds an s, unless it already ends in one. */
export const counted = (value: number, unit: string): string =>
  `${quantityText(value)} ${value === 1 || /s$/.test(unit) ? unit : `${unit}${/(ch|sh|x)$/.test(unit) ? 'es' : 's'}`}`
