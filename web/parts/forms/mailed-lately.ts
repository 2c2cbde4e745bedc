import { shortDateTimeText } from '#web/format.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Where the day's limit is reached: when mail is possible again, and the zone that time is shown in. */
type Limit = { againAt: string | null | undefined; timeZone: string }

/** `mailableAt` comes with lists; without it, an hour after the last mail from here. */
type Mailed = { mailedAt: string | null; mailableAt?: string | null | undefined }

/** Why an address cannot be mailed from here again yet, in the server's words; undefined where it can. */
export function reasonNotToResend(
  { mailedAt, mailableAt }: Mailed,
  now: number,
  { againAt, timeZone }: Limit = { againAt: null, timeZone: 'UTC' },
): string | undefined {
  const hourAfter = mailedAt === null ? now : Date.parse(mailedAt) + HOUR_MS
  const next = Math.max(hourAfter, mailableAt ? Date.parse(mailableAt) : now)
  const rest = Math.ceil((next - now) / MINUTE_MS)
  if (againAt && Date.parse(againAt) > now && Date.parse(againAt) >= now + rest * MINUTE_MS)
    return `Today’s limit for invitations is reached. You can send it after ${shortDateTimeText(againAt, timeZone)}`
  if (rest <= 0) return undefined
  const why = next > hourAfter ? 'This address got three emails within the hour' : 'Sent within the hour'
  return `${why}. You can send it again in ${waitWords(rest)}`
}

/** The clock of this device may be a little behind the server's. */
function waitWords(minutes: number): string {
  if (minutes >= 60) return 'an hour'
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
