/** A payout's statement as JSON, PDF and CSV, and the entries behind each figure. */

import { pledgeReference } from '#domain/billing/lookup.ts'
import { entryFigureWords, METHOD_WORDS } from '#domain/billing/payout.ts'
import { type CsvColumn, fileSafe } from '#domain/csv.ts'
import { parseCents, subtract, sum, toDecimal, ZERO } from '#domain/money.ts'
import { dateIn } from '#domain/places/zone.ts'
import {
  type Payout,
  PayoutEntriesQuery,
  PayoutEntry,
  PayoutStatement,
  type PayoutsPage,
  PayoutsQuery,
  type SentPayout,
} from '#domain/schemas/payout.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { answerPaper, printedLook } from '#server/documents/renderer/index.ts'
import { csvRoute, defineRoute, pagedRoute } from '#server/money/deps.ts'
import { numberedPages, onePage, type Pages, pagesOf, timeColumn } from '#server/platform/csv/csv.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { payoutEntries, payoutStatement, payoutsPage, sentPayoutsOf } from './lists.ts'
import { type StatementRow, statementFacts, statementFileRows } from './statement.ts'

type Organization = PayoutsPage['organizations'][number]
/** One campaign, and what of its organization's payouts is for it: so every column adds up. */
type OwedRow = Organization['campaigns'][number] & { organization: Organization }

const campaignsIn = (organizations: readonly Organization[]): OwedRow[] =>
  organizations.flatMap((organization) => organization.campaigns.map((one) => ({ ...one, organization })))

const lineOf = ({ campaignId }: OwedRow, payout: Payout | null) =>
  payout?.lines.find((line) => line.campaignId === campaignId)

/** The payout that is for it and not finished. */
const underWay = (row: OwedRow): Payout | undefined =>
  [row.organization.open, row.organization.toConfirm].find((payout) => payout && lineOf(row, payout)) ??
  undefined

const columns: CsvColumn<OwedRow>[] = [
  ['Campaign', ({ campaignName }) => campaignName],
  ['Organization', ({ organization }) => organization.organizationName],
  ['Money', ({ moneyMode }) => (moneyMode === 'live' ? 'real' : 'test')],
  ['Collected (USD)', ({ collected }) => collected],
  ['Commission (USD)', ({ commission }) => commission],
  ['Paid out (USD)', ({ paidOut }) => paidOut],
  ['Owed (USD)', ({ owed }) => owed],
  ['Held for refunds (USD)', ({ heldForRefunds }) => heldForRefunds],
  ['Can be paid now (USD)', ({ available }) => available],
  ['In progress (USD)', (row) => lineOf(row, row.organization.open)?.amount ?? ''],
  ['Next', (row) => underWay(row)?.next ?? ''],
  ['Organization last paid', ({ organization }) => organization.lastPaid?.paidOn ?? ''],
  [
    'Can be paid later (USD)',
    ({ availableLater }) => toDecimal(sum(availableLater.map(({ amount }) => parseCents(amount) ?? ZERO))),
  ],
  ['Can be paid later on', ({ availableLater }) => availableLater[0]?.on ?? ''],
]

const NOTHING = '0.00'

/**
 * A payout, and what was returned of it on one day. What was returned on another day has a row of its own, whose amount is 0: so
 * every column adds up.
 */
type SentRow = SentPayout & { isFirst: boolean; returned: string; returnedOn: string }

function rowsOf(payout: SentPayout): SentRow[] {
  const days = [...Map.groupBy(payout.reversals, ({ on }) => on)].sort(([a], [b]) => a.localeCompare(b))
  const returns = days.map(([returnedOn, parts]) => ({
    returnedOn,
    returned: toDecimal(sum(parts.map(({ amount }) => parseCents(amount) ?? ZERO))),
  }))
  const none = { returnedOn: '', returned: NOTHING }
  return (returns.length > 0 ? returns : [none]).map((one, index) => ({
    ...payout,
    ...one,
    isFirst: index === 0,
  }))
}

async function* eachAsRows(pages: Pages<SentPayout>): Pages<SentRow> {
  for await (const payouts of pages) yield payouts.flatMap(rowsOf)
}

async function* eachCampaign(pages: Pages<Organization>): Pages<OwedRow> {
  for await (const organizations of pages) yield campaignsIn(organizations)
}

const stateOf = ({ arrivedOn }: SentPayout): string => (arrivedOn ? 'Arrived' : 'Sent')

/** What was sent, less what was returned. */
function countsAs({ amount, isFirst, returned }: SentRow): string {
  const sent = isFirst ? parseCents(amount) : ZERO
  return toDecimal(subtract(sent ?? ZERO, parseCents(returned) ?? ZERO))
}

