import { layOut, link, type MailBody, paragraph } from './layout.ts'

/** To one ambassador, about one campaign. */
export type AmbassadorLetter = {
  campaignId: string
  campaignName: string
  organizationName: string
  /** Who invites them: first name and initial; null if they have no name or no account anymore. */
  sender: string | null
  appUrl: string
  /** Credits the ambassador with the pledges made through it. */
  referralUrl: string
  joinToken: string
  /** Whether they were invited before. */
  isAgain: boolean
  /** Ends such mail to the reader. */
  stopUrl: string
}

/** "Dana W. invites you, on behalf of Alder Creek Boosters,": so it may be an owner or a representative. */
export const invites = (sender: string | null, organizationName: string): string =>
  sender === null
    ? `${organizationName} invites you`
    : `${sender} invites you, on behalf of ${organizationName},`

/** People did not ask for it. */
export const INVITED = 'You get this email because someone entered your address to invite you.'

/** The link leads to a page that signs in, then joins with the token. */
export const invitationMail = (letter: AmbassadorLetter): MailBody => {
  const { appUrl, joinToken, isAgain, campaignId, campaignName, organizationName, sender } = letter
  const subject = isAgain
    ? `Your invitation is still open: be an ambassador for ${campaignName}`
    : `Be an ambassador for ${campaignName}`
  return layOut(
    subject,
    [
      paragraph(
        `${invites(sender, organizationName)} to be an ambassador for the campaign ${campaignName}: someone who tells friends and family about it.`,
      ),
      link('Join as an ambassador', `${appUrl}/campaigns/${campaignId}/join?token=${joinToken}`),
      paragraph(`Share your own link. Pledges made through it are credited to you: ${letter.referralUrl}`),
      paragraph('If you do not recognize this organization, you can ignore this email.'),
    ],
    { why: INVITED, stop: 'invitation', stopUrl: letter.stopUrl },
  )
}

/** For one who has joined and brought nobody yet. */
export const firstSupporterMail = (letter: AmbassadorLetter): MailBody => {
  const { campaignName, organizationName } = letter
  return layOut(
    `Who will be your first supporter for ${campaignName}?`,
    [
      paragraph(
        `Thank you for being an ambassador for ${campaignName} by ${organizationName}. No one has pledged through your link yet.`,
      ),
      paragraph(
        'What works best is asking by name: send your link to three people who know you, and say why it matters to you.',
      ),
      link('Texts to send, and your QR code', `${letter.appUrl}/ambassador`),
      paragraph(`Your own link: ${letter.referralUrl}`),
    ],
    {
      why: `You get this email because you are an ambassador for ${campaignName}.`,
      stop: 'ambassador_nudge',
      stopUrl: letter.stopUrl,
    },
  )
}
