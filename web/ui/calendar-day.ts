/** A calendar day is `2026-10-13`, as forms and the API have it: no time, no zone. */
const ISO = /^(\d{4})-(\d{2})-(\d{2})$/
const TYPED = /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4}|\d{2})$/

const two = (value: number): string => String(value).padStart(2, '0')

/** Null for a day that there is not, such as February 30. */
function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isThere =
    date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1900 && year <= 2999
  return isThere ? `${year}-${two(month)}-${two(day)}` : null
}

/** What somebody typed, month first as in the US: `10/13/2026`, `10-13-26`, or the ISO form. Null: not a day. */
export function parseDay(text: string): string | null {
  const typed = TYPED.exec(text.trim())
  if (typed) {
    const year = Number(typed[3]) + (typed[3]?.length === 2 ? 2000 : 0)
    return dayOf(year, Number(typed[1]), Number(typed[2]))
  }
  const iso = ISO.exec(text.trim())
  return iso ? dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3])) : null
}

/** `2026-10-13` as `10/13/2026`; what is no day stays as it is. */
export function typedDay(day: string): string {
  const iso = ISO.exec(day)
  return iso ? `${iso[2]}/${iso[3]}/${iso[1]}` : day
}

/** For the calendar, which thinks in local midnights. */
export function toDate(day: string): Date | undefined {
  const iso = ISO.exec(day)
  return iso ? new Date(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3])) : undefined
}

export const fromDate = (date: Date): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
