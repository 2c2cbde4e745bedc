import { deductionParts } from '#domain/deductions.ts'
import type { MonthFigures } from '#domain/schemas/report.ts'
import { usd } from '#web/format.ts'

/** Months as the address has them: `2026-11`. */
const NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

export function monthText(month: string): string {
  const [year, number] = month.split('-')
  return `${NAMES[Number(number) - 1]} ${year}`
}

/** From the newest to the oldest; the one that is shown is among them, also if it has no entries. */
export function monthsBetween(first: string, last: string, shown: string): string[] {
  const months = shown > last ? [shown] : []
  for (let month = last; month >= first; month = monthAfter(month, -1)) months.push(month)
  return shown < first ? [...months, shown] : months
}

/** This many months later, or earlier if negative. */
export function monthAfter(month: string, count: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const months = year * 12 + number - 1 + count
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`
}

/** Every part of the net amount: what is from earlier months and bounced checks only where there are any (R5). */
export function monthParts(month: MonthFigures, receivedEarlier?: string): string {
  const earlier = receivedEarlier ? ` (${usd(receivedEarlier)} of it in earlier months)` : ''
  const received = `${usd(month.collected)} received${earlier}`
  return [received, ...deductionParts(month, ['refunds', 'disputes'])].join(', ')
}
