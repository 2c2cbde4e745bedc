/**
 * A month summarized for a party's own books: one entry for each campaign and one for each payout, of the figures that the
 * month report and the payout's statement have (R79). Debits are positive. Pure.
 */

import { add, type Cents, negate, subtract, sum, ZERO } from '../../money.ts'
import { accountName } from '../account-names.ts'
import type { Account } from '../journal.ts'
import { shortCode } from '../lookup.ts'
import { METHOD_WORDS } from '../payout.ts'
import { periodText } from '../period.ts'
import type { LineAccount } from './accounts.ts'

export type EntryLine = {
  account: LineAccount
  amount: Cents
  description: string
  /** Null: of several campaigns. */
  campaignId: string | null
  /** To or from whom it is owed, of a line of what is owed. */
  partner?: string
}

export type SummaryEntry = {
  /** At most 21 characters, and the same whenever the month is read. */
  number: string
  /** A day of the month. */
  on: string
  title: string
  lines: EntryLine[]
}

/** A campaign's month, as the month report has it; amounts in cents. */
export type CampaignMonth = {
  /** Null, and the other names empty: what belongs to no campaign, such as the card provider's payouts to the bank. */
  campaignId: string | null
  campaignName: string
  organizationId: string
  organizationName: string
  collected: Cents
  refunds: Cents
  disputes: Cents
  bounced: Cents
  commission: Cents
  /** What moved in each account, payouts left out. */
  accounts: Partial<Record<Account, Cents>>
}

/** A payout of the month, or what came back of one. */
export type PayoutMonth = {
  /** Of the payout, or of what came back. */
  id: string
  on: string
  organizationId: string
  organizationName: string
  isReturned: boolean
  /** The account it was paid from, or came back to. */
  paidFrom: Account
  method: keyof typeof METHOD_WORDS | null
  /** The number of the check or the transfer. */
  reference: string | null
  lines: { campaignId: string; amount: Cents }[]
}

export type Month = {
  /** `2026-11` */
  month: string
  /** The day of the entries of campaigns: the month's last one, or today's in a month that is not over. */
  on: string
  isTest: boolean
  campaigns: readonly CampaignMonth[]
  payouts: readonly PayoutMonth[]
}

/** An entry of more lines could be larger than a file of Xero, which is never split: then its campaigns are one line. */
const MAX_CAMPAIGNS = 250

export const monthWords = (month: string): string => periodText({ month, months: 1 })

/** In place of an id, for the number of the entry of what belongs to no campaign. */
const NO_CAMPAIGN = '000000000000'

type Line = Omit<EntryLine, 'campaignId'>

const debitsFirst = (a: EntryLine, b: EntryLine): number => Number(b.amount > 0) - Number(a.amount > 0)

/** Debits first, without what is zero; null if nothing is left. */
function entryOf(
  { month, isTest }: Month,
  { id, on, title }: { id: string; on: string; title: string },
  lines: readonly EntryLine[],
): SummaryEntry | null {
  const kept = lines.filter(({ amount }) => amount !== 0).sort(debitsFirst)
  if (sum(kept.map(({ amount }) => amount)) !== 0) throw new RangeError('a summarized entry does not balance')
  if (kept.length === 0) return null
  const test = isTest ? 'Test money - ' : ''
  return {
    number: `${month}-${shortCode(id)}`,
    on,
    title: `${test}${title}`,
    lines: kept.map((line) => ({ ...line, description: `${test}${line.description}` })),
  }
}

const byNumber = (a: SummaryEntry, b: SummaryEntry): number =>
  a.on.localeCompare(b.on) || a.number.localeCompare(b.number)

function entriesOf(
  month: Month,
  linesOf: (campaign: CampaignMonth) => Line[],
  payoutLines: (payout: PayoutMonth, how: string) => EntryLine[],
): SummaryEntry[] {
  const words = monthWords(month.month)
  const campaigns = month.campaigns.map((one) =>
    entryOf(
      month,
      {
        id: one.campaignId ?? NO_CAMPAIGN,
        on: month.on,
        title:
          one.campaignId === null
            ? `Card provider ${words}`
            : `${one.organizationName} ${words}, ${one.campaignName}`,
      },
      linesOf(one).map((line) => ({ ...line, campaignId: one.campaignId })),
    ),
  )
  const payouts = month.payouts.map((one) => {
    const how = howOf(one)
    return entryOf(
      month,
      { id: one.id, on: one.on, title: `${how}, ${one.organizationName}` },
      payoutLines(one, how),
    )
  })
  return [...campaigns, ...payouts].filter((one) => one !== null).sort(byNumber)
}

