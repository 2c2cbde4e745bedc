/** The days of a column, read together: 03/10 is a day of March or of October for the whole file. Pure. */
import { addDays, isCalendarDay } from '../places/zone.ts'
import { type Ask, choicesOf, type Question } from './file.ts'
import { type Cell, shortened } from './numbers.ts'

/** The campaign's first and last day. */
export type Season = { from: string; to: string }
export type Dated = { line: number; day: string; time: string | null; endTime: string | null }
export type DateError = { line: number; reason: string }

/** As written, before it is known which number is the month. `isDotted`: 3.10.2026, which few write month first. */
type Written = {
  year: number | null
  first: number
  second: number
  isOpen: boolean
  isDotted: boolean
  weekday: number | null
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const MONTH = `(?:${MONTHS.join('|')})[a-z]*\\.?`
const WEEKDAY =
  /^(?:on\s+)?(sun|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:day)?s?\.?(?:,\s*|\s+|$)/i
const BEHIND = /[\s,]*\(?\b(sun|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:day)?\.?\)?$/i

const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/
const COMPACT = /^(20\d\d)(\d\d)(\d\d)$/
const NUMBERS = /^(\d{1,2})([-/.])(\d{1,2})(?:\2(\d{4}|\d{2}))?\.?$/
const MONTH_FIRST = new RegExp(
  `^(${MONTH})[\\s-]*(\\d{1,2})(?:st|nd|rd|th)?(?:[\\s,-]+'?(\\d{4}|\\d{2}))?$`,
  'i',
)
const DAY_FIRST = new RegExp(
  `^(\\d{1,2})(?:st|nd|rd|th)?[\\s-]*(?:of\\s)?(${MONTH})(?:[\\s,-]+'?(\\d{4}|\\d{2}))?$`,
  'i',
)
/** How a spreadsheet counts days when the column was not formatted as a date. */
const SERIAL = /^(4\d{4}|5\d{4})(\.\d+)?$/
const SERIAL_DAY_0 = '1899-12-30'

const yearOf = (text: string | undefined): number | null =>
  text === undefined ? null : Number(text.length === 2 ? `20${text}` : text)
const monthOf = (text: string): number => MONTHS.indexOf(text.slice(0, 3).toLowerCase()) + 1

const dayOf = (year: number, month: number, day: number): string | null => {
  const iso = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return isCalendarDay(iso) ? iso : null
}
const weekdayIn = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()

function readWritten(text: string): Written | null {
  const named = (WEEKDAY.exec(text) ?? BEHIND.exec(text))?.[1]
  const bare = text.replace(WEEKDAY, '').replace(BEHIND, '').trim()
  const weekday = named ? WEEKDAYS.indexOf(named.slice(0, 3).toLowerCase()) : null
  const settled = (year: number | null, month: number, day: number): Written => ({
    year,
    first: month,
    second: day,
    isOpen: false,
    isDotted: false,
    weekday,
  })
  const counted = SERIAL.test(bare) ? addDays(SERIAL_DAY_0, Math.floor(Number(bare))) : bare
  const iso = ISO.exec(counted) ?? COMPACT.exec(counted)
  if (iso) return settled(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const [, first, sign, second, year] = NUMBERS.exec(bare) ?? []
  if (first !== undefined && second !== undefined) {
    const numbers = { year: yearOf(year), first: Number(first), second: Number(second) }
    return { ...numbers, isOpen: true, isDotted: sign === '.', weekday }
  }
  const us = MONTH_FIRST.exec(bare)
  if (us) return settled(yearOf(us[3]), monthOf(us[1] ?? ''), Number(us[2]))
  const uk = DAY_FIRST.exec(bare)
  return uk ? settled(yearOf(uk[3]), monthOf(uk[2] ?? ''), Number(uk[1])) : null
}

/** Whether a cell has a day, however it is written; a number alone may be anything. */
export const isDay = (text: string): boolean => {
  const { day } = parts(text.trim().replace(/\s+/g, ' '))
  return !/^[\d.]+$/.test(day) && readWritten(day) !== null
}

type Order = 'month' | 'day'
const ORDERS: readonly Order[] = ['month', 'day']

/** Without a year it is the one in which the day is closest to the campaign's dates, and falls on its weekday. */
function dayIn(
  { year, first, second, isOpen, weekday }: Written,
  order: Order,
  season: Season,
): string | null {
  const [month, day] = isOpen && order === 'day' ? [second, first] : [first, second]
  const start = Number(season.from.slice(0, 4))
  const end = Number(season.to.slice(0, 4))
  const near = Array.from({ length: Math.min(end - start, 5) + 3 }, (_, at) => start - 1 + at)
  const found = (year === null ? near : [year])
    .flatMap((one) => dayOf(one, month, day) ?? [])
    .filter((one) => weekday === null || weekdayIn(one) === weekday)
  return found.sort((a, b) => daysOutside(a, season) - daysOutside(b, season) || (a < b ? -1 : 1))[0] ?? null
}

const DAY_MS = 86_400_000
const daysOutside = (day: string, { from, to }: Season): number => {
  const apart = (a: string, b: string): number => Math.abs(Date.parse(a) - Date.parse(b)) / DAY_MS
  return day < from ? apart(day, from) : day > to ? apart(day, to) : 0
}

/** How a spreadsheet writes a time when the column was not formatted as one: a part of the day. */
function readPart(text: string): string | null {
  const minutes = /^0?\.\d+$/.test(text) ? Math.floor(Number(text) * 1_440 + 0.5) : 0
  const two = (value: number): string => String(value).padStart(2, '0')
  return minutes === 0 ? null : `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`
}

/** 19:30, 7:30 PM, 7pm, 7:30p, 1930 with a half of the day. Null for anything else. */
export function readTime(text: string): string | null {
  const bare = text.trim().replace(/\s*\(?\b(?:[ECMPA][SD]?T|HST|AKST|AKDT)\)?$/i, '')
  if (/^noon$/i.test(bare)) return '12:00'
  const part = readPart(bare)
  if (part) return part
  const [, hour, minute = '00', half] =
    /^(\d{1,2})(?:[:.]([0-5]\d)(?:[:.][0-5]\d(?:\.\d+)?)?)?\s*([ap])?\.?(?:m\.?)?$/i.exec(bare) ?? []
  if (hour === undefined || (half === undefined && !/[:.]/.test(bare))) return null
  const clock = Number(hour)
  if (half === undefined) return clock < 24 ? `${hour.padStart(2, '0')}:${minute}` : null
  if (clock < 1 || clock > 12) return null
  const inDay = (clock % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return `${String(inDay).padStart(2, '0')}:${minute}`
}

/** "7:00 PM - 9:00 PM": the start, and the end where one is written. */
export function readTimes(text: string): { time: string; endTime: string | null } | null {
  const [from = '', to] = text.split(/\s*(?:[-–—]|\bto\b)\s*/i)
  const time = readTime(from) ?? (to && readTime(`${from}${/[ap]\.?m?\.?$/i.exec(to)?.[0] ?? ''}`))
  return time ? { time, endTime: to ? readTime(to) : null } : null
}

const BARE = /^(\d{1,2})[:.][0-5]\d(?::[0-5]\d)?(?=$|\s*[-–—])/
/** The hours at which a game begins in the afternoon, or before anyone is up. */
const isEarly = (text: string): boolean => {
  const hour = /^\d:/.test(text) ? Number(text.charAt(0)) : 0
  return BARE.test(text) && hour >= 1 && hour <= 8
}
const isOf24 = (text: string): boolean =>
  BARE.test(text) && (/^0/.test(text) || Number.parseInt(text, 10) > 12)

/** "7:00" as "7:00 PM", where a person said so. */
export type Clock = (text: string) => string

/** "7:00" without AM or PM, in a file that nowhere counts to 24. */
export function clockOf(texts: readonly string[], ask: Ask): Clock {
  const early = [...new Set(texts.map((text) => text.trim()).filter(isEarly))]
  if (early.length === 0 || texts.some((text) => isOf24(text.trim()))) return (text) => text
  const shown = early.slice(0, EXAMPLES)
  const said = ask({
    id: 'clock',
    line: null,
    text: `Is ${shown[0]} in the morning or in the afternoon?`,
    choices: choicesOf({
      pm: `Afternoon or evening: ${shown.map((text) => `${text} PM`).join(', ')}`,
      am: `Morning: ${shown.map((text) => `${text} AM`).join(', ')}`,
    }),
  })
  // Nobody knows the time while nobody has said so.
  return (text) => (isEarly(text.trim()) ? (said ? text.trim().replace(BARE, `$& ${said}`) : 'TBD') : text)
}

/** Nobody plays at midnight: it is how programs write a time that is not known yet. */
export const isUnknownTime = (text: string): boolean =>
  /^(?:|[-–—]+|t\.?b\.?[adc]\.?|to be (?:announced|determined)|all[ -]?day|unknown|n\/?a|0?0:00(?::00)?|12:00(?::00)?\s*a\.?m?\.?)$/i.test(
    text.trim(),
  )

const WITH_TIME =
  /^(.*?\d)(?:T|[\s,]+(?:at\s+|@\s*)?)(\d{1,2}(?::\d{2}(?::\d{2}(?:\.\d+)?)?\s*(?:[ap]\.?m?\.?)?|\s*[ap]\.?m\.?)(?:\s*[-–]\s*\d{1,2}:\d{2}\s*(?:[ap]\.?m?\.?)?)?)\s*(?:Z|UTC)?$/i

/** "9/12/2026 7:00 PM", "2026-09-12T19:30": the day and what is written behind it. */
function parts(text: string): { day: string; clock: string | null } {
  const [, serial, part] = SERIAL.exec(text) ?? []
  if (serial && part) return { day: serial, clock: part }
  const [, day, clock] = readWritten(text) ? [] : (WITH_TIME.exec(text) ?? [])
  return day !== undefined && clock !== undefined ? { day: day.trim(), clock } : { day: text, clock: null }
}

const MONTH_NAMES = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' })
const named = (day: string): string => MONTH_NAMES.format(new Date(`${day}T00:00:00Z`))
const EXAMPLES = 3

/** Only the usual reading, and only if no other puts every day into the campaign, needs no question. */
function orderOf(written: readonly Written[], season: Season, separator: string): Order | null {
  const open = written.filter(({ isOpen, first, second }) => isOpen && first !== second)
  // Which orders read every day of the file.
  const orders = ORDERS.filter((order) => open.every((one) => dayIn(one, order, season) !== null))
  if (open.length === 0 || orders.length < 2) return orders[0] ?? 'month'
  const isInside = (order: Order): boolean =>
    open.every((one) => daysOutside(dayIn(one, order, season) ?? '', season) === 0)
  const isDotted = open.some((one) => one.isDotted)
  const [usual, other] = isDotted ? (['day', 'month'] as const) : (['month', 'day'] as const)
  return isInside(usual) && !isInside(other) && (usual === 'day' || separator !== ';') ? usual : null
}

/** What stands behind the day of a cell: "7:00 PM" of "9/12/2026 7:00 PM". */
export const clockIn = (text: string): string => parts(text.trim().replace(/\s+/g, ' ')).clock ?? ''

/** Days as the answer says, or none while it is not settled which number is the month. */
export function readDates(
  cells: readonly Cell[],
  { season, separator, withHalf = (said) => said }: { season: Season; separator: string; withHalf?: Clock },
  ask: Ask,
): (Dated | DateError)[] {
  const read = cells.map(shortened).map(({ line, text }) => {
    const { day, clock } = parts(text.trim().replace(/\s+/g, ' '))
    return { line, text, clock, written: readWritten(day) }
  })
  const known = read.flatMap(({ written }) => written ?? [])
  const order = orderOf(known, season, separator) ?? (ask(orderQuestion(known, season)) as Order | null)
  const days = read.map(({ line, text, clock, written }): Dated | DateError => {
    const day = written && dayIn(written, order ?? 'month', season)
    if (!day) return { line, reason: reasonAgainst(text, written) }
    const said = withHalf(clock ?? '')
    const times = isUnknownTime(said) ? null : readTimes(said)
    return { line, day, time: times?.time ?? null, endTime: times?.endTime ?? null }
  })
  return order === null ? days.filter((one) => 'reason' in one) : days
}

function reasonAgainst(text: string, written: Written | null): string {
  if (text === '') return 'has no date'
  const shown = `"${text.slice(0, 20)}"`
  if (written?.weekday !== null && written?.weekday !== undefined)
    return `${shown} is not a day with that weekday`
  return `${shown} is not a date such as 2026-09-12 or 9/12/2026`
}

function orderQuestion(written: readonly Written[], season: Season): Question {
  const open = written.filter(({ isOpen }) => isOpen)
  const label = (order: Order): string =>
    [...new Set(open.map((one) => named(dayIn(one, order, season) ?? season.from)))]
      .slice(0, EXAMPLES)
      .join(', ')
  const [first] = open
  return {
    id: 'order',
    line: null,
    text: `Which days are these? ${first?.first}/${first?.second} can be read both ways.`,
    choices: ORDERS.map((order) => ({ value: order, label: label(order) })),
  }
}
