/** Calendar years, and years of twelve months that start in another month (R76). Pure. */
import { monthName } from '../places/months.ts'
import { addDays } from '../places/zone.ts'

export const JANUARY = '01'

/** Named by the year in which it starts, as a tax return is; `from` is the first month, such as `07`. */
export type FiscalYear = { year: number; from: string }

/** Its first and last day, and the first day after it. */
export function yearSpan({ year, from }: FiscalYear): { firstDay: string; lastDay: string; nextDay: string } {
  const nextDay = `${year + 1}-${from}-01`
  return { firstDay: `${year}-${from}-01`, lastDay: addDays(nextDay, -1), nextDay }
}

/** The year that contains the day. */
export const yearOf = (day: string, from: string): number =>
  Number(day.slice(0, 4)) - (day.slice(5, 7) < from ? 1 : 0)

/** `2026`, or `July 2026 to June 2027`: which of its two years names a fiscal year, people do not agree on. */
export function yearWords({ year, from }: FiscalYear): string {
  if (from === JANUARY) return String(year)
  const { lastDay } = yearSpan({ year, from })
  return `${monthName(from)} ${year} to ${monthName(lastDay.slice(5, 7))} ${lastDay.slice(0, 4)}`
}

/** `2026`, or `2026-07-to-2027-06`, for the names of files. */
export function yearKey({ year, from }: FiscalYear): string {
  const { firstDay, lastDay } = yearSpan({ year, from })
  return from === JANUARY ? String(year) : `${firstDay.slice(0, 7)}-to-${lastDay.slice(0, 7)}`
}