/** `Payout (Check 1041)` */
function howOf({ isReturned, method, reference }: PayoutMonth): string {
  const number = [method && METHOD_WORDS[method], reference].filter(Boolean).join(' ')
  return `${isReturned ? 'Payout returned' : 'Payout'}${number && ` (${number})`}`
}

/** What is owed for each campaign, against the bank. `sign`: 1 where a payout lowers a debt, -1 where it lowers a claim. */
function paidOut(
  { lines }: PayoutMonth,
  { owed, bank, sign }: { owed: Omit<Line, 'amount'>; bank: Omit<Line, 'amount'>; sign: 1 | -1 },
): EntryLine[] {
  const signed = (amount: Cents) => (sign === 1 ? amount : negate(amount))
  const total = sum(lines.map(({ amount }) => amount))
  const parts = lines.length > MAX_CAMPAIGNS ? [{ campaignId: null, amount: total }] : lines
  const campaignId = parts.length === 1 ? (parts[0]?.campaignId ?? null) : null
  return [
    ...parts.map((one) => ({ ...owed, campaignId: one.campaignId, amount: signed(one.amount) })),
    { ...bank, campaignId, amount: negate(signed(total)) },
  ]
}

const withName = (text: string, { organizationName }: Pick<CampaignMonth, 'organizationName'>): string =>
  organizationName === '' ? text : `${text}, ${organizationName}`

/** What moves in these two is told apart by the month report's figures. */
const BY_FIGURE: readonly Account[] = ['organization_payable', 'commission']

/** The provider's books: what it holds for its organizations, its commission, and every other account as the journal has it. */
export const providerEntries = (month: Month): SummaryEntry[] =>
  entriesOf(
    month,
    (one) => {
      const partner = one.organizationId
      const owed = (amount: Cents, description: string): Line => ({
        account: 'organization_payable',
        amount,
        description: withName(description, one),
        partner,
      })
      const words = monthWords(month.month)
      return [
        owed(negate(one.collected), `Collected in ${words}`),
        owed(one.refunds, 'Refunds'),
        owed(one.disputes, 'Disputes'),
        owed(one.bounced, 'Bounced checks'),
        owed(one.commission, 'Commission'),
        {
          account: 'commission',
          amount: negate(one.commission),
          description: withName('Commission', one),
        },
        ...Object.entries(one.accounts)
          .filter(([account]) => !BY_FIGURE.includes(account as Account))
          .map(([account, amount]) => ({
            account: account as Account,
            amount: amount ?? ZERO,
            description: withName(accountName(account), one),
          })),
      ]
    },
    (payout, how) =>
      paidOut(payout, {
        owed: {
          account: 'organization_payable',
          description: withName(how, payout),
          partner: payout.organizationId,
        },
        bank: { account: payout.paidFrom, description: withName(how, payout) },
        sign: 1,
      }),
  )

/**
 * An organization's books: the gross is its income, the commission its expense, what the provider has not paid out yet its
 * claim.
 */
export const organizationEntries = (month: Month): SummaryEntry[] =>
  entriesOf(
    month,
    (one) => {
      const returned = add(add(one.refunds, one.disputes), one.bounced)
      const net = subtract(subtract(one.collected, returned), one.commission)
      const back = (amount: Cents, description: string): Line => ({
        account: 'returned',
        amount,
        description,
      })
      return [
        {
          account: 'contributions',
          amount: negate(one.collected),
          description: `Collected in ${monthWords(month.month)}`,
        },
        back(one.refunds, 'Refunds'),
        back(one.disputes, 'Disputes'),
        back(one.bounced, 'Bounced checks'),
        {
          account: 'commission_paid',
          amount: one.commission,
          description: 'Commission on what was collected',
        },
        { account: 'due', amount: net, description: 'Net, owed by the provider', partner: PROVIDER },
      ]
    },
    (payout, how) =>
      paidOut(payout, {
        owed: { account: 'due', description: how, partner: PROVIDER },
        bank: { account: 'bank', description: how },
        sign: -1,
      }),
  )

/** The provider as a partner: an organization has no other. */
export const PROVIDER = 'provider'

/** Entries in order, in files of at most so many lines, none of them split. @throws RangeError if one is larger. */
export function inFiles(entries: readonly SummaryEntry[], maxLines: number): SummaryEntry[][] {
  const files: SummaryEntry[][] = [[]]
  let lines = 0
  for (const one of entries) {
    if (one.lines.length > maxLines) throw new RangeError('an entry does not fit into a file')
    if (lines + one.lines.length > maxLines) {
      files.push([])
      lines = 0
    }
    files.at(-1)?.push(one)
    lines += one.lines.length
  }
  return files
}
