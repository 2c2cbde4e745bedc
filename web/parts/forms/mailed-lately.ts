const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Why an address cannot be mailed from here again yet, as the server says it (R44); undefined where it can. */
export function reasonNotToResend(mailedAt: string | null, now: number): string | undefined {
  if (mailedAt === null) return undefined
  const rest = Math.ceil((Date.parse(mailedAt) + HOUR_MS - now) / MINUTE_MS)
  if (rest <= 0) return undefined
  return `Sent within the hour. You can send it again in ${rest === 1 ? '1 minute' : `${rest} minutes`}`
}
