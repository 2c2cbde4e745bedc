import { layOut, link, type MailBody, paragraph } from './layout.ts'

/** To representatives: an owner has set up a campaign and asks for it to be reviewed (R24). */
export const reviewMail = (given: {
  campaignName: string
  organizationName: string
  manageUrl: string
}): MailBody =>
  layOut(`${given.campaignName} is waiting for review`, [
    paragraph(
      `${given.organizationName} has set up the campaign ${given.campaignName} and requests a review. It takes pledges once a representative activates it.`,
    ),
    link('Review the campaign', given.manageUrl),
  ])
