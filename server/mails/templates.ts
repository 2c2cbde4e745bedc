import { type Block, code, layOut, link, type MailBody, paragraph, table } from '#server/mails/layout.ts'

/** Every mail's words, as plain functions. Amounts come as text: the ledger decides them, a mail only repeats. */
type About = {
  campaignName: string
  organizationName: string
  timeZone: string
  isTest: boolean
  pledgeUrl: string
}

const TEST_MODE = paragraph('Test mode: no real money is involved.')
const testMode = ({ isTest }: Pick<About, 'isTest'>): Block[] => (isTest ? [TEST_MODE] : [])

const longDate = (instant: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(instant)

/** A day without a clock, `YYYY-MM-DD`. */
const dayInWords = (day: string): string => longDate(new Date(`${day}T12:00:00Z`), 'UTC')

const BASIS_POINTS = 10_000
const percent = (basisPoints: number): string =>
  new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 2 }).format(
    basisPoints / BASIS_POINTS,
  )

/** The code that proves an e-mail address, typed on the screen that asked for it (R16). */
export const verificationCodeMail = (given: { code: string; minutes: number }): MailBody =>
  layOut(`Your code is ${given.code}`, [
    paragraph('Type this code on the screen that asked for it:'),
    code(given.code),
    paragraph(
      `It works for ${given.minutes} minutes. If you did not ask for it, somebody typed your address by mistake: do nothing, and nothing happens.`,
    ),
  ])

export type Statement = About & {
  kind: 'progress' | 'final'
  /** What this settlement bills. */
  amount: string
  /** What each match added, and what was entered without a match, in the order of R10. They add up to the amount. */
  matches: readonly { label: string; amount: string }[]
  /** When the card is charged; null where an invoice follows instead. */
  chargeAt: Date | null
  /** Such as "card ending in 4242". */
  method: string
  agreedMaximum: string
  isAtMaximum: boolean
}

/** Sent when a settlement locks: the exact amount, the matches behind it and the date, ahead of any charge (R30). */
export function statementMail(given: Statement): MailBody {
  const { campaignName, organizationName, amount, chargeAt, timeZone, method } = given
  const when = chargeAt
    ? `Your ${method} will be charged ${amount} on ${longDate(chargeAt, timeZone)}. Nothing is needed from you.`
    : `You chose to pay by ${method}: an invoice for ${amount} follows.`
  const maximum = given.isAtMaximum
    ? `With this your pledge has reached ${given.agreedMaximum}, the most that you agreed to. You owe nothing more.`
    : `Altogether you never pay more than ${given.agreedMaximum}, the most that you agreed to.`
  return layOut(`Your ${given.kind === 'final' ? 'final ' : ''}statement for ${campaignName}: ${amount}`, [
    ...testMode(given),
    paragraph(
      `Results of ${campaignName} (${organizationName}) are confirmed. This is what your pledge has earned.`,
    ),
    table('What is behind it', [
      ...given.matches.map(({ label, amount }) => [label, amount] as const),
      ['To pay', amount],
    ]),
    paragraph(when),
    paragraph(maximum),
    paragraph(
      'Does something look wrong? Look at each match on your pledge’s page, or reply before that date.',
    ),
    link('See your pledge', given.pledgeUrl),
  ])
}

export type Receipt = About & {
  is501c3: boolean
  commissionBasisPoints: number
  amount: string
  paidOn: Date
  /** Such as "card ending in 4242", "check". */
  method: string
}

/** Only for money that was received (R37). */
export function receiptMail(given: Receipt): MailBody {
  const { campaignName, organizationName, amount } = given
  const share = percent(given.commissionBasisPoints)
  const rest = percent(BASIS_POINTS - given.commissionBasisPoints)
  return layOut(`Receipt: ${amount} for ${campaignName}`, [
    ...testMode(given),
    paragraph(`Thank you. We have received your payment for ${campaignName}.`),
    table('Receipt', [
      ['Amount', amount],
      ['Received on', longDate(given.paidOn, given.timeZone)],
      ['Paid by', given.method],
      ['Campaign', campaignName],
      ['Organization', organizationName],
    ]),
    paragraph(
      `${rest} of what is collected goes to ${organizationName}. ${share} is Pledgeraiser’s share, which pays for running the campaign and for card processing; it is taken only from money that was really collected, and nothing is added to what you pay.`,
    ),
    ...(given.is501c3
      ? [
          paragraph(
            `${organizationName} is a 501(c)(3) organization. Your contribution is tax-deductible to the extent allowed by law. Keep this receipt for your records.`,
          ),
        ]
      : []),
    link('See your pledge', given.pledgeUrl),
  ])
}

export type Invoice = About & {
  number: string
  amount: string
  /** `YYYY-MM-DD`. */
  dueOn: string
  /** Whom a check is made out to. */
  payTo: string
  method: 'check' | 'cash'
  matches: readonly { label: string; amount: string }[]
}

/** For pledges paid by check or in cash, when the final settlement locks (R36). */
export function invoiceMail(given: Invoice): MailBody {
  const { campaignName, organizationName, number, amount } = given
  const how =
    given.method === 'check'
      ? `Make your check out to ${given.payTo} and write ${number} on it.`
      : `Hand it to ${given.payTo} and mention ${number}.`
  return layOut(`Invoice ${number} for ${campaignName}: ${amount}`, [
    ...testMode(given),
    paragraph(
      `The season of ${campaignName} (${organizationName}) is settled. This is what your pledge has earned.`,
    ),
    table(`Invoice ${number}`, [
      ...given.matches.map(({ label, amount }) => [label, amount] as const),
      ['To pay', amount],
      ['Due', dayInWords(given.dueOn)],
    ]),
    paragraph(how),
    paragraph('You get a receipt when it has arrived.'),
    link('See your pledge', given.pledgeUrl),
  ])
}
