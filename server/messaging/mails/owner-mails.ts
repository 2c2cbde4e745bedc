/** To owners, at once: what waits for them, and what their season came to. And what they ask of the representatives. */
import { layOut, link, type MailBody, MONEY, paragraph, table } from './layout.ts'
import { type About, longDate, testMode } from './mail-parts.ts'

type Place = Pick<About, 'campaignName' | 'organizationName' | 'isTest'>

type ToConfirm = Place & {
  count: number
  /** Who entered them; null: no names are known. */
  by: string | null
  matches: readonly { title: string; figures: string }[]
  /** How many more matches there are. */
  others: number
  confirmUrl: string
  unsubscribeUrl: string
}

/** To an owner: what others entered waits for them, with the page that confirms it. */
export function resultsToConfirmMail(given: ToConfirm): MailBody {
  const { count, by, matches, others, campaignName, organizationName } = given
  const what = count === 1 ? 'One result' : `${count} results`
  const them = count === 1 ? 'it' : 'them'
  return layOut(
    `${what} of ${campaignName} ${count === 1 ? 'waits' : 'wait'} for you`,
    [
      ...testMode(given),
      paragraph(
        `${by ?? 'Someone'} entered ${them}. Nothing is earned until a second person confirms ${them}, and that can be you.`,
      ),
      table('To confirm', [
        ...matches.map(({ title, figures }) => [title, figures] as const),
        ...(others > 0 ? [[`And ${others} more`, 'On the page'] as const] : []),
      ]),
      link(count === 1 ? 'Confirm it' : `Confirm ${count} results`, given.confirmUrl),
    ],
    {
      why: `You get this email because you confirm results for ${organizationName}.`,
      stop: 'results_to_confirm',
      stopUrl: given.unsubscribeUrl,
    },
  )
}

type Locked = Place & {
  timeZone: string
  /** What all pledges earned, what of it is billed now (null: nothing), and the organization's share of all of it. */
  earned: string
  toBill: string | null
  share: string
  /** Whether an earlier lock is corrected, and what that refunds or takes off open bills (null: nothing). */
  isCorrection: boolean
  returned: string | null
  chargeAt: Date
  url: string
}

/** To owners: the season is settled, or that is corrected; how much it is, and what happens when. */
export const campaignLockedMail = (given: Locked): MailBody =>
  layOut(
    `${given.campaignName} is ${given.isCorrection ? 'corrected' : 'settled'}: ${given.earned}`,
    [
      ...testMode(given),
      paragraph(
        given.isCorrection
          ? `Results of ${given.campaignName} changed after it was settled, and a representative locked the correction.`
          : `A representative locked the results of ${given.campaignName}. What each supporter owes is final now.`,
      ),
      table('The season', [
        ['Earned', given.earned],
        ['Billed now', given.toBill ?? '$0.00'],
        // Of a correction, what is waived is never paid: the campaign's page has the share.
        ...(given.isCorrection ? [] : [['Yours once all is paid', given.share] as const]),
        ...(given.returned ? [['Refunded, or taken off open bills', given.returned] as const] : []),
      ]),
      ...(given.toBill === null ? [] : [table('What happens when', nextDates(given))]),
      paragraph('You don’t need to do anything. If a result is wrong, reply to this email.'),
      link('See the campaign', given.url),
    ],
    MONEY,
  )

const nextDates = ({ isCorrection, chargeAt, timeZone }: Locked) =>
  [
    [
      'Today',
      isCorrection
        ? 'Supporters who owe more get a statement, or an invoice'
        : 'Each supporter gets a statement, or an invoice',
    ],
    [longDate(chargeAt, timeZone), 'Cards and bank accounts are charged'],
    ['Afterwards', 'Checks are deposited, and we pay you what has arrived'],
  ] as const

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
