/** Mails about pledges of people without an account (R59). */
import { deadlineText } from '#domain/deadline.ts'
import { type Cents, formatUsd } from '#domain/money.ts'
import { countsUnits, STATISTIC_RULES, type StatisticType } from '#domain/statistic-types.ts'
import { board, layOut, link, type MailBody, paragraph, table } from './layout.ts'
import { type About, testMode } from './templates.ts'

export type GuestMail = Omit<About, 'pledgeUrl'> & {
  /** The most that can be owed. */
  most: string
  statistics: readonly { name: string; rate: Cents; type: StatisticType; unitName: string | null }[]
  confirmUrl: string
  /** The link can be used until then. */
  until: Date
  /** It is checked first, unless its supporter is known to us (R57). */
  isChecked: boolean
}

const NOT_YOU = paragraph(
  'Not you? Ignore this email: nothing will happen, and what was entered will be deleted.',
)

const chosen = ({ statistics }: GuestMail) =>
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
      given.isChecked
        ? `Please confirm your pledge for ${given.campaignName} (${given.organizationName}).`
        : `One tap and it counts: your pledge for ${given.campaignName} (${given.organizationName}) starts once you confirm it.`,
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
export const guestConfirmedMail = (given: About & { most: string }): MailBody =>
  layOut(`Your pledge for ${given.campaignName} counts`, [
    ...testMode(given),
    paragraph(
      `Thank you! Your pledge for ${given.campaignName} (${given.organizationName}) is locked in. You pay only for confirmed results, and never more than ${given.most}.`,
    ),
    link('See your pledge', given.pledgeUrl),
    paragraph(
      'The link opens your pledge for 30 days without a password. There you can raise, stop or add a statistic: we email you a link to confirm the change. To lower your maximum, change the card or cancel, sign in with this email address. If you have no password yet, choose “Forgot password” on the sign-in page and set one.',
    ),
  ])
