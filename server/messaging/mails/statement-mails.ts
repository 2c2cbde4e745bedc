import { cardWords, statementRows } from '#domain/billing/receipt-sentences.ts'
import type { StatementPart } from '#domain/billing/statement-parts.ts'
import { byMatch } from '#domain/campaigns/vocabulary.ts'
import { brand } from '#web/content/brand.ts'
import { type Block, layOut, link, type MailBody, MONEY, paragraph, table } from './layout.ts'
import {
  type About,
  dayInWords,
  longDate,
  type OpenBills,
  openBillBlocks,
  printsOf,
  type Saved,
  savedRow,
  testMode,
  type Worded,
} from './mail-parts.ts'

/** The current amount of each match, in the order of its statement, as on the pledge's page. */
type Matches = readonly (readonly [label: string, amount: string])[]

export type Statement = About &
  Saved &
  Worded & {
    /** What this settlement bills. */
    amount: string
    /** The pledge's agreed maximum. */
    most: string
    matches: Matches
    /** What all matches add up to, and how much of it was billed before, to explain the amount in mid-season. */
    earned?: string
    billedBefore?: string
    /** Some of that was waived or written off. */
    isPartlyForgiven?: boolean
    /** What else lies between those two and the amount; with its sign, so that they add up. */
    parts?: readonly { part: StatementPart; amount: string }[]
    /** Of a version after the final settlement. */
    isCorrection?: boolean
    /** Of the card that is charged, or the bank's name; null if there is an invoice instead. */
    brand: string | null
    last4: string | null
    /** When the card is charged or the bank account debited; null if there is an invoice instead. */
    chargeAt: Date | null
    /** How the charge will read at the end of its line on the card's statement. */
    statementText?: string | null
    invoiceNumber: string | null
    /** `YYYY-MM-DD`. */
    dueOn: string | null
    /** What earlier statements billed and is still to pay; absent if nothing is. */
    stillOpen?: OpenBills
  }

/** Sent when a settlement locks: the exact amount, the matches behind it and the date, ahead of any charge. */
export function statementMail(given: Statement): MailBody {
  const { campaignName, amount, chargeAt, timeZone, invoiceNumber, dueOn } = given
  if (invoiceNumber === null && chargeAt === null) return nothingNewMail(given)
  if (invoiceNumber !== null && dueOn !== null) return invoiceMail({ ...given, invoiceNumber, dueOn })
  const when = chargeAt ? ` on ${longDate(chargeAt, timeZone)}` : ''
  return layOut(
    `Your ${given.isCorrection ? 'corrected ' : ''}statement for ${campaignName}: ${amount}`,
    [
      ...earnings(given),
      table('This statement', [
        ...soFar(given),
        ['To pay now', amount],
        ...savedRow(given),
        ...statementRows(given.statementText),
      ]),
      ...reasons(given),
      paragraph(
        given.kind === 'card'
          ? `Your ${cardWords(given)} will be charged ${amount}${when}. You don’t need to do anything.`
          : `Your account at ${cardWords(given)} will be debited ${amount}${when}. Your bank takes up to four business days. You don’t need to do anything.`,
      ),
      paragraph('To pay with another card, open your pledge before that day and change it.'),
      ...fromBefore(given),
      ...promises(given),
    ],
    MONEY,
  )
}

/** The final statement of a pledge that is billed nothing now: everyone learns the result of the season. */
const nothingNewMail = (given: Statement): MailBody =>
  layOut(
    `Your ${given.isCorrection ? 'corrected' : 'final'} statement for ${given.campaignName}: ${given.stillOpen ? `${given.stillOpen.total} still to pay` : 'nothing more to pay'}`,
    [
      ...earnings(given),
      table('This statement', [
        ...soFar(given),
        [given.stillOpen ? 'Newly due' : 'To pay now', given.amount],
      ]),
      ...reasons(given),
      ...(given.stillOpen
        ? [
            paragraph('This statement bills nothing new. What was billed before is still to pay.'),
            ...openBillBlocks('Still to pay', given.stillOpen, given.timeZone),
          ]
        : [
            paragraph(
              `Nothing is charged and nothing is due. Thank you for backing the ${given.vocabulary.team}.`,
            ),
          ]),
      ...promises(given),
    ],
    MONEY,
  )

