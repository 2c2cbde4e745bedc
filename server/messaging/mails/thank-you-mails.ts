import { unlinked } from '#domain/links.ts'
import { layOut, link, type MailBody, paragraph } from './layout.ts'
import { type About, testMode } from './mail-parts.ts'

type Thanks = Omit<About, 'pledgeUrl' | 'timeZone'> & {
  /** What the people who run the campaign wrote: lines of plain text. */
  message: string
  /** Of the match whose supporters are thanked; null: all are. */
  eventName: string | null
  campaignUrl: string
  unsubscribeUrl: string
}

const lines = (message: string) =>
  message
    .split(/\s*\n\s*/)
    .filter((line) => line !== '')
    .map(paragraph)

/** To each supporter, written by the people who run the campaign, who do not learn to whom it goes. */
export const thankYouMail = (given: Thanks): MailBody =>
  layOut(
    `Thank you from ${given.organizationName}`,
    [
      ...testMode(given),
      paragraph(
        given.eventName === null
          ? `${given.organizationName} wrote to everyone who supports ${given.campaignName}:`
          : `${given.organizationName} wrote to everyone whose pledge for ${given.campaignName} counts ${unlinked(given.eventName)}:`,
      ),
      ...lines(given.message),
      link('See the campaign', given.campaignUrl),
    ],
    {
      why: `You get this email because you pledged for ${given.campaignName}. We sent it for ${given.organizationName}, who did not see your name or address.`,
      stop: 'thank_you',
      stopUrl: given.unsubscribeUrl,
    },
  )

/** To its author: a representative declined it, and says what to change. */
export const thankYouDeclinedMail = (given: {
  campaignName: string
  message: string
  reason: string
  manageUrl: string
}): MailBody =>
  layOut(`Your thanks to the supporters of ${given.campaignName}: please change this`, [
    paragraph('A representative read your email to supporters, did not send it, and wrote:'),
    paragraph(given.reason),
    paragraph('You had written:'),
    ...lines(given.message),
    link('Write it again', given.manageUrl),
  ])
