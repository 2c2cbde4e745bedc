/** A card is valid through the last day of its month, in every time zone. Pure. */
import { addDays } from '../places/zone.ts'

type Expiry = { expMonth: number; expYear: number }

/** When that day has ended everywhere. */
const LAST_ZONE_HOURS = 12

export function isCardExpired({ expMonth, expYear }: Expiry, at: Date): boolean {
  return at.getTime() >= Date.UTC(expYear, expMonth, 1, LAST_ZONE_HOURS)
}

/** As printed on the card: "04/2027". */
export const expiryText = ({ expMonth, expYear }: Expiry): string =>
  `${String(expMonth).padStart(2, '0')}/${expYear}`

/** A season is charged at the earliest this long after its last day: results, confirmation and notice take time. */
const CHARGED_AFTER_DAYS = 7

/** Whether a new card is needed: this one expires before a season that ends on this day is charged. */
export const endsBeforeSeason = ({ expMonth, expYear }: Expiry, endDate: string): boolean =>
  `${expYear}-${String(expMonth).padStart(2, '0')}` < addDays(endDate, CHARGED_AFTER_DAYS).slice(0, 7)
