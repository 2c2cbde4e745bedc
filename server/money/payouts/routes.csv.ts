import type { CsvColumn } from '#domain/csv.ts'
import { parseCents, subtract, sum, toDecimal, ZERO } from '#domain/money.ts'
import { METHOD_WORDS } from '#domain/payout-words.ts'
import { type PayoutsPage, PayoutsQuery, type SentPayout } from '#domain/schemas/payout.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { csvRoute } from '#server/money/deps.ts'
import { numberedPages, type Pages, pagesOf } from '#server/platform/csv/csv.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { payoutsPage, sentPayoutsOf } from './actions.reading.ts'

const columns: CsvColumn<PayoutsPage['campaigns'][number]>[] = [
  ['Campaign', ({ campaignName }) => campaignName],
  ['Organization', ({ organizationName }) => organizationName],
  // Not "real" and "test", as in every other file: others read this one by machine (R39).
  ['Money', ({ moneyMode }) => moneyMode],
  ['Collected (USD)', ({ collected }) => collected],
  ['Commission (USD)', ({ commission }) => commission],
  ['Paid out (USD)', ({ paidOut }) => paidOut],
  ['Owed (USD)', ({ owed }) => owed],
  ['Held for refunds (USD)', ({ heldForRefunds }) => heldForRefunds],
  ['Carried from other campaigns (USD)', ({ carried }) => carried],
  ['Can be paid now (USD)', ({ available }) => available],
  ['In progress (USD)', ({ open }) => open?.amount ?? ''],
  ['Next', ({ open, toConfirm }) => (open ?? toConfirm)?.next ?? ''],
  ['Last paid', ({ lastPaid }) => lastPaid?.paidOn ?? ''],
  ['Last paid (USD)', ({ lastPaid }) => lastPaid?.amount ?? ''],
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

const stateOf = ({ arrivedOn }: SentPayout): string => (arrivedOn ? 'Arrived' : 'Sent')

/** What was sent, less what was returned. */
function countsAs({ amount, isFirst, returned }: SentRow): string {
  const sent = isFirst ? parseCents(amount) : ZERO
  return toDecimal(subtract(sent ?? ZERO, parseCents(returned) ?? ZERO))
}

const sentColumns: CsvColumn<SentRow>[] = [
  ['Sent', ({ paidOn }) => paidOn ?? ''],
  ['Campaign', ({ campaignName }) => campaignName],
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
    who: 'owner',
    summary: 'All payouts that were sent to the organization, as a CSV file',
    rules: 'R38, R51; owners see totals only',
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
        async (page) => (await payoutsPage(deps, actor, { ...query, ...page })).campaigns,
      )
      return { table: 'payouts', columns, pages }
    },
  }),
]
