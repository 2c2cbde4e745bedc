import type { Ambassador, MailedAmbassador } from '#domain/schemas/ambassador.ts'
import {
  type AmbassadorLetter,
  firstSupporterMail,
  HOUR_MS,
  invitationMail,
  invitationsLeft,
  type LatelyMailed,
  LIMIT_REACHED,
  mailableAt,
  NOT_ACTIVATED,
  type OutgoingMail,
  queueMails,
  reasonNotToMail,
} from '#server/messaging/mails/index.ts'
import { hashOfLink, newLinkSecret } from '#server/platform/base/link-secret.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { referralPath } from './store.figures.ts'
import { type MailedFor, mailedSince, type StoredAmbassador, setMailed } from './store.ts'

/** A nudge to someone who has not joined is another invitation. */
export type Occasion = 'invitation' | 'nudge'

function addressed(
  deps: Deps,
  occasion: Occasion,
  { ambassador }: StoredAmbassador,
  letter: AmbassadorLetter,
  invitation: NonNullable<OutgoingMail['invitation']>,
): OutgoingMail {
  const { id, user, email } = ambassador
  const isNudge = occasion === 'nudge' && user !== null
  return {
    kind: isNudge ? 'ambassador_nudge' : 'ambassador_invitation',
    idempotencyKey: `ambassador ${id} ${deps.clock.now().toISOString()}`,
    to: isNudge ? user.email : email,
    campaignId: letter.campaignId,
    invitation,
    ...(isNudge ? firstSupporterMail(letter) : invitationMail(letter)),
  }
}

/** Which of these addresses were mailed within the hour, and when (R42). */
async function latelyMailed(
  db: Db,
  now: Date,
  campaignId: string,
  found: readonly StoredAmbassador[],
): Promise<Map<string, LatelyMailed>> {
  const emails = found.map(({ ambassador }) => ambassador.email)
  const since = new Date(now.getTime() - HOUR_MS)
  const rows = await mailedSince(db, campaignId, emails, since)
  return new Map(rows.map(({ email, ...lately }) => [email, lately]))
}

/** Each with the time from which it can be mailed again, for those who manage them. */
export async function withMailableAt(
  db: Db,
  now: Date,
  campaignId: string,
  found: readonly StoredAmbassador[],
): Promise<Ambassador[]> {
  const lately = await latelyMailed(db, now, campaignId, found)
  return found.map(({ ambassador }) => ({
    ...ambassador,
    mailableAt: mailableAt(lately.get(ambassador.email))?.toISOString() ?? null,
  }))
}

/** Which of these addresses must wait, each with the reason in words (R42). */
async function tooSoon(
  tx: Db,
  now: Date,
  { campaignId }: MailedFor,
  found: readonly StoredAmbassador[],
): Promise<Map<string, string>> {
  const reasons = new Map<string, string>()
  for (const [email, lately] of await latelyMailed(tx, now, campaignId, found)) {
    const reason = reasonNotToMail(now, lately)
    if (reason) reasons.set(email, reason)
  }
  return reasons
}

/** Why addresses get no mail now: the campaign is a draft, they had one within the hour, or the daily limit is reached (R44). */
async function reasonsNotToMail(
  tx: Db,
  now: Date,
  about: MailedFor,
  found: readonly StoredAmbassador[],
  by: string,
): Promise<Map<string, string>> {
  const emails = found.map(({ ambassador }) => ambassador.email)
  if (about.status === 'draft') return new Map(emails.map((email) => [email, NOT_ACTIVATED]))
  const reasons = await tooSoon(tx, now, about, found)
  const left = await invitationsLeft(tx, now, { by, organizationId: about.organizationId })
  const tooMany = emails.filter((email) => !reasons.has(email)).slice(left)
  for (const email of tooMany) reasons.set(email, LIMIT_REACHED)
  return reasons
}

export type Sender = { about: MailedFor; by: string; occasion?: Occasion }

/**
 * The invitation, or for those who have joined a mail about their first supporter; none to an address mailed within the
 * hour, so that no button can flood a mailbox. The rows are locked. @returns by address, why no mail was sent.
 */
export async function mailAmbassadors(
  deps: Deps,
  tx: Db,
  found: readonly StoredAmbassador[],
  { about, by, occasion = 'invitation' }: Sender,
): Promise<Map<string, string>> {
  const now = deps.clock.now()
  const reasons = await reasonsNotToMail(tx, now, about, found, by)
  const due = found
    .filter(({ ambassador }) => !reasons.has(ambassador.email))
    .map((one) => ({ one, joinToken: newLinkSecret() }))
  if (due.length === 0) return reasons
  await setMailed(
    tx,
    due.map(({ one, joinToken }) => ({ id: one.ambassador.id, linkHash: hashOfLink(joinToken) })),
    now,
  )
  const { campaignId, campaignName, organizationName, organizationId } = about
  const letter = { campaignId, campaignName, organizationName, appUrl: deps.config.appUrl }
  const mails = due.map(({ one, joinToken }) => {
    const referralCode = one.ambassador.ambassadorReferralCode
    const words = {
      ...letter,
      ...{ joinToken, isAgain: one.lastMailedAt !== null },
      referralUrl: `${deps.config.appUrl}${referralPath(campaignId, referralCode)}`,
    }
    return addressed(deps, occasion, one, words, { by, organizationId })
  })
  await queueMails(tx, deps.clock, mails)
  return reasons
}

/** The same for one ambassador, with its audit entry. */
export async function mailAmbassador(
  deps: Deps,
  tx: Db,
  found: StoredAmbassador,
  sender: Sender,
): Promise<MailedAmbassador> {
  const reasons = await mailAmbassadors(deps, tx, [found], sender)
  const notMailedReason = reasons.get(found.ambassador.email) ?? null
  return { ...found.ambassador, mailed: notMailedReason === null, notMailedReason }
}
