import { cardWords } from '#domain/billing/receipt-sentences.ts'
import type { Vocabulary } from '#domain/campaigns/vocabulary.ts'
import type { Cents } from '#domain/money.ts'
import { type Block, paragraph, table } from './layout.ts'

/** Every mail's words, as plain functions. Amounts arrive as text: the ledger decides them, a mail only repeats them. */
export type About = {
  campaignName: string
  organizationName: string
  timeZone: string
  isTest: boolean
  pledgeUrl: string
}

/** The addresses of a pledge's documents, with the same secret as its page: for anyone who has the mail. */
export const printsOf = (pledgeUrl: string): string => pledgeUrl.replace('/p/', '/api/pledge-links/')

/** For mails that use the campaign's words for its matches, its season and its team. */
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

/** `December 7, 2026 at 4:00 PM` */
export const momentInWords = (instant: Date, timeZone: string): string =>
  `${longDate(instant, timeZone)} at ${clockTime(instant, timeZone)}`

/** A date without a time, `YYYY-MM-DD`. */
export const dayInWords = (day: string): string => longDate(new Date(`${day}T12:00:00Z`), 'UTC')

/** What was or will be charged: a saved card, or a saved bank account, which is debited. */
export type Saved = { kind: 'card' | 'bank_account' }

export const savedName = ({ kind }: Saved): string => (kind === 'card' ? 'card' : 'bank account')

/** `Card` or `Bank account`, for a table; empty if its number is unknown. `brand`: or the bank's name. */
export const savedRow = ({
  kind,
  brand = null,
  last4,
}: Saved & { brand?: string | null; last4: string | null }): [string, string][] =>
  last4 === null
    ? []
    : [
        [
          kind === 'card' ? 'Card' : 'Bank account',
          brand === null ? `ending in ${last4}` : cardWords({ brand, last4 }),
        ],
      ]

/** What was billed on a pledge and is still to pay. */
export type OpenBill = Saved & {
  state: 'scheduled' | 'processing' | 'requires_action' | 'failed' | 'past_due' | 'invoice'
  amount: string
  /** When it is charged or charged again; null while the campaign is paused, and of an invoice. */
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
