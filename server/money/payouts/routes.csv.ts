import type { CsvColumn } from '#domain/csv.ts'
import { parseCents, subtract, sum, toDecimal, ZERO } from '#domain/money.ts'
import { METHOD_WORDS } from '#domain/payout-words.ts'
import { type PayoutsPage, PayoutsQuery, type SentPayout } from '#domain/schemas/payout.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { csvRoute, numberedPages, type Pages, pagesOf } from '#server/platform/csv/csv.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { payoutsPage, sentPayoutsOf } from './actions.reading.ts'

const columns: CsvColumn<PayoutsPage['campaigns'][number]>[] = [
  { head: 'Campaign', of: ({ campaignName }) => campaignName },
  { head: 'Organization', of: ({ organizationName }) => organizationName },
  // Not "real" and "test", as in every other file: others read this one by machine (R39).
  { head: 'Money', of: ({ moneyMode }) => moneyMode },
  { head: 'Collected (USD)', of: ({ collected }) => collected },
  { head: 'Commission (USD)', of: ({ commission }) => commission },
  { head: 'Paid out (USD)', of: ({ paidOut }) => paidOut },
  { head: 'Owed (USD)', of: ({ owed }) => owed },
  { head: 'Held for refunds (USD)', of: ({ heldForRefunds }) => heldForRefunds },
  { head: 'Carried from other campaigns (USD)', of: ({ carried }) => carried },
  { head: 'Can be paid now (USD)', of: ({ available }) => available },
  { head: 'In progress (USD)', of: ({ open }) => open?.amount ?? '' },
  { head: 'Next', of: ({ open, toConfirm }) => (open ?? toConfirm)?.next ?? '' },
  { head: 'Last paid', of: ({ lastPaid }) => lastPaid?.paidOn ?? '' },
  { head: 'Last paid (USD)', of: ({ lastPaid }) => lastPaid?.amount ?? '' },
  {
    head: 'Can be paid later (USD)',
    of: ({ availableLater }) =>
      toDecimal(sum(availableLater.map(({ amount }) => parseCents(amount) ?? ZERO))),
  },
  { head: 'Can be paid later on', of: ({ availableLater }) => availableLater[0]?.on ?? '' },
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
    ...{ returnedOn, returned: toDecimal(sum(parts.map(({ amount }) => parseCents(amount) ?? ZERO))) },
  }))
  const none = { returnedOn: '', returned: NOTHING }
  return (returns.length > 0 ? returns : [none]).map((one, index) => ({
    ...{ ...payout, ...one, isFirst: index === 0 },
  }))
}

async function* eachAsRows(pages: Pages<SentPayout>): Pages<SentRow> {
  for await (const payouts of pages) yield payouts.flatMap(rowsOf)
}

const stateOf = ({ state, arrivedOn }: SentPayout): string => {
  if (state !== 'paid') return 'On its way'
  return arrivedOn ? 'Arrived' : 'Sent'
}

/** What was sent, less what was returned. */
function countsAs({ amount, isFirst, returned, state }: SentRow): string {
  const sent = isFirst && state === 'paid' ? parseCents(amount) : ZERO
  return toDecimal(subtract(sent ?? ZERO, parseCents(returned) ?? ZERO))
}

const sentColumns: CsvColumn<SentRow>[] = [
  { head: 'Sent', of: ({ paidOn }) => paidOn ?? '' },
  { head: 'Campaign', of: ({ campaignName }) => campaignName },
  { head: 'How', of: ({ method }) => (method ? METHOD_WORDS[method] : '') },
  { head: 'Number', of: ({ reference }) => reference ?? '' },
  { head: 'To', of: ({ destination }) => destination ?? '' },
  { head: 'Money', of: ({ moneyMode }) => (moneyMode === 'live' ? 'real' : 'test') },
  { head: 'Amount (USD)', of: ({ amount, isFirst }) => (isFirst ? amount : NOTHING) },
  { head: 'Returned (USD)', of: ({ returned }) => returned },
  { head: 'Arrived', of: ({ arrivedOn }) => arrivedOn ?? '' },
  { head: 'Returned on', of: ({ returnedOn }) => returnedOn },
  { head: 'State', of: stateOf },
  { head: 'Counts as paid out (USD)', of: countsAs },
]

export const payoutCsvRoutes = [
  csvRoute({
    path: '/api/organizations/{id}/payouts.csv',
    who: 'owner',
    summary: 'All payouts that were sent to the organization or are on their way, as a CSV file',
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
