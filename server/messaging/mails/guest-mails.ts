/** Mails about pledges of people without an account. */
import { deadlineText } from '#domain/campaigns/deadline.ts'
import { type Cents, formatUsd } from '#domain/money.ts'
import { countsUnits, STATISTIC_RULES, type StatisticType } from '#domain/season/statistic-types.ts'
import { aside, board, layOut, link, type MailBody, paragraph, table } from './layout.ts'
import { type About, testMode } from './mail-parts.ts'

export type GuestMail = Omit<About, 'pledgeUrl'> & {
  /** The most that can be owed. */
  most: string
  statistics: readonly { name: string; rate: Cents; type: StatisticType; unitName: string | null }[]
  confirmUrl: string
  /** The link can be used until then. */
  until: Date
  /** It is checked first, unless its supporter is known to us. */
  isChecked: boolean
}

const NOT_YOU = paragraph(
  'Not you? Ignore this email: nothing will happen, and what was entered will be deleted.',
)

/** Also what a mailed page asks about. */
export const chosen = ({ statistics }: Pick<GuestMail, 'statistics'>) =>
  table(
    'Your pledge',
    statistics.map((line) => [line.name, rateWords(line)] as const),
  )

/** "$2.00 per goal", "$50.00 if achieved": the statistic is named beside it. */
function rateWords({ type, rate, unitName }: GuestMail['statistics'][number]): string {
  const rule = STATISTIC_RULES[type]
  return `${formatUsd(rate)} ${countsUnits(type) ? rule.per(unitName ?? 'unit') : rule.each}`
}

const checkedFirst = ({ isChecked }: GuestMail) =>
  isChecked
    ? [
        paragraph(
          'We review large check and cash pledges first. After you confirm yours, it counts once we have reviewed it, usually within two business days.',
        ),
      ]
    : []

/** Asks for one thing: open the page and press its button. */
export const guestPledgeMail = (given: GuestMail): MailBody =>
  layOut(`Confirm your pledge for ${given.campaignName}`, [
    ...testMode(given),
    paragraph(
      `Please confirm your pledge for ${given.campaignName} (${given.organizationName}).${given.isChecked ? '' : ' It counts once you do.'}`,
    ),
    link('Confirm my pledge', given.confirmUrl),
    ...checkedFirst(given),
    board('The most you can owe', given.most),
    chosen(given),
    paragraph(
      `Nothing is charged today. The link works until ${deadlineText(given.until, given.timeZone)}, on any phone or computer. Do not share it.`,
    ),
    NOT_YOU,
  ])

export const guestReminderMail = (given: GuestMail): MailBody =>
  layOut(`Your pledge for ${given.campaignName} is not confirmed yet`, [
    ...testMode(given),
    paragraph(
      `Yesterday you pledged for ${given.campaignName} (${given.organizationName}). ${given.isChecked ? 'Please confirm it: it' : 'It counts once you confirm it, and'} expires on ${deadlineText(given.until, given.timeZone)} if you don’t. We will not email you about it again.`,
    ),
    link('Confirm my pledge', given.confirmUrl),
    ...checkedFirst(given),
    board('The most you can owe', given.most),
    chosen(given),
    NOT_YOU,
  ])

/** For their records: the pledge's page, without a password. */
export const guestConfirmedMail = (
  given: About & Pick<GuestMail, 'statistics'> & { most: string; takeBackUrl: string; until: Date },
): MailBody =>
  layOut(`Your pledge for ${given.campaignName} counts`, [
    ...testMode(given),
    paragraph(
      `Thank you! Your pledge for ${given.campaignName} (${given.organizationName}) is locked in. You pay only for confirmed results, and never more than ${given.most}.`,
    ),
    link('See your pledge', given.pledgeUrl),
    chosen(given),
    paragraph(
      'The link opens your pledge without a password, as long as it is open and 60 days more. There you can change or cancel it: we email you a link to confirm that.',
    ),
    paragraph(
      `Not you? Until ${deadlineText(given.until, given.timeZone)} you can take this pledge back without a password. Nothing is owed then.`,
    ),
    aside('Take this pledge back', given.takeBackUrl),
  ])
