import { becomesPublic, type CampaignStatus } from '#domain/campaigns/campaign-state.ts'
import { layOut, link, type MailBody, paragraph } from './layout.ts'

/** To representatives: an owner has set up a campaign and asks for it to be reviewed. */
export const reviewMail = (given: {
  campaignName: string
  organizationName: string
  manageUrl: string
}): MailBody =>
  layOut(`${given.campaignName} is waiting for review`, [
    paragraph(
      `${given.organizationName} has set up the campaign ${given.campaignName} and requests a review. It will accept pledges once a representative activates it.`,
    ),
    link('Review the campaign', given.manageUrl),
  ])

type Reviewed = { campaignName: string; organizationName: string; manageUrl: string }

/** To the owners of a draft: a representative has reviewed it, and says what to change before it can be activated. */
export const reviewAnsweredMail = (given: Reviewed & { message: string }): MailBody =>
  layOut(`${given.campaignName}: please change this before it is activated`, [
    paragraph(
      `A representative reviewed the campaign ${given.campaignName} of ${given.organizationName} and wrote:`,
    ),
    paragraph(given.message),
    paragraph('It is still a draft. Make the changes, then request a review again.'),
    link('Open the campaign', given.manageUrl),
  ])

/** To its owners: supporters can pledge from now on. */
export const activatedMail = (given: Reviewed & { campaignUrl: string; message: string | null }): MailBody =>
  layOut(`${given.campaignName} is active`, [
    paragraph(
      `A representative activated the campaign ${given.campaignName} of ${given.organizationName}. Supporters can pledge from now on.`,
    ),
    ...(given.message ? [paragraph(`They wrote: ${given.message}`)] : []),
    paragraph('Share its page with supporters, and invite ambassadors to bring more.'),
    link('See the campaign’s page', given.campaignUrl),
    link('Manage the campaign', given.manageUrl),
  ])

const MAX_MISSING = 10

/** To its owners: results of matches that are over are missing. */
export const resultsMissingMail = (given: {
  campaignName: string
  missing: readonly string[]
  url: string
}): MailBody => {
  const { campaignName, missing, url } = given
  const more = missing.length - MAX_MISSING
  return layOut(`${campaignName}: ${missing.length === 1 ? 'a result is' : 'results are'} missing`, [
    paragraph(
      'Supporters pay for what is entered and confirmed, and the season can’t be settled before. Still missing:',
    ),
    ...missing.slice(0, MAX_MISSING).map((name) => paragraph(`• ${name}`)),
    ...(more > 0 ? [paragraph(`and ${more} more`)] : []),
    link('Enter the results', url),
  ])
}

const BECAME: Record<CampaignStatus, { is: string; does: string }> = {
  active: { is: 'active again', does: 'Supporters can pledge between its dates.' },
  paused: { is: 'paused', does: 'It accepts no pledges, and charges wait until it is active again.' },
  completed: { is: 'completed', does: 'It accepts no more pledges. Results and settlement continue.' },
  draft: {
    is: 'a draft again',
    does: 'Only your organization and representatives see it. Request a review when it is ready.',
  },
  cancelled: {
    is: 'cancelled',
    does: 'It accepts no pledges or results, and nothing more is owed. Each supporter is emailed what happens to their pledge.',
  },
}

/** To its owners: a representative changed the status of their campaign, other than by activating a draft. */
export function statusChangedMail(
  given: Reviewed & { from: CampaignStatus; to: CampaignStatus; message: string | null },
): MailBody {
  const { campaignName, organizationName, from, to, message } = given
  const { is, does } = BECAME[to]
  const wasPrivate =
    from === 'draft' && to === 'cancelled'
      ? 'It was a draft, so nobody had pledged. It stays visible to your organization only.'
      : does
  return layOut(`${campaignName} is ${is}`, [
    paragraph(
      `A representative changed the campaign ${campaignName} of ${organizationName}: it is ${is}. ${wasPrivate}`,
    ),
    ...(becomesPublic(from, to) ? [paragraph('It was a draft. Its page is public from now on.')] : []),
    ...(message ? [paragraph(`They wrote: ${message}`)] : []),
    paragraph('If you did not expect this, tell us: reply to this email.'),
    link('Manage the campaign', given.manageUrl),
  ])
}

/** To representatives: someone reported a message on a campaign's page. Names neither its author nor the reporter. */
export const commentReportedMail = (given: {
  campaignName: string
  organizationName: string
  commentsUrl: string
}): MailBody =>
  layOut(`A message on ${given.campaignName} was reported`, [
    paragraph(
      `Someone reported a message of support on the page of ${given.campaignName} (${given.organizationName}). It stays on the page until you or an owner hides it.`,
    ),
    link('Read it, and keep or hide it', given.commentsUrl),
  ])
