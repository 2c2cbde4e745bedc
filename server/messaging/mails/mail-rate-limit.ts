/** How often a button may mail the same address: nobody's mailbox is filled by one, nor by many of them (R25, R42). */

import { sql } from '#server/platform/db/database.ts'

const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
/** To one address in an hour, from all campaigns or organizations together. */
const MAX_AN_HOUR = 3

const minutes = (count: number): string => (count === 1 ? '1 minute' : `${count} minutes`)

/** Of the last hour: when the address was mailed from here, and the last but two from anywhere: then three went. */
export type LatelyMailed = { hereAt: Date | null; thirdLastAt: Date | null }

/** Of rows with `last_mailed_at`: the last but two; null where fewer went. */
export const thirdLastMailedAt = sql`(array_agg(last_mailed_at order by last_mailed_at desc))[${MAX_AN_HOUR}]`

const hourAfter = (at: Date | null): Date | null => at && new Date(at.getTime() + HOUR_MS)

/** When another mail may go to the address; null where it may now. */
export function mailableAt(lately: LatelyMailed | undefined): Date | null {
  if (!lately) return null
  const [here, anywhere] = [hourAfter(lately.hereAt), hourAfter(lately.thirdLastAt)]
  return here && anywhere && here < anywhere ? anywhere : (here ?? anywhere)
}

/** Null where another mail may go; otherwise why none goes, and when one can. */
export function reasonNotToMail(now: Date, lately: LatelyMailed | undefined): string | null {
  const next = mailableAt(lately)
  if (!lately || !next) return null
  const rest = minutes(Math.max(1, Math.ceil((next.getTime() - now.getTime()) / MINUTE_MS)))
  if (!lately.hereAt)
    return `Several emails were sent to this address within the hour. The next one can be sent in ${rest}.`
  const ago = Math.max(1, Math.floor((now.getTime() - lately.hereAt.getTime()) / MINUTE_MS))
  return `An email was sent there ${minutes(ago)} ago. The next one can be sent in ${rest}.`
}

/** Invitations in any 24 hours, on behalf of one account and for one organization (R44). */
export const INVITATIONS_A_DAY = { account: 200, organization: 400 }

/** Before anybody has looked at the first campaign, its owner could be anyone, and its name anything. */
export const NOT_ACTIVATED =
  'No email was sent yet: invitations go out automatically once a representative has activated the campaign'
export const LIMIT_REACHED =
  'No email was sent yet: today’s limit for invitations is reached. This one goes out automatically when there is room'
