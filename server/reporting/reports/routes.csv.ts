/** The books for an accountant's import: one row per posting, with debits and credits in separate columns. */
import { accountName, entryKindName } from '#domain/account-words.ts'
import { BOOKS_ON_HOLD } from '#domain/book-words.ts'
import type { CsvColumn } from '#domain/csv.ts'
import { type Cents, cents, negate, positivePart, subtract, toDecimal } from '#domain/money.ts'
import { type MonthCampaign, MonthQuery } from '#domain/schemas/report.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { campaignCsv, csvRoute } from '#server/money/deps.ts'
import { numberedPages, type Pages } from '#server/platform/csv/csv.ts'
import type { Db } from '#server/platform/db/database.ts'
import { monthKey } from './actions.ts'
import {
  type ChargeLine,
  chargedIn,
  type MonthKey,
  monthCampaigns,
  type PostedLine,
  postedLines,
} from './store.ts'

type Month = Pick<MonthKey, 'moneyMode'> & { month: string }
const usd = (amount: Cents): string | null => (amount === 0 ? null : toDecimal(amount))
const money = (mode: string): string => (mode === 'live' ? 'real' : 'test')

const lines: CsvColumn<PostedLine>[] = [
  ['Date', ({ occurredOn }) => occurredOn],
  ['Entry', ({ id }) => id],
  ['Line', ({ line }) => line + 1],
  ['Kind', ({ kind }) => entryKindName(kind)],
  ['Description', ({ description }) => description],
  ['Account', ({ account }) => accountName(account)],
  ['Debit (USD)', ({ amountCents }) => usd(positivePart(cents(amountCents)))],
  ['Credit (USD)', ({ amountCents }) => usd(positivePart(negate(cents(amountCents))))],
  ['Organization', ({ organizationName }) => organizationName],
  ['Campaign', ({ campaignName }) => campaignName],
  ['Pledge', ({ pledgeId }) => pledgeId],
  ['Source', ({ sourceId }) => sourceId],
  ['Money', ({ moneyMode }) => money(moneyMode)],
  ['Received or made on', ({ madeOn }) => madeOn],
]

const charges: CsvColumn<ChargeLine>[] = [
  ['Date', ({ succeededOn }) => succeededOn],
  ['Charge', ({ id }) => id],
  ['Card provider’s reference', ({ reference }) => reference],
  ['Organization', ({ organizationName }) => organizationName],
  ['Campaign', ({ campaignName }) => campaignName],
  ['Pledge', ({ pledgeId }) => pledgeId],
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
]

/** Files of several months, or of both kinds of money, may be put together: each row says of which it is (R39). */
const campaigns = ({ month, moneyMode }: Month): CsvColumn<MonthCampaign>[] => [
  ['Organization', ({ organizationName }) => organizationName],
  ['Campaign', ({ campaignName }) => campaignName],
  ['Collected (USD)', ({ collected }) => collected],
  ['Refunds (USD)', ({ refunds }) => refunds],
  ['Disputes (USD)', ({ disputes }) => disputes],
  ['Bounced (USD)', ({ bounced }) => bounced],
  ['Net (USD)', ({ net }) => net],
  ['Commission (USD)', ({ commission }) => commission],
  ['Paid out (USD)', ({ paidOut }) => paidOut],
  ['Owed at month start (USD)', ({ owedBefore }) => owedBefore],
  ['Owed at month end (USD)', ({ owed }) => owed],
  ['Owed to the organization (USD)', ({ owedTo }) => owedTo],
  ['Owed by the organization (USD)', ({ owedBy }) => owedBy],
  ['Month', () => month],
  ['Money', () => money(moneyMode)],
  ['Billing', ({ billingHeldAt }) => (billingHeldAt ? BOOKS_ON_HOLD : null)],
]

/** More pages than any journal has. */
const MAX_PAGES = 10_000
const PAGE = 2_000

async function* linePages(db: Db, which: { campaignId: string } | MonthKey): Pages<PostedLine> {
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

const query = MonthQuery.omit({ page: true })
type Table<Row> = {
  name: string
  summary: string
  columns: (month: Month) => CsvColumn<Row>[]
  pages: (db: Db, key: MonthKey) => Pages<Row>
}

/** A month of all campaigns as a file; its name contains the month, and says if its money is not real (R39). */
const monthCsv = <Row>({ name, summary, columns, pages }: Table<Row>) =>
  csvRoute({
    path: `/api/reports/${name}.csv`,
    who: 'representative',
    summary,
    rules: 'R5, R38, R39: of one month, never by name',
    query,
    open: async ({ deps, actor, query: asked }) => {
      await demandRepresentative(deps.db, actor)
      const { month, ...key } = monthKey(deps, asked)
      const table = key.moneyMode === 'live' ? name : `${name}-test`
      return { of: month, table, columns: columns({ month, ...key }), pages: pages(deps.db, key) }
    },
  })

export const reportCsvRoutes = [
  monthCsv({
    name: 'month',
    summary: 'A month by campaign: collected, commission, refunds, disputes, paid out, owed',
    columns: campaigns,
    pages: (db, key) => numberedPages(async (page) => (await monthCampaigns(db, key, page)).campaigns),
  }),
  monthCsv({
    name: 'journal',
    summary: 'A month of the journal, every posting a row',
    columns: () => lines,
    pages: linePages,
  }),
  monthCsv({
    name: 'charges',
    summary: 'The charges of a month',
    columns: () => charges,
    pages: chargePages,
  }),
  campaignCsv({
    table: 'journal',
    who: 'representative',
    permission: 'canSettle',
    rules: 'R5, R51: never by name',
    columns: () => lines,
    pages: ({ deps, access: { campaignId } }) => linePages(deps.db, { campaignId }),
  }),
]
