/** A time of day is `18:30`, as forms and the API have it. */
const CLOCK_TIME_ISO = /^([01]\d|2[0-3]):([0-5]\d)$/
const CLOCK_TIME_TYPED = /^(\d{1,2})(?:[:.]?(\d{2}))?\s*(a|p)?\.?\s*m?\.?$/i

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** What the user typed: `7p`, `730pm`, `7:30 PM`, `19:30`. Without a or p it is on a 24-hour clock. Null: not a time. */
export function parseTime(text: string): string | null {
  const [, hours, minutes = '0', half] = CLOCK_TIME_TYPED.exec(text.trim()) ?? []
  if (hours === undefined) return null
  const hour = Number(hours)
  const minute = Number(minutes)
  if (minute > 59 || hour > 23) return null
  if (half === undefined) return `${twoDigits(hour)}:${twoDigits(minute)}`
  if (hour < 1 || hour > 12) return null
  return `${twoDigits((hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0))}:${twoDigits(minute)}`
}

/** `18:30` as `6:30 PM`; anything else is unchanged. */
export function typedTime(time: string): string {
  const [, hours, minutes] = CLOCK_TIME_ISO.exec(time) ?? []
  if (hours === undefined) return time
  const hour = Number(hours)
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minutes} ${hour < 12 ? 'AM' : 'PM'}`
}

/** A calendar day is `2026-10-13`, as forms and the API have it: no time, no zone. */
const ISO = /^(\d{4})-(\d{2})-(\d{2})$/
const TYPED = /^(\d{1,2})[/.\- ](\d{1,2})(?:[/.\- ](\d{4}|\d{2}))?$/
/** Digits only, as a phone's numeric keypad types them: `11222026`, or `112226`. */
const FIGURES = /^(\d{2})(\d{2})(\d{4}|\d{2})$/

/** Null for a day that does not exist, such as February 30. */
function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isThere =
    date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1900 && year <= 2999
  return isThere ? `${year}-${twoDigits(month)}-${twoDigits(day)}` : null
}

const DAY_MS = 86_400_000
const distance = (a: string, b: string): number => Math.abs(Date.parse(a) - Date.parse(b)) / DAY_MS

/** A month and a day without a year mean the nearest such day; February 29 the nearest that exists. */
function nearest(month: number, day: number, today: string): string | null {
  const year = Number(today.slice(0, 4))
  const days = [year - 1, year, year + 1].map((one) => dayOf(one, month, day)).filter((one) => one !== null)
  return days.toSorted((a, b) => distance(a, today) - distance(b, today))[0] ?? null
}

/**
 * What somebody typed, month first as in the US: `10/13/2026`, `10-13-26`, `10132026`, the ISO form, or, where `today` is
 * known, `10/13`. Null: not a day.
 */
export function parseDay(text: string, today?: string): string | null {
  const typed = TYPED.exec(text.trim()) ?? FIGURES.exec(text.trim())
  if (typed) {
    const [, month, day, year] = typed
    if (year === undefined) return today ? nearest(Number(month), Number(day), today) : null
    return dayOf(Number(year) + (year.length === 2 ? 2000 : 0), Number(month), Number(day))
  }
  const iso = ISO.exec(text.trim())
  return iso ? dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3])) : null
}

/** Written like a day, but there is none: `02/30/2027`. */
export const isNoDay = (text: string): boolean =>
  /^[\d/.\- ]*\d[\d/.\- ]*$/.test(text) && parseDay(text) === null

/** `2026-10-13` as `10/13/2026`; anything else is unchanged. */
export function typedDay(day: string): string {
  const iso = ISO.exec(day)
  return iso ? `${iso[2]}/${iso[3]}/${iso[1]}` : day
}

/** For the calendar, which uses local midnights. */
export function toDate(day: string): Date | undefined {
  const iso = ISO.exec(day)
  return iso ? new Date(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3])) : undefined
}

export const fromDate = (date: Date): string =>
  `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
