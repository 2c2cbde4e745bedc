/** An organization's year, on the screen, for its board, and for a spreadsheet (R76). */
import type { CsvColumn } from '#domain/csv.ts'
import { fileSafe } from '#domain/csv.ts'
import { type FiscalYear, yearKey, yearSpan } from '#domain/fiscal-year.ts'
import { OrganizationYear, YearParams, YearQuery } from '#domain/schemas/year.ts'
import { dateIn } from '#domain/zone.ts'
import { answerDocument } from '#server/documents/renderer/index.ts'
import { csvRoute, defineRoute } from '#server/money/deps.ts'
import { numberedPages } from '#server/platform/csv/csv.ts'

import { readYear, type YearRow, yearRows } from './actions.year.ts'

/** This many campaigns fill some twenty pages; the CSV file contains all. */
const MAX_PRINTED = 1_000
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

export const yearRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/organizations/{id}/years/{year}',
    who: 'owner',
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
    who: 'owner',
    summary: 'The same as a PDF for a board',
    rules: RULES,
    params: YearParams,
    query: fileQuery,
    produces: 'application/pdf',
    handle: async ({ deps, actor, params: { id, year }, query, c }) => {
      const asked = { organizationId: id, year, ...query, page: 1 }
      const facts = await readYear(deps, actor, asked, MAX_PRINTED)
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
    who: 'owner',
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
