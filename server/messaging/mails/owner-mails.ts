/** To owners, at once: what waits for them, and money. And what they ask of the representatives. */
import { layOut, link, type MailBody, paragraph } from './layout.ts'

type Asked = { campaignName: string; organizationName: string; manageUrl: string; question: string }

/** To representatives: an owner asks for what only they can do. */
export const questionMail = ({ campaignName, organizationName, manageUrl, question }: Asked): MailBody =>
  layOut(`The owner of ${campaignName} asks you for something`, [
    paragraph(`For the campaign ${campaignName}, an owner of ${organizationName} asks:`),
    paragraph(question),
    link('Answer the owner', manageUrl),
  ])

/** To owners: what a representative answered. */
export const questionAnsweredMail = (given: Asked & { message: string }): MailBody =>
  layOut(`Your representative answered about ${given.campaignName}`, [
    paragraph(`You asked about ${given.campaignName}:`),
    paragraph(given.question),
    paragraph('A representative answered:'),
    paragraph(given.message),
    link('Open the campaign', given.manageUrl),
  ])