/** The invoice as a PDF. */
export const invoicePrintUrl = (pledgeUrl: string, number: string): string =>
  `${printsOf(pledgeUrl)}/invoices/${number}/print.pdf`

/** For pledges paid by check or in cash, when the final settlement locks. */
export function invoiceMail(given: Statement & { invoiceNumber: string; dueOn: string }): MailBody {
  const { campaignName, amount, invoiceNumber, dueOn } = given
  return layOut(
    `Invoice ${invoiceNumber} for ${campaignName}: ${amount}`,
    [
      ...earnings(given),
      table(`Invoice ${invoiceNumber}`, [...soFar(given), ['To pay', amount], ['Due', dayInWords(dueOn)]]),
      ...reasons(given),
      paragraph(
        `Pay by card on your pledge’s page: you don’t need a password, and the card is charged only once. Or by check, made out to Pledgeraiser with ${invoiceNumber} on it, mailed to ${brand.name}, ${brand.postalAddress}. Or pay in cash and give that number. You get a receipt when we receive it.`,
      ),
      link('Pay what is due', given.pledgeUrl),
      link('The invoice as a PDF', invoicePrintUrl(given.pledgeUrl, invoiceNumber)),
      ...fromBefore(given),
      ...promises(given),
    ],
    MONEY,
  )
}

const earnings = (given: Statement): Block[] => [
  ...testMode(given),
  paragraph(`Results of ${given.campaignName} (${given.organizationName}) are confirmed.`),
  given.matches.length === 0
    ? paragraph('No result counted toward your pledge.')
    : table(`What your pledge has earned, ${byMatch(given.vocabulary)}`, given.matches),
]

const fromBefore = ({ stillOpen, timeZone }: Statement): Block[] =>
  stillOpen ? openBillBlocks('Still to pay from earlier statements', stillOpen, timeZone) : []

const PARTS: Record<StatementPart, string> = {
  carried: 'Left for the next statement',
  deducted: 'Deducted from the next statement',
  waived: 'Waived',
  waivedBefore: 'No longer waived, because it is no longer earned',
  writtenOff: 'Written off',
  notOwed: 'No longer due',
  lowered: 'Taken off what was billed',
  refundedBefore: 'Refunded to you before',
  refunded: 'Refunded to you',
  correctedSince: 'Corrected since',
}

/** Those that its reader may ask about; the others explain themselves. */
const WHY: Partial<Record<StatementPart, (amount: string) => string>> = {
  waived: (amount) =>
    `Waived: a correction after the final settlement added ${amount} to what your pledge has earned. You do not pay it.`,
  writtenOff: (amount) => `Written off: ${amount} is too small to collect on its own. You do not pay it.`,
  refunded: (amount) =>
    `Refunded: you paid ${amount} more than your pledge has earned. You don’t need to do anything: we email you when the refund is made.`,
}

const soFar = (given: Statement): (readonly [string, string])[] => [
  ...(given.earned === undefined ? [] : [['Earned so far', given.earned] as const]),
  ...(given.billedBefore === undefined
    ? []
    : [
        [
          given.isPartlyForgiven ? 'Billed, waived or written off before' : 'Billed before',
          given.billedBefore,
        ] as const,
      ]),
  ...(given.parts ?? []).map(({ part, amount }) => [PARTS[part], amount] as const),
]

const reasons = ({ parts = [] }: Statement): Block[] =>
  parts.flatMap(({ part, amount }) => {
    const why = WHY[part]?.(amount.replace('\u2212', ''))
    return why === undefined ? [] : [paragraph(why)]
  })

const promises = ({ most, pledgeUrl, vocabulary }: Statement): Block[] => [
  paragraph(`In total, you never pay more than ${most}, the maximum you agreed to.`),
  paragraph(
    `Does something look wrong? Your pledge’s page shows every ${vocabulary.match} and what it added.`,
  ),
  link('See your pledge', pledgeUrl),
]
