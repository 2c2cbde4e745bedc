/** Days on which the Federal Reserve settles payments. Pure. */
import { addDays } from '../places/zone.ts'

/** Month and day. One on a Sunday is kept on Monday; one on a Saturday is not. */
const FIXED = new Set(['01-01', '06-19', '07-04', '11-11', '12-25'])
/** The month, the weekday (0 is Sunday) and which one of the month; 5: its last. */
const FLOATING: readonly (readonly [month: number, weekday: number, nth: number])[] = [
  [1, 1, 3],
  [2, 1, 3],
  [5, 1, 5],
  [9, 1, 1],
  [10, 1, 2],
  [11, 4, 4],
]

const weekday = (day: string): number => new Date(`${day}T12:00:00Z`).getUTCDay()

function isHoliday(day: string): boolean {
  const month = Number(day.slice(5, 7))
  const date = Number(day.slice(8))
  const isLast = addDays(day, 7).slice(5, 7) !== day.slice(5, 7)
  const floating = FLOATING.some(
    ([inMonth, on, nth]) =>
      month === inMonth && weekday(day) === on && (nth === 5 ? isLast : Math.ceil(date / 7) === nth),
  )
  return floating || FIXED.has(day.slice(5)) || (weekday(day) === 1 && FIXED.has(addDays(day, -1).slice(5)))
}

/** The first banking day after `day`, both `YYYY-MM-DD`. */
export function nextBankingDay(day: string): string {
  let next = addDays(day, 1)
  while (weekday(next) === 0 || weekday(next) === 6 || isHoliday(next)) next = addDays(next, 1)
  return next
}
