/** A card is good through the last day of its month, wherever that day is still today. Pure. */
import { addDays } from './zone.ts'

type Expiry = { expMonth: number; expYear: number }

/** So late it is tomorrow everywhere. */
const LAST_ZONE_HOURS = 12

export function isCardExpired({ expMonth, expYear }: Expiry, at: Date): boolean {
  return at.getTime() >= Date.UTC(expYear, expMonth, 1, LAST_ZONE_HOURS)
}

/** As it stands on the card: "04/2027". */
export const expiryText = ({ expMonth, expYear }: Expiry): string =>
  `${String(expMonth).padStart(2, '0')}/${expYear}`

/** Its result, its second person and the notice: so long after its last day a season is charged at the earliest. */
const CHARGED_AFTER_DAYS = 7

/** Whether a new one will be asked for: the card ends before a season that ends on this day is charged (R35). */
export const endsBeforeSeason = ({ expMonth, expYear }: Expiry, endDate: string): boolean =>
  `${expYear}-${String(expMonth).padStart(2, '0')}` < addDays(endDate, CHARGED_AFTER_DAYS).slice(0, 7)
