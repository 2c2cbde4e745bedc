/** The months of a report: one, a quarter or a year, named by the first one (`2026-07`). Pure. */
import { monthName } from '../places/months.ts'

export const PERIODS = [1, 3, 12] as const
/** How many months. */
export type PeriodMonths = (typeof PERIODS)[number]
export type Period = { month: string; months: PeriodMonths }

const nameOf = (month: string): string => monthName(month.slice(5))

/** This many months later, or earlier if negative. */
export function monthAfter(month: string, count: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const months = year * 12 + number - 1 + count
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`
}

export const lastMonthOf = ({ month, months }: Period): string => monthAfter(month, months - 1)

/** `2026-09`, or `2026-07 to 2026-09`. */
export const periodKey = (period: Period): string =>
  period.months === 1 ? period.month : `${period.month} to ${lastMonthOf(period)}`

/** "September 2026", "July to September 2026", "July 2026 to June 2027". */
export function periodText(period: Period): string {
  const { month } = period
  const last = lastMonthOf(period)
  if (last === month) return `${nameOf(month)} ${month.slice(0, 4)}`
  const first =
    month.slice(0, 4) === last.slice(0, 4) ? nameOf(month) : `${nameOf(month)} ${month.slice(0, 4)}`
  return `${first} to ${nameOf(last)} ${last.slice(0, 4)}`
}
