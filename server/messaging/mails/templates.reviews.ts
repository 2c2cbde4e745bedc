import { layOut, link, type MailBody, paragraph } from './layout.ts'

/** To representatives: an owner has set up a campaign and asks for it to be reviewed (R24). */
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

/** To the owners of a draft: a representative has reviewed it, and says what to change before it can be activated (R24). */
export const reviewAnsweredMail = (given: Reviewed & { message: string }): MailBody =>
  layOut(`${given.campaignName}: please change this before it is activated`, [
    paragraph(
      `A representative reviewed the campaign ${given.campaignName} of ${given.organizationName} and wrote:`,
    ),
    paragraph(given.message),
    paragraph('It is still a draft. Make the changes, then request a review again.'),
    link('Open the campaign', given.manageUrl),
  ])

/** To its owners: supporters can pledge from now on (R24). */
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
