/** The dates of a copied campaign: whole weeks later, so that Fridays stay Fridays. Pure. */
import { addDays, dateTimeIn, instantIn } from './zone.ts'

export const WEEKS_IN_A_YEAR = 52
const MAX_YEARS = 10

/** A year later, or as many years as needed for the season not to be over. Days are YYYY-MM-DD. */
export function proposedDates(
  { startDate, endDate }: { startDate: string; endDate: string },
  today: string,
): { startDate: string; endDate: string; weeks: number } {
  let weeks = WEEKS_IN_A_YEAR
  while (laterBy(endDate, weeks) < today && weeks < WEEKS_IN_A_YEAR * MAX_YEARS) weeks += WEEKS_IN_A_YEAR
  return { startDate: laterBy(startDate, weeks), endDate: laterBy(endDate, weeks), weeks }
}

export const laterBy = (day: string, weeks: number): string => addDays(day, weeks * 7)

/** The same local time that many weeks later, also across a daylight saving change. */
export function sameTimeLater(
  instant: Date,
  { weeks, from, to }: { weeks: number; from: string; to: string },
): Date {
  const [day = '', time = ''] = dateTimeIn(from, instant).split('T')
  return instantIn(to, laterBy(day, weeks), time)
}
