import type { MonthFigures } from '#domain/schemas/report.ts'
import { toCents, usd } from '#web/format.ts'

/** Months as the address has them: `2026-11`. */
const NAMES = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
]

export function monthText(month: string): string {
  const [year, number] = month.split('-')
  return `${NAMES[Number(number) - 1]} ${year}`
}

/** This many months later, or earlier if negative. */
export function monthAfter(month: string, count: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const months = year * 12 + number - 1 + count
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`
}

/** Every part of the net amount: bounced checks only where there are any (R5). */
export function netParts({ collected, refunds, disputes, bounced }: MonthFigures): string {
  const parts = [`${usd(collected)} received`, `${usd(refunds)} refunded`, `${usd(disputes)} disputed`]
  if (toCents(bounced) !== 0) parts.push(`${usd(bounced)} bounced`)
  return parts.join(', ')
}