const sentColumns: CsvColumn<SentRow>[] = [
  ['Sent', ({ paidOn }) => paidOn ?? ''],
  ['Campaigns', ({ lines }) => lines.map(({ campaignName }) => campaignName).join('; ')],
  ['How', ({ method }) => (method ? METHOD_WORDS[method] : '')],
  ['Number', ({ reference }) => reference ?? ''],
  ['To', ({ destination }) => destination ?? ''],
  ['Money', ({ moneyMode }) => (moneyMode === 'live' ? 'real' : 'test')],
  ['Amount (USD)', ({ amount, isFirst }) => (isFirst ? amount : NOTHING)],
  ['Returned (USD)', ({ returned }) => returned],
  ['Arrived', ({ arrivedOn }) => arrivedOn ?? ''],
  ['Returned on', ({ returnedOn }) => returnedOn],
  ['State', stateOf],
  ['Counts as paid out (USD)', countsAs],
]

export const payoutCsvRoutes = [
  csvRoute({
    path: '/api/organizations/{id}/payouts.csv',
    who: 'treasurer',
    summary: 'All payouts that were sent to the organization, as a CSV file',
    rules: 'R38, R51; owners and treasurers see totals only',
    params: IdParams,
    open: async ({ deps, actor, params }) => {
      const { of, read } = await sentPayoutsOf(deps.db, actor, params.id)
      return { of, table: 'payouts', columns: sentColumns, pages: eachAsRows(pagesOf(read)) }
    },
  }),
  csvRoute({
    path: '/api/payouts.csv',
    who: 'representative',
    summary: 'What organizations are owed as a CSV file: all campaigns of a choice and search',
    rules: 'R38, R39, R51',
    query: PayoutsQuery.omit({ page: true }),
    open: async ({ deps, actor, query }) => {
      await demandRepresentative(deps.db, actor)
      const pages = numberedPages(
        async (page) => (await payoutsPage(deps, actor, { ...query, ...page })).organizations,
      )
      return { table: 'payouts', columns, pages: eachCampaign(pages) }
    },
  }),
]

/** Statements may be put together in one sheet: each row says of which payout it is. */
const statementColumns = ({ payout, organizationName }: PayoutStatement): CsvColumn<StatementRow>[] => [
  ['Part', ({ part }) => part],
  ['Figure', ({ label }) => label],
  ['Amount (USD)', ({ amount }) => amount],
  ['What is behind it', ({ url }) => url],
  ['Sent', () => payout.paidOn],
  ['Number', () => payout.reference],
  ['Organization', () => organizationName],
  ['Campaign', ({ campaignName = '' }) => campaignName],
  ['Money', () => (payout.moneyMode === 'live' ? 'real' : 'test')],
]

/** Of one payout and no other: an organization may have several of a day. */
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
  ['Campaign', ({ campaignName }) => campaignName],
]

export const payoutStatementRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/payouts/{id}',
    who: 'treasurer',
    summary: 'What a payout includes: everything since the previous payout',
    rules: 'R38; owners and treasurers see totals only, of what was sent',
    params: IdParams,
    response: PayoutStatement,
    handle: ({ deps, actor, params }) => payoutStatement(deps, actor, params.id),
  }),
  defineRoute({
    method: 'get',
    path: '/api/payouts/{id}/statement.pdf',
    who: 'treasurer',
    summary: 'The same as a PDF to print, on Letter pages; each figure links to what is behind it',
    rules: 'R38, R39',
    params: IdParams,
    produces: 'application/pdf',
    handle: async ({ deps, actor, params }) => {
      const statement = await payoutStatement(deps, actor, params.id)
      const drawnOn = dateIn(statement.timeZone, deps.clock.now())
      const facts = statementFacts(statement, { appUrl: deps.config.appUrl, drawnOn })
      const on = statement.payout.paidOn ?? drawnOn
      return answerPaper(deps, {
        name: [fileSafe(statement.organizationName), nameOf(statement, on)].filter(Boolean).join('-'),
        facts: { ...facts, look: await printedLook(deps, statement.campaigns[0]?.campaignId ?? '') },
      })
    },
  }),
  csvRoute({
    path: '/api/payouts/{id}/statement.csv',
    who: 'treasurer',
    summary: 'The same as a CSV file; each figure with the address that opens what is behind it',
    rules: 'R38',
    params: IdParams,
    open: async ({ deps, actor, params }) => {
      const statement = await payoutStatement(deps, actor, params.id)
      return {
        of: statement.organizationName,
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
