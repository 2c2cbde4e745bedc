/** Suggested amounts for a statistic, so that a season like the last one adds up to about $50, $125 or $250. */
import { type Cents, dollars, maximum, perQuantity } from '../money.ts'
import { ONE, type Quantity } from '../quantity.ts'

const SEASON_TOTALS = [dollars('50.00'), dollars('125.00'), dollars('250.00')]
const DOLLAR = dollars('1.00')
const TWO_DOLLARS = dollars('2.00')
const SMALL_STEP = dollars('0.05')
const MIDDLE_STEP = dollars('0.25')

/** Under $1 to five cents, up to $2 to a quarter, above that to whole dollars (R50). */
const stepOf = (quotient: number): Cents =>
  quotient < DOLLAR ? SMALL_STEP : quotient <= TWO_DOLLARS ? MIDDLE_STEP : DOLLAR

/** By the target, else last year's result, else 1; never so little that it rounds away. */
export function recommendedAmounts(target: Quantity | null, lastYear: Quantity | null): Cents[] {
  const base = target && target > 0 ? target : lastYear && lastYear > 0 ? lastYear : ONE
  return SEASON_TOTALS.map((total) => maximum(SMALL_STEP, perQuantity(total, base, stepOf)))
}
