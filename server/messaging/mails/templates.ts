import type { Cents } from '#domain/money.ts'
import { overpaidSentence, statementRows } from '#domain/receipt-words.ts'
import type { ContactForm } from '#domain/schemas/contact.ts'
import type { StatementPart } from '#domain/statement-parts.ts'
import { byMatch, type Vocabulary } from '#domain/vocabulary.ts'
import { brand } from '#web/content/brand.ts'
import { type Block, code, layOut, link, type MailBody, MONEY, paragraph, table } from './layout.ts'

/** Every mail's words, as plain functions. Amounts arrive as text: the ledger decides them, a mail only repeats them. */
export type About = {
  campaignName: string
  organizationName: string
  timeZone: string
  isTest: boolean
  pledgeUrl: string
}
/** For mails that use the campaign's words for its matches, its season and its team (R63). */
export type Worded = { vocabulary: Vocabulary }

const TEST_MODE = paragraph('Test mode: no real money is involved.')
export const testMode = ({ isTest }: Pick<About, 'isTest'>): Block[] => (isTest ? [TEST_MODE] : [])

/** A date format costs more to create than writing a hundred mails with it. One per zone: there are a few hundred. */
const longDates = new Map<string, Intl.DateTimeFormat>()

export function longDate(instant: Date, timeZone: string): string {
  const known = longDates.get(timeZone)
  const format = known ?? new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone })
  if (!known) longDates.set(timeZone, format)
  return format.format(instant)
}

/** `7:00 PM` */
export const clockTime = (instant: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone })
    .format(instant)
    .replaceAll('\u202f', ' ')

/** A date without a time, `YYYY-MM-DD`. */
export const dayInWords = (day: string): string => longDate(new Date(`${day}T12:00:00Z`), 'UTC')

const BASIS_POINTS = 10_000
const PERCENT = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 2 })
const percent = (basisPoints: number): string => PERCENT.format(basisPoints / BASIS_POINTS)

/** The code that proves an email address, typed on the screen that requested it (R16). */
/** `url`: the screen for the code of a sign-up; a phone may have dropped it while its owner reads this. */
export const verificationCodeMail = (given: { code: string; minutes: number; url?: string }): MailBody =>
  layOut(`Your code is ${given.code}`, [
    paragraph('Type this code on the screen that asked for it:'),
    code(given.code),
    ...(given.url ? [link('Open that screen again', given.url)] : []),
    paragraph(
      `It works for ${given.minutes} minutes. If you did not ask for it, someone typed your address by mistake: ignore this email.`,
    ),
  ])

/** What was or will be charged: a saved card, or a saved bank account, which is debited (R60). */
export type Saved = { kind: 'card' | 'bank_account' }

export const savedName = ({ kind }: Saved): string => (kind === 'card' ? 'card' : 'bank account')

/** `Card` or `Bank account`, for a table; empty if its number is unknown. */
export const savedRow = (given: Saved & { last4: string | null }): [string, string][] =>
  given.last4 === null ? [] : [[given.kind === 'card' ? 'Card' : 'Bank account', `ending in ${given.last4}`]]

/** What was billed on a pledge and is still to pay (R30, R35, R36). */
export type OpenBill = Saved & {
  state: 'scheduled' | 'processing' | 'requires_action' | 'failed' | 'past_due' | 'invoice'
  amount: string
  /** When it is charged or charged again; null while the campaign is paused (R21), and of an invoice. */
  at: Date | null
  number: string | null
  /** `YYYY-MM-DD`. */
  dueOn: string | null
}
export type OpenBills = { total: string; cents: Cents; bills: readonly OpenBill[] }

const NAMES: Record<Saved['kind'], { what: string; again: string }> = {
  card: { what: 'Card charge', again: 'Card charge that failed' },
  bank_account: { what: 'Bank debit', again: 'Bank debit that was returned' },
}

/** "Card charge on September 13, 2026". */
function nameOf({ state, kind, at, number, dueOn }: OpenBill, timeZone: string): string {
  const { what, again } = NAMES[kind]
  const resumed = 'once the campaign is active again'
  switch (state) {
    case 'invoice':
      return `Invoice ${number ?? ''}${dueOn === null ? '' : `, due ${dayInWords(dueOn)}`}`
    case 'scheduled':
      return at === null ? `${what}, ${resumed}` : `${what} on ${longDate(at, timeZone)}`
    case 'failed':
      return `${again}, tried again ${at === null ? resumed : `on ${longDate(at, timeZone)}`}`
    case 'processing':
      return `${what}, processing`
    case 'requires_action':
      return `${what} that your bank asks you to confirm`
    case 'past_due':
      return again
  }
}

