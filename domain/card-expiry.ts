/** A card is good through the last day of its month, wherever that day is still today. Pure. */
type Expiry = { expMonth: number; expYear: number }

/** So late it is tomorrow everywhere. */
const LAST_ZONE_HOURS = 12

export function isCardExpired({ expMonth, expYear }: Expiry, at: Date): boolean {
  return at.getTime() >= Date.UTC(expYear, expMonth, 1, LAST_ZONE_HOURS)
}

/** As it stands on the card: "04/2027". */
export const expiryText = ({ expMonth, expYear }: Expiry): string =>
  `${String(expMonth).padStart(2, '0')}/${expYear}`
