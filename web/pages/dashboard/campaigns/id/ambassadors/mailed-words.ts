import type { Invited, Nudged } from '#domain/schemas/ambassador.ts'

export const people = (count: number): string => (count === 1 ? '1 person' : `${count} people`)

/** Who of a list gets an email when, and who gets none (R42, R44). */
export function invitedWords({ invited, mailed, refused = 0 }: Invited): string {
  if (mailed === invited) return 'Each gets an email with their own link.'
  const parts = [`${mailed} get an email now.`]
  if (refused > 0) parts.push(`No email goes to ${people(refused)} who asked for no more invitations.`)
  if (mailed + refused < invited)
    parts.push(
      'The others get it automatically once the campaign is active, an hour after their last email and within the daily limit.',
    )
  return parts.join(' ')
}

/** Why some who were to be nudged got no email; undefined if each got one. */
export function nudgedWords({ tooSoon, refused = 0 }: Nudged): string | undefined {
  const parts: string[] = []
  if (tooSoon > 0)
    parts.push(
      `${tooSoon} got an email in the last hour, or are over today’s limit. You can nudge them later.`,
    )
  if (refused > 0) parts.push(`${people(refused)} asked for no more of these emails.`)
  return parts.length > 0 ? parts.join(' ') : undefined
}
