import { shortDateTimeText } from '#web/format.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Where the day's limit is reached: when there is room again, and the zone in which that is said. */
type Limit = { againAt: string | null | undefined; timeZone: string }

/** Why an address cannot be mailed from here again yet, as the server says it (R44); undefined where it can. */
export function reasonNotToResend(
  mailedAt: string | null,
  now: number,
  { againAt, timeZone }: Limit = { againAt: null, timeZone: 'UTC' },
): string | undefined {
  const rest = mailedAt === null ? 0 : Math.ceil((Date.parse(mailedAt) + HOUR_MS - now) / MINUTE_MS)
  if (againAt && Date.parse(againAt) > now && Date.parse(againAt) >= now + rest * MINUTE_MS)
    return `Today’s limit for invitations is reached. You can send it from ${shortDateTimeText(againAt, timeZone)} on`
  if (rest <= 0) return undefined
  return `Sent within the hour. You can send it again in ${rest === 1 ? '1 minute' : `${rest} minutes`}`
}
