import { randomBytes } from 'node:crypto'
import type { MailedAmbassador } from '#domain/schemas/ambassador.ts'
import type { Access } from '#server/campaigns/access.ts'
import type { Db } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { type OutgoingMail, queueMails } from '#server/mails/actions.ts'
import { layOut, link, type MailBody, paragraph } from '#server/mails/layout.ts'
import { HOUR_MS, reasonNotToMail } from '#server/mails/pace.ts'
import { referralPath } from './store.figures.ts'
import { mailedSince, type StoredAmbassador, setMailed } from './store.ts'

export const newJoinToken = (): string => randomBytes(24).toString('base64url')

/** What a mail needs to know of its campaign. */
export type MailedFor = Pick<Access, 'campaignId' | 'campaignName' | 'organizationName'>

/** To one ambassador, about one campaign. */
export type Letter = MailedFor & {
  appUrl: string
  referralCode: string
  joinToken: string
  /** Invited before. */
  isAgain: boolean
}

const ownLink = ({ appUrl, campaignId, referralCode }: Letter): string =>
  `${appUrl}${referralPath(campaignId, referralCode)}`

/** The link leads to a page that signs in, then joins with the token (R42). */
export const invitationMail = (letter: Letter): MailBody => {
  const { appUrl, joinToken, isAgain, campaignId, campaignName, organizationName } = letter
  const subject = isAgain
    ? `Your invitation is still open: be an ambassador for ${campaignName}`
    : `Be an ambassador for ${campaignName}`
  return layOut(subject, [
    paragraph(
      `${organizationName} would like you to be an ambassador for its campaign ${campaignName}: someone who tells friends and family about it.`,
    ),
    link('Join as an ambassador', `${appUrl}/campaigns/${campaignId}/join?token=${joinToken}`),
    paragraph(
      `Your own link to share, which credits you with the pledges that come by it: ${ownLink(letter)}`,
    ),
    paragraph('If you do not know this organization, do nothing, and nothing happens.'),
  ])
}

/** For one who has joined and brought nobody yet. */
export const firstSupporterMail = (letter: Letter): MailBody => {
  const { campaignName, organizationName } = letter
  return layOut(`Who will be your first supporter for ${campaignName}?`, [
    paragraph(
      `Thank you for being an ambassador for ${campaignName} by ${organizationName}. Nobody has pledged by your link yet.`,
    ),
    paragraph(
      'What works best is asking by name: send your link to three people who know you, and say why it matters to you.',
    ),
    link('Texts to send, and your QR code', `${letter.appUrl}/ambassador`),
    paragraph(`Your own link: ${ownLink(letter)}`),
  ])
}

/** A nudge is an invitation once more to who has not joined. */
export type Occasion = 'invitation' | 'nudge'

function addressed(
  deps: Deps,
  occasion: Occasion,
  { ambassador }: StoredAmbassador,
  letter: Letter,
): OutgoingMail {
  const { id, user, email } = ambassador
  const isNudge = occasion === 'nudge' && user !== null
  return {
    kind: isNudge ? 'ambassador_nudge' : 'ambassador_invitation',
    once: `ambassador ${id} ${deps.clock.now().toISOString()}`,
    to: isNudge ? user.email : email,
    campaignId: letter.campaignId,
    ...(isNudge ? firstSupporterMail(letter) : invitationMail(letter)),
  }
}

/** Of these addresses, those that had their mail within the hour, each with that in words (R42). */
async function tooSoon(
  tx: Db,
  now: Date,
  { campaignId }: MailedFor,
  found: readonly StoredAmbassador[],
): Promise<Map<string, string>> {
  const emails = found.map(({ ambassador }) => ambassador.email)
  const since = new Date(now.getTime() - HOUR_MS)
  const reasons = new Map<string, string>()
  for (const { email, ...lately } of await mailedSince(tx, campaignId, emails, since)) {
    const reason = reasonNotToMail(now, lately)
    if (reason) reasons.set(email, reason)
  }
  return reasons
}

/**
 * The invitation, or to who has joined a word about the first supporter; but none to an address that had one within the
 * hour: nobody's mailbox is filled by a button. The rows are locked. @returns why none went, by address.
 */
export async function mailAmbassadors(
  deps: Deps,
  tx: Db,
  about: MailedFor,
  found: readonly StoredAmbassador[],
  occasion: Occasion = 'invitation',
): Promise<Map<string, string>> {
  const now = deps.clock.now()
  const reasons = await tooSoon(tx, now, about, found)
  const due = found
    .filter(({ ambassador }) => !reasons.has(ambassador.email))
    .map((one) => ({ one, joinToken: one.joinToken ?? newJoinToken() }))
  if (due.length === 0) return reasons
  await setMailed(
    tx,
    due.map(({ one, joinToken }) => ({ id: one.ambassador.id, joinToken })),
    now,
  )
  const { campaignId, campaignName, organizationName } = about
  const letter = { campaignId, campaignName, organizationName, appUrl: deps.config.appUrl }
  const mails = due.map(({ one, joinToken }) => {
    const referralCode = one.ambassador.ambassadorReferralCode
    return addressed(deps, occasion, one, {
      ...letter,
      ...{ referralCode, joinToken, isAgain: one.lastMailedAt !== null },
    })
  })
  await queueMails(tx, deps.clock, mails)
  return reasons
}

/** The same to one, with what is told of it. */
export async function mailAmbassador(
  deps: Deps,
  tx: Db,
  about: MailedFor,
  found: StoredAmbassador,
  occasion: Occasion = 'invitation',
): Promise<MailedAmbassador> {
  const reasons = await mailAmbassadors(deps, tx, about, [found], occasion)
  const notMailedReason = reasons.get(found.ambassador.email) ?? null
  return { ...found.ambassador, mailed: notMailedReason === null, notMailedReason }
}
