/** The files of a provider's month, a quarter or a year. No supporter is named. */
import { accountName, BOOKS_ON_HOLD, entryKindName } from '#domain/billing/account-names.ts'
import { pledgeReference, receiptNumber } from '#domain/billing/lookup.ts'
import { METHOD_WORDS } from '#domain/billing/payout.ts'
import { type Period, periodKey } from '#domain/billing/period.ts'
import { type CsvColumn, csvHead, csvLines } from '#domain/csv.ts'
import { type Cents, cents, negate, positivePart, subtract, toDecimal } from '#domain/money.ts'
import type {
  BankLine,
  MonthCampaign,
  MonthFigures,
  MonthOrganization,
  ProviderMonth,
} from '#domain/schemas/report.ts'
import { numberedPages, onePage, type Pages } from '#server/platform/csv/csv.ts'
import type { Db } from '#server/platform/db/database.ts'
import {
  bankLines,
  type DepositedLine,
  depositedLines,
  type PaidOutLine,
  paidOutLines,
} from './bank-store.ts'
import {
  type ChargeLine,
  chargedIn,
  type MonthKey,
  monthAccounts,
  monthCampaigns,
  monthOrganizations,
  type PostedLine,
  postedLines,
} from './store.ts'

/** The books for an accountant's import: one row per posting, with debits and credits in separate columns. */
type Which = Pick<MonthKey, 'moneyMode'> & { period: Period }
const usd = (amount: Cents): string | null => (amount === 0 ? null : toDecimal(amount))
const money = (mode: string): string => (mode === 'live' ? 'real' : 'test')

export const journalColumns: CsvColumn<PostedLine>[] = [
  ['Date', ({ occurredOn }) => occurredOn],
  ['Line', ({ line }) => line + 1],
  ['Reference', ({ reference }) => reference],
  ['Kind', ({ kind }) => entryKindName(kind)],
  ['Description', ({ description }) => description],
  ['Account', ({ account }) => accountName(account)],
  ['Debit (USD)', ({ amountCents }) => usd(positivePart(cents(amountCents)))],
  ['Credit (USD)', ({ amountCents }) => usd(positivePart(negate(cents(amountCents))))],
  ['Organization', ({ organizationName }) => organizationName],
  ['Campaign', ({ campaignName }) => campaignName],
  ['Pledge', ({ pledgeId }) => pledgeId && pledgeReference(pledgeId)],
  ['Money', ({ moneyMode }) => money(moneyMode)],
  ['Received or made on', ({ madeOn }) => madeOn],
  ['Entry id', ({ id }) => id],
  ['Source id', ({ sourceId }) => sourceId],
]

const charges: CsvColumn<ChargeLine>[] = [
  ['Date', ({ succeededOn }) => succeededOn],
  ['Receipt', ({ id, madeOn }) => receiptNumber({ id, receivedOn: madeOn })],
  ['Card provider’s reference', ({ reference }) => reference],
  ['Organization', ({ organizationName }) => organizationName],
  ['Campaign', ({ campaignName }) => campaignName],
  ['Pledge', ({ pledgeId }) => pledgeReference(pledgeId)],
  ['Charged (USD)', ({ amountCents }) => toDecimal(cents(amountCents))],
  ['Commission (USD)', ({ commissionCents }) => toDecimal(cents(commissionCents))],
  [
    'To the organization (USD)',
    ({ amountCents, commissionCents }) => toDecimal(subtract(cents(amountCents), cents(commissionCents))),
  ],
  ['Refunded since (USD)', ({ refundedCents }) => toDecimal(cents(refundedCents))],
  ['Disputed (USD)', ({ disputedCents }) => toDecimal(cents(disputedCents))],
  ['Lost (USD)', ({ lostCents }) => toDecimal(cents(lostCents))],
  ['Money', ({ moneyMode }) => money(moneyMode)],
  ['Made on', ({ madeOn }) => madeOn],
  ['Charge id', ({ id }) => id],
]

const FIGURES: CsvColumn<MonthFigures>[] = [
  ['Collected (USD)', ({ collected }) => collected],
  ['Refunds (USD)', ({ refunds }) => refunds],
  ['Disputes (USD)', ({ disputes }) => disputes],
  ['Bounced (USD)', ({ bounced }) => bounced],
  ['Net (USD)', ({ net }) => net],
  ['Commission (USD)', ({ commission }) => commission],
  ['Processing fees (USD)', ({ fees }) => fees],
  ['Paid out (USD)', ({ paidOut }) => paidOut],
  ['Opening balance (USD)', ({ owedBefore }) => owedBefore],
  ['Closing balance (USD)', ({ owed }) => owed],
  ['Owed to the organization (USD)', ({ owedTo }) => owedTo],
  ['Owed by the organization (USD)', ({ owedBy }) => owedBy],
]

/** Files of several months, or of both kinds of money, may be put together: each row says of which it is. */
const ofWhich = ({ period, moneyMode }: Which): CsvColumn<unknown>[] => [
  ['Month', () => periodKey(period)],
  ['Money', () => money(moneyMode)],
]

const campaigns = (which: Which): CsvColumn<MonthCampaign>[] => [
  ['Organization', ({ organizationName }) => organizationName],
  ['Campaign', ({ campaignName }) => campaignName],
  ...FIGURES,
  ...ofWhich(which),
  ['Billing', ({ billingHeldAt }) => (billingHeldAt ? BOOKS_ON_HOLD : null)],
]

const organizations = (which: Which): CsvColumn<MonthOrganization>[] => [
  ['Organization', ({ organizationName }) => organizationName],
  ...FIGURES,
  ...ofWhich(which),
]

