import type { Db } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/mails/actions.ts'
import { layOut, link, type MailBody, paragraph } from '#server/mails/layout.ts'
import { referralPath } from './store.figures.ts'

export type Invitation = {
  ambassadorId: string
  campaignId: string
  campaignName: string
  organizationName: string
  email: string
  referralCode: string
  joinToken: string
}

/** Where the link in the mail leads: a page that signs in, then joins with the token (R42). */
const joinPath = ({ campaignId, joinToken }: Invitation): string =>
  `/campaigns/${campaignId}/join?token=${joinToken}`

export const invitationMail = (appUrl: string, invitation: Invitation): MailBody => {
  const { campaignName, organizationName, campaignId, referralCode } = invitation
  return layOut(`Be an ambassador for ${campaignName}`, [
    paragraph(
      `${organizationName} would like you to be an ambassador for its campaign ${campaignName}: someone who tells friends and family about it.`,
    ),
    link('Join as an ambassador', `${appUrl}${joinPath(invitation)}`),
    paragraph(
      `Your own link to share, which credits you with the pledges that come by it: ${appUrl}${referralPath(campaignId, referralCode)}`,
    ),
    paragraph('If you do not know this organization, do nothing, and nothing happens.'),
  ])
}

/** The invitation, queued in the transaction that causes it. */
export async function queueInvitation(tx: Db, deps: Deps, invitation: Invitation): Promise<void> {
  await queueMail(tx, deps.clock, {
    kind: 'ambassador_invitation',
    once: `ambassador ${invitation.ambassadorId} ${deps.clock.now().toISOString()}`,
    to: invitation.email,
    campaignId: invitation.campaignId,
    ...invitationMail(deps.config.appUrl, invitation),
  })
}
