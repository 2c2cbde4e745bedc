/** A payout's statement as JSON, PDF and CSV, and the entries behind each figure. */
import { type CsvColumn, fileSafe } from '#domain/csv.ts'
import { pledgeReference } from '#domain/lookup.ts'
import { entryFigureWords } from '#domain/payout-words.ts'
import { PayoutEntriesQuery, PayoutEntry, PayoutStatement } from '#domain/schemas/payout.ts'
import { dateIn } from '#domain/zone.ts'
import { answerPaper, printedLook } from '#server/documents/renderer/index.ts'
import { csvRoute, defineRoute, pagedRoute } from '#server/money/deps.ts'
import { onePage, timeColumn } from '#server/platform/csv/csv.ts'
import { IdParams } from '#server/platform/http/http.ts'

import { payoutEntries, payoutStatement } from './actions.reading.ts'
import { type StatementRow, statementFacts, statementFileRows } from './actions.statement.ts'

/** Statements may be put together in one sheet: each row says of which payout it is (R39). */
const statementColumns = ({
  payout,
  organizationName,
  campaignName,
}: PayoutStatement): CsvColumn<StatementRow>[] => [
  ['Part', ({ part }) => part],
  ['Figure', ({ label }) => label],
  ['Amount (USD)', ({ amount }) => amount],
  ['What is behind it', ({ url }) => url],
  ['Sent', () => payout.paidOn],
  ['Number', () => payout.reference],
  ['Organization', () => organizationName],
  ['Campaign', () => campaignName],
  ['Money', () => (payout.moneyMode === 'live' ? 'real' : 'test')],
]

/** Of one payout and no other: a campaign may have several of a day. */
const nameOf = ({ payout }: PayoutStatement, on: string | null): string =>
  ['payout', on, payout.id.slice(-SHORT), payout.moneyMode === 'live' ? null : 'test']
    .filter(Boolean)
    .join('-')
const SHORT = 8

const entryColumns = (timeZone: string): CsvColumn<PayoutEntry>[] => [
  timeColumn('When', timeZone, ({ occurredAt }) => occurredAt),
  ['Figure', entryFigureWords],
  ['What', ({ description }) => description],
  ['Pledge', ({ pledgeId }) => pledgeId],
  ['Collected (USD)', ({ collected }) => collected],
  ['Commission (USD)', ({ commission }) => commission],
  ['Organization (USD)', ({ share }) => share],
  ['Reference', ({ pledgeId }) => (pledgeId ? pledgeReference(pledgeId) : '')],
]

export const payoutStatementRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/payouts/{id}',
    who: 'owner',
    summary: 'What a payout includes: everything since the previous payout',
    rules: 'R38; owners see totals only, of what was sent',
    params: IdParams,
    response: PayoutStatement,
    handle: ({ deps, actor, params }) => payoutStatement(deps, actor, params.id),
  }),
  defineRoute({
    method: 'get',
    path: '/api/payouts/{id}/statement.pdf',
    who: 'owner',
    summary: 'The same as a PDF to print, one Letter page; each figure links to what is behind it',
    rules: 'R38, R39',
    params: IdParams,
    produces: 'application/pdf',
    handle: async ({ deps, actor, params }) => {
      const statement = await payoutStatement(deps, actor, params.id)
      const drawnOn = dateIn(statement.timeZone, deps.clock.now())
      const facts = statementFacts(statement, { appUrl: deps.config.appUrl, drawnOn })
      const on = statement.payout.paidOn ?? drawnOn
      return answerPaper(deps, {
        name: [fileSafe(statement.campaignName), nameOf(statement, on)].filter(Boolean).join('-'),
        facts: { ...facts, look: await printedLook(deps, statement.payout.campaignId) },
      })
    },
  }),
  csvRoute({
    path: '/api/payouts/{id}/statement.csv',
    who: 'owner',
    summary: 'The same as a CSV file; each figure with the address that opens what is behind it',
    rules: 'R38',
    params: IdParams,
    open: async ({ deps, actor, params }) => {
      const statement = await payoutStatement(deps, actor, params.id)
      return {
        of: statement.campaignName,
        table: nameOf(statement, statement.payout.paidOn),
        timeZone: statement.timeZone,
        columns: statementColumns(statement),
        pages: onePage(Promise.resolve(statementFileRows(statement, deps.config.appUrl))),
      }
    },
  }),
  ...pagedRoute({
    path: '/api/payouts/{id}/entries',
    who: 'representative',
    summary: 'The payments, refunds and disputes behind a figure of it, newest first',
    rules: 'R38, R51; no names (R26)',
    params: IdParams,
    query: PayoutEntriesQuery,
    row: PayoutEntry,
    open: ({ deps, actor, params, query }) => payoutEntries(deps.db, actor, params.id, query.figure ?? null),
    file: {
      summary: 'All of them as a CSV file',
      rules: 'R38; no names (R26)',
      query: PayoutEntriesQuery.pick({ figure: true }),
      table: 'payout-entries',
      columns: entryColumns,
    },
  }),
]