const balances = (which: Which): CsvColumn<ProviderMonth['accounts'][number]>[] => [
  ['Account', ({ account }) => accountName(account)],
  ['Opening balance (USD)', ({ opening }) => opening],
  ['Debit (USD)', ({ debit }) => debit],
  ['Credit (USD)', ({ credit }) => credit],
  ['Closing balance (USD)', ({ closing }) => closing],
  ...ofWhich(which),
]

const bank = (which: Which): CsvColumn<BankLine>[] => [
  ['Date', ({ on }) => on],
  ['Reference', ({ reference }) => reference],
  ['Kind', ({ kind }) => entryKindName(kind)],
  ['Amount (USD)', ({ amount }) => amount],
  ...ofWhich(which),
  ['Line id', ({ id }) => id],
]

const deposits: CsvColumn<DepositedLine>[] = [
  ['Date', ({ depositedOn }) => depositedOn],
  ['Slip', ({ slip }) => slip],
  ['Method', ({ method }) => method],
  ['Number', ({ reference }) => reference],
  ['Amount (USD)', ({ amountCents }) => toDecimal(amountCents)],
  ['Invoice', ({ invoiceNumber }) => invoiceNumber],
  ['Organization', ({ organizationName }) => organizationName],
  ['Campaign', ({ campaignName }) => campaignName],
  ['Pledge', ({ pledgeId }) => pledgeReference(pledgeId)],
  ['Money', ({ moneyMode }) => money(moneyMode)],
  ['Deposit id', ({ depositId }) => depositId],
  ['Payment id', ({ id }) => id],
]

const payouts: CsvColumn<PaidOutLine>[] = [
  ['Date', ({ paidOn }) => paidOn],
  ['Number', ({ reference }) => reference],
  ['Method', ({ method }) => METHOD_WORDS[method as keyof typeof METHOD_WORDS]],
  ['Organization', ({ organizationName }) => organizationName],
  ['Campaign', ({ campaignName }) => campaignName],
  ['Amount (USD)', ({ amountCents }) => toDecimal(amountCents)],
  ['Money', ({ moneyMode }) => money(moneyMode)],
  ['Payout id', ({ payoutId }) => payoutId],
  ['Line id', ({ id }) => id],
]

/** More pages than any journal has. */
const MAX_PAGES = 10_000
const PAGE = 2_000

export async function* journalPages(db: Db, which: { campaignId: string } | MonthKey): Pages<PostedLine> {
  let after: { id: string; line: number } | null = null
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const rows = await postedLines(db, which, { limit: PAGE, after })
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = { id: last.id, line: last.line }
  }
}

async function* chargePages(db: Db, key: MonthKey): Pages<ChargeLine> {
  let afterId: string | null = null
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const rows = await chargedIn(db, key, { limit: PAGE, afterId })
    yield rows
    afterId = rows.at(-1)?.id ?? null
    if (rows.length < PAGE) return
  }
}

type Table<Row> = {
  name: string
  summary: string
  columns: (which: Which) => CsvColumn<Row>[]
  pages: (db: Db, key: MonthKey) => Pages<Row>
}
export type MonthTable = {
  name: string
  summary: string
  file: (db: Db, key: MonthKey, period: Period) => { columns: CsvColumn<never>[]; pages: Pages<never> }
  /** The same as the text of the file. */
  text: (db: Db, key: MonthKey, period: Period) => AsyncGenerator<Buffer>
}

const monthTable = <Row>({ name, summary, columns, pages }: Table<Row>): MonthTable => {
  const file = (db: Db, key: MonthKey, period: Period) => ({
    columns: columns({ moneyMode: key.moneyMode, period }),
    pages: pages(db, key),
  })
  return {
    name,
    summary,
    file: file as unknown as MonthTable['file'],
    async *text(db, key, period) {
      const { columns: heads, pages: read } = file(db, key, period)
      yield Buffer.from(csvHead(heads))
      for await (const rows of read) yield Buffer.from(csvLines(heads, rows))
    },
  }
}

export const MONTH_TABLES: readonly MonthTable[] = [
  monthTable({
    name: 'month',
    summary: 'Months by campaign: collected, commission, refunds, disputes, fees, paid out, owed',
    columns: campaigns,
    pages: (db, key) => numberedPages(async (page) => (await monthCampaigns(db, key, page)).campaigns),
  }),
  monthTable({
    name: 'organizations',
    summary: 'The same by organization',
    columns: organizations,
    pages: (db, key) =>
      numberedPages(async (page) => (await monthOrganizations(db, key, page)).organizations),
  }),
  monthTable({
    name: 'balances',
    summary: 'Every account at the start and at the end of the months',
    columns: balances,
    pages: (db, key) => onePage(monthAccounts(db, key)),
  }),
  monthTable({
    name: 'bank',
    summary: 'Cash at bank, a row for each line of the bank’s statement',
    columns: bank,
    pages: (db, key) => numberedPages((page) => bankLines(db, key, page)),
  }),
  monthTable({
    name: 'deposits',
    summary: 'The deposits of the months, each check and cash a row',
    columns: () => deposits,
    pages: (db, key) => numberedPages((page) => depositedLines(db, key, page)),
  }),
  monthTable({
    name: 'paid-out',
    summary: 'The payouts of the months, and what came back, by campaign',
    columns: () => payouts,
    pages: (db, key) => numberedPages((page) => paidOutLines(db, key, page)),
  }),
  monthTable({
    name: 'journal',
    summary: 'The journal of the months, every posting a row',
    columns: () => journalColumns,
    pages: journalPages,
  }),
  monthTable({
    name: 'charges',
    summary: 'The charges of the months',
    columns: () => charges,
    pages: chargePages,
  }),
]
