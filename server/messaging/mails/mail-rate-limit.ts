/** How often buttons may mail the same address, so that neither one nor many of them can flood a mailbox (R25, R42). */

import { sql } from '#server/platform/db/database.ts'

const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
/** To one address in an hour, across all campaigns or organizations. */
const MAX_AN_HOUR = 3

const minutes = (count: number): string => (count === 1 ? '1 minute' : `${count} minutes`)

/** Within the last hour: when the address was last mailed from here, and the third-last time from anywhere. */
export type LatelyMailed = { hereAt: Date | null; thirdLastAt: Date | null }

/** From rows with `last_mailed_at`: the third-last time; null if fewer mails were sent. */
export const thirdLastMailedAt = sql`(array_agg(last_mailed_at order by last_mailed_at desc))[${MAX_AN_HOUR}]`

const hourAfter = (at: Date | null): Date | null => at && new Date(at.getTime() + HOUR_MS)

/** When another mail may go to the address; null if it may now. */
export function mailableAt(lately: LatelyMailed | undefined): Date | null {
  if (!lately) return null
  const [here, anywhere] = [hourAfter(lately.hereAt), hourAfter(lately.thirdLastAt)]
  return here && anywhere && here < anywhere ? anywhere : (here ?? anywhere)
}

/** Null if another mail may be sent; otherwise why none may, and when one can. */
export function reasonNotToMail(now: Date, lately: LatelyMailed | undefined): string | null {
  const next = mailableAt(lately)
  if (!lately || !next) return null
  const rest = minutes(Math.max(1, Math.ceil((next.getTime() - now.getTime()) / MINUTE_MS)))
  if (!lately.hereAt)
    return `Several emails were sent to this address within the hour. The next one can be sent in ${rest}.`
  const ago = Math.max(1, Math.floor((now.getTime() - lately.hereAt.getTime()) / MINUTE_MS))
  return `An email was sent there ${minutes(ago)} ago. The next one can be sent in ${rest}.`
}

/** By the link in an earlier mail. The person who invites can still pass on a link themselves. */
export const NOT_INVITED =
  'No email was sent: this address asked for no more invitations. You can send them the campaign’s page yourself.'
/** Their link is in the mail only. */
export const NOT_INVITED_AS_MEMBER =
  'No email was sent: this address asked for no more invitations. Ask them to sign in with this address, or to sign up with it, and to turn on “Invitations” under “Email preferences” on their profile. Then resend this one.'
export const NOT_NUDGED = 'No email was sent: they turned off reminders for ambassadors.'

/** The sender was removed or lost the role since. */
export const SENDER_LEFT =
  'No email was sent: the person who sent this invitation can no longer invite people. Resend it to send it yourself.'

/** Invitations in any 24 hours, on behalf of one account and for one organization (R44). */
export const INVITATIONS_A_DAY = { account: 200, organization: 400 }

/** Until someone has checked the first campaign, its owner could be anyone, and its name anything. */
export const NOT_ACTIVATED =
  'No email was sent yet: invitations go out automatically once a representative has activated the campaign'
export const LIMIT_REACHED =
  'No email was sent yet: today’s limit for invitations is reached. This one goes out automatically when there is room'
