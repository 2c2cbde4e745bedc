import { type FiscalYear, yearKey, yearSpan } from '#domain/billing/fiscal-year.ts'
import { periodKey } from '#domain/billing/period.ts'
import { type CsvColumn, fileSafe } from '#domain/csv.ts'
import { dateIn } from '#domain/places/zone.ts'
import { MonthQuery, ProviderMonth } from '#domain/schemas/report.ts'
import { OrganizationYear, YearParams, YearQuery } from '#domain/schemas/year.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { answerDocument, printedLook } from '#server/documents/renderer/index.ts'
import { campaignCsv, csvRoute, defineRoute } from '#server/money/deps.ts'
import { numberedPages } from '#server/platform/csv/csv.ts'
import { IdParams, NO_SNIFFING } from '#server/platform/http/http.ts'
import { booksArchive } from './books-archive.ts'
import { monthDrawnOn, monthKey, readMonth, readYear, type YearRow, yearRows } from './month.ts'
import { readSeason } from './season.ts'
import { journalColumns, journalPages, MONTH_TABLES, type MonthTable } from './tables.ts'

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

const query = MonthQuery.omit({ page: true })

/** Months of all campaigns as a file; its name contains them, and says if the money is not real. */
const monthCsv = ({ name, summary, file }: MonthTable) =>
  csvRoute({
    path: `/api/reports/${name}.csv`,
    who: 'representative',
    summary,
    rules: 'R5, R38, R39: of one month, a quarter or a year, never by name',
    query,
    open: async ({ deps, actor, query: asked }) => {
      await demandRepresentative(deps.db, actor)
      const { month, months, ...key } = monthKey(deps, asked)
      const table = key.moneyMode === 'live' ? name : `${name}-test`
      return { of: periodKey({ month, months }), table, ...file(deps.db, key, { month, months }) }
    },
  })

export const reportCsvRoutes = [
  ...MONTH_TABLES.map(monthCsv),
  campaignCsv({
    table: 'journal',
    who: 'representative',
    permission: 'canSettle',
    rules: 'R5, R51: never by name',
    columns: () => journalColumns,
    pages: ({ deps, access: { campaignId } }) => journalPages(deps.db, { campaignId }),
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
    path: '/api/reports/books.zip',
    who: 'representative',
    summary: 'All files of the months in one: journal, balances, bank, deposits, payouts, and by campaign',
    rules: 'R5, R38, R39: never by name',
    query,
    produces: 'application/zip',
    handle: async ({ deps, actor, query, c }) => {
      await demandRepresentative(deps.db, actor)
      const { month, months, ...key } = monthKey(deps, query)
      const period = { month, months }
      const isHead = c.req.raw.method === 'HEAD'
      const name = ['books', fileSafe(periodKey(period)), key.moneyMode === 'live' ? '' : 'test']
        .filter(Boolean)
        .join('-')
      return new Response(isHead ? null : booksArchive(deps.db, key, period), {
        headers: {
          ...NO_SNIFFING,
          'Content-Type': 'application/zip',
          'Content-Disposition': `attachment; filename="${name}.zip"`,
          'Cache-Control': 'private, no-store',
          Vary: 'Authorization',
        },
      })
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
      const name = ['month', fileSafe(periodKey(month)), month.moneyMode === 'live' ? '' : 'test']
        .filter(Boolean)
        .join('-')
      return answerDocument(c, deps, { kind: 'month', facts: { month, drawnOn } }, name)
    },
  }),
]