/** A table of them, and what to do about those that will not be charged automatically. */
export function openBillBlocks(caption: string, { total, bills }: OpenBills, timeZone: string): Block[] {
  const states = new Set(bills.map(({ state }) => state))
  const isAsked = states.has('past_due') || states.has('requires_action')
  return [
    table(caption, [
      ...bills.map((bill) => [nameOf(bill, timeZone), bill.amount] as const),
      ...(bills.length > 1 ? [['Total', total] as const] : []),
    ]),
    ...(isAsked || states.has('invoice')
      ? [
          paragraph(
            isAsked
              ? 'Please pay what could not be charged, or confirm it with your bank, on your pledge’s page. You don’t need a password to pay.'
              : 'Pay by card on your pledge’s page, or as the invoice says.',
          ),
        ]
      : [paragraph('You don’t need to do anything for it.')]),
  ]
}

/** The current amount of each match, in the order of R10, as on the pledge's page. */
type Matches = readonly (readonly [label: string, amount: string])[]

export type Statement = About &
  Saved &
  Worded & {
    /** What this settlement bills. */
    amount: string
    /** The pledge's agreed maximum (R8). */
    most: string
    matches: Matches
    /** What all matches add up to, and how much of it was billed before, to explain the amount in mid-season. */
    earned?: string
    billedBefore?: string
    /** Some of that was waived or written off. */
    isPartlyForgiven?: boolean
    /** What else lies between those two and the amount; with its sign, so that they add up (R32). */
    parts?: readonly { part: StatementPart; amount: string }[]
    /** Of a version after the final settlement (R33). */
    isCorrection?: boolean
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

/** Sent when a settlement locks: the exact amount, the matches behind it and the date, ahead of any charge (R30). */
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
        ...statementRows(given.statementText),
      ]),
      ...reasons(given),
      paragraph(
        given.kind === 'card'
          ? `Your card will be charged ${amount}${when}. You don’t need to do anything.`
          : `Your bank account will be debited ${amount}${when}. Your bank takes up to four business days. You don’t need to do anything.`,
      ),
      ...fromBefore(given),
      ...promises(given),
    ],
    MONEY,
  )
}

/** The final statement of a pledge that is billed nothing now: everyone learns the result of the season (R30). */
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

/** The invoice as a PDF, with the same secret as the pledge's page: for anyone who has the mail (R36, R44). */
export const invoicePrintUrl = (pledgeUrl: string, number: string): string =>
  `${pledgeUrl.replace('/p/', '/api/pledge-links/')}/invoices/${number}/print.pdf`

/** For pledges paid by check or in cash, when the final settlement locks (R36). */
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

export type Receipt = About & {
  is501c3: boolean
  commissionBasisPoints: number
  /** What it paid of the invoice or the charge. */
  amount: string
  /** What exceeded it; absent if nothing did. */
  overpaid?: string
  paidOn: Date
  /** Such as "card ending in 4242", "check". */
  method: string
  /** What the card's statement says at the end of its line. */
  statementText?: string | null
  /** The number to quote in questions about it. */
  pledgeId?: string
}

/** Only for money that was received (R37). */
export function receiptMail(given: Receipt): MailBody {
  const { campaignName, organizationName, amount } = given
  const share = percent(given.commissionBasisPoints)
  const rest = percent(BASIS_POINTS - given.commissionBasisPoints)
  return layOut(
    `Receipt: ${amount} for ${campaignName}`,
    [
      ...testMode(given),
      paragraph(`Thank you. We have received your payment for ${campaignName}.`),
      table('Receipt', [
        ['Amount', amount],
        ['Received on', longDate(given.paidOn, given.timeZone)],
        ['Paid by', given.method],
        ...statementRows(given.statementText),
        ['Campaign', campaignName],
        ['Organization', organizationName],
        ...(given.pledgeId === undefined ? [] : [['Pledge', given.pledgeId] as const]),
      ]),
      ...(given.overpaid === undefined ? [] : [paragraph(overpaidSentence(given.overpaid))]),
      paragraph(
        `${rest} of what is collected goes to ${organizationName}. ${share} is Pledgeraiser’s share, which pays for running the campaign and for payment processing; it is taken only from money that was actually collected, and nothing is added to what you pay.`,
      ),
      ...(given.is501c3
        ? [
            paragraph(
              `${organizationName} is a 501(c)(3) organization. Your contribution is tax-deductible to the extent allowed by law. Keep this receipt for your records.`,
            ),
          ]
        : []),
      link('See your pledge', given.pledgeUrl),
    ],
    MONEY,
  )
}

/** A message from the contact form, for the provider: replies go to its author. */
export function contactMail({ name, email, organization, phone, message }: ContactForm): MailBody {
  return layOut(organization ? `${name}, ${organization}, wrote to us` : `${name} wrote to us`, [
    table('From', [
      ['Name', name],
      ['Email', email],
      ...(organization ? [['Organization', organization] as const] : []),
      ...(phone ? [['Phone', phone] as const] : []),
    ]),
    ...message.split(/\n+/).map(paragraph),
    paragraph('Sent from the contact form. Reply to this email to answer the person who wrote it.'),
  ])
}
