/** Mails to people who want to be told when a campaign opens. */
import { layOut, link, type MailBody, paragraph } from './layout.ts'
import { type About, testMode } from './mail-parts.ts'

type Opening = Omit<About, 'pledgeUrl' | 'timeZone'> & { url: string }

/** Asks for one press, so that nobody is told who did not ask. */
export const openingQuestionMail = (given: Opening): MailBody =>
  layOut(`Tell you when ${given.campaignName} opens?`, [
    ...testMode(given),
    paragraph(
      `Someone entered this address to be told when you can pledge for ${given.campaignName} (${given.organizationName}). Was it you? Then press the button on this page:`,
    ),
    link('Yes, email me', given.url),
    paragraph('You get one email when it opens. The same page takes it back.'),
    paragraph('Not you? Ignore this email: nothing follows.'),
  ])

export const openedMail = (given: Opening): MailBody =>
  layOut(
    `${given.campaignName} is open`,
    [
      ...testMode(given),
      paragraph(`You can pledge for ${given.campaignName} (${given.organizationName}) now.`),
      paragraph('Pick what you pay for, and the most you could owe. You pay only for what actually happens.'),
      link('See the campaign', given.url),
    ],
    {
      why: 'You asked us to tell you. This is the only email about it: your request is deleted.',
    },
  )
