import { accountName, BOOKS_ON_HOLD, entryKindName } from '#domain/billing/account-names.ts'
import { type FiscalYear, yearKey, yearSpan } from '#domain/billing/fiscal-year.ts'
import { type CsvColumn, fileSafe } from '#domain/csv.ts'
import { type Cents, cents, negate, positivePart, subtract, toDecimal } from '#domain/money.ts'
import { dateIn } from '#domain/places/zone.ts'
import { type MonthCampaign, MonthQuery, ProviderMonth } from '#domain/schemas/report.ts'
import { OrganizationYear, YearParams, YearQuery } from '#domain/schemas/year.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { answerDocument, printedLook } from '#server/documents/renderer/index.ts'
import { campaignCsv, csvRoute, defineRoute } from '#server/money/deps.ts'
import { numberedPages, type Pages } from '#server/platform/csv/csv.ts'
import type { Db } from '#server/platform/db/database.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { monthDrawnOn, monthKey, readMonth, readYear, type YearRow, yearRows } from './month.ts'
import { readSeason } from './season.ts'
import {
  type ChargeLine,
  chargedIn,
  type MonthKey,
  monthCampaigns,
  type PostedLine,
  postedLines,
} from './store.ts'

/** This many campaigns fill some twenty pages; the CSV file contains all. */
const MAX_PRINTED_CAMPAIGNS = 1_000
const RULES = 'R5, R26, R38, R39, R76: totals, and no supporter by name'
const fileQuery = YearQuery.omit({ page: true })

const columnsOf = (asked: FiscalYear, moneyMode: string): CsvColumn<YearRow>[] => {
  const { firstDay, lastDay } = yearSpan(asked)
  return [
    ['Organization', ({ organizationName }) => organizationName],
    ['First day', () => firstDay],
    ['Last day', () => lastDay],
    ['Campaign', ({ campaignName }) => campaignName],
    ['Money', () => (moneyMode === 'live' ? 'real' : 'test')],
    ['Collected (USD)', ({ collected }) => collected],
    ['Refunds (USD)', ({ refunds }) => refunds],
    ['Disputes (USD)', ({ disputes }) => disputes],
    ['Bounced (USD)', ({ bounced }) => bounced],
    ['Net (USD)', ({ net }) => net],
    ['Commission (USD)', ({ commission }) => commission],
    ['Paid out (USD)', ({ paidOut }) => paidOut],
    ['Owed at year start (USD)', ({ owedBefore }) => owedBefore],
    ['Owed at year end (USD)', ({ owed }) => owed],
    ['Supporters', ({ supporters }) => supporters],
    ['Gifts', ({ gifts }) => gifts],
    ['Gifts of $250 or more', ({ largeGifts }) => largeGifts],
    ['Supporters who gave $250 or more', ({ largeSupporters }) => largeSupporters],
  ]
}

const tableName = (asked: FiscalYear, moneyMode: string): string =>
  [`year-${yearKey(asked)}`, moneyMode === 'live' ? '' : 'test'].filter(Boolean).join('-')

/** An organization's year, on the screen, for its board, and for a spreadsheet. */
export const yearRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/organizations/{id}/years/{year}',
    who: 'treasurer',
    summary:
      'An organization’s year, by campaign and in all; `from` if it does not start in the organization’s month',
    rules: RULES,
    params: YearParams,
    query: YearQuery,
    response: OrganizationYear,
    handle: ({ deps, actor, params: { id, year }, query }) =>
      readYear(deps, actor, { organizationId: id, year, ...query }),
  }),
  defineRoute({
    method: 'get',
    path: '/api/organizations/{id}/years/{year}/year.pdf',
    who: 'treasurer',
    summary: 'The same as a PDF for a board',
    rules: RULES,
    params: YearParams,
    query: fileQuery,
    produces: 'application/pdf',
    handle: async ({ deps, actor, params: { id, year }, query, c }) => {
      const asked = { organizationId: id, year, ...query, page: 1 }
      const facts = await readYear(deps, actor, asked, MAX_PRINTED_CAMPAIGNS)
      const drawnOn = dateIn(facts.timeZone, deps.clock.now())
      const name = [fileSafe(facts.organizationName), tableName(facts, facts.moneyMode)]
      return answerDocument(
        c,
        deps,
        { kind: 'year', facts: { year: facts, drawnOn } },
        name.filter(Boolean).join('-'),
      )
    },
  }),
  csvRoute({
    path: '/api/organizations/{id}/years/{year}/year.csv',
    who: 'treasurer',
    summary: 'The same as a CSV file: every campaign of the year',
    rules: RULES,
    params: YearParams,
    query: fileQuery,
    open: async ({ deps, actor, params: { id, year }, query }) => {
      const asked = { organizationId: id, year, ...query }
      const { name, timeZone, moneyMode, year: shown, read } = await yearRows(deps, actor, asked)
      return {
        of: name,
        table: tableName(shown, moneyMode),
        timeZone,
        columns: columnsOf(shown, moneyMode),
        pages: numberedPages(read),
      }
    },
  }),
]

/** The books for an accountant's import: one row per posting, with debits and credits in separate columns. */
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

/** Files of several months, or of both kinds of money, may be put together: each row says of which it is. */
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

/** A month of all campaigns as a file; its name contains the month, and says if its money is not real. */
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

/** This many campaigns fill some twenty pages; the CSV file contains all. */
const MAX_PRINTED = 1_000

export const reportRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/dashboard/campaigns/{id}/season-report.pdf',
    who: 'treasurer',
    summary: 'The season as a PDF for a board: pledged, earned, collected, and where it came from',
    rules: 'R11, R26: totals, and no supporter by name',
    params: IdParams,
    produces: 'application/pdf',
    handle: async ({ deps, actor, params, c }) => {
      const report = await readSeason(deps, actor, params.id)
      const look = await printedLook(deps, params.id)
      const facts = { report, drawnOn: dateIn(report.timeZone, deps.clock.now()), look }
      const name = [fileSafe(report.name), 'season-report'].filter(Boolean).join('-')
      return answerDocument(c, deps, { kind: 'season', facts }, name)
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/reports/month',
    who: 'representative',
    summary: 'The provider’s month: by campaign and in all, agreeing with the journal to the cent',
    rules: 'R5, R38, R39',
    query: MonthQuery,
    response: ProviderMonth,
    handle: ({ deps, actor, query }) => readMonth(deps, actor, query),
  }),
  defineRoute({
    method: 'get',
    path: '/api/reports/month.pdf',
    who: 'representative',
    summary: 'The same as a PDF',
    rules: 'R5, R38, R39',
    query: MonthQuery.omit({ page: true }),
    produces: 'application/pdf',
    handle: async ({ deps, actor, query, c }) => {
      const month = await readMonth(deps, actor, { ...query, page: 1 }, MAX_PRINTED)
      const drawnOn = await monthDrawnOn(deps, month)
      const name = ['month', month.month, month.moneyMode === 'live' ? '' : 'test'].filter(Boolean).join('-')
      return answerDocument(c, deps, { kind: 'month', facts: { month, drawnOn } }, name)
    },
  }),
]
