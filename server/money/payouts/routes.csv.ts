import type { CsvColumn } from '#domain/csv.ts'
import { METHOD_WORDS } from '#domain/payout-words.ts'
import { type PayoutsPage, PayoutsQuery, type SentPayout } from '#domain/schemas/payout.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { answerCsv, pagesOf } from '#server/platform/csv/csv.ts'
import { defineRoute, IdParams } from '#server/platform/http/http.ts'
import { payoutsPage, sentPayoutsOf } from './actions.reading.ts'

/** Campaigns in many time zones; the days in the file are calendar days. */
const TIME_ZONE = 'UTC'

const columns: CsvColumn<PayoutsPage['campaigns'][number]>[] = [
  { head: 'Campaign', of: ({ campaignName }) => campaignName },
  { head: 'Organization', of: ({ organizationName }) => organizationName },
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
]

const sentColumns: CsvColumn<SentPayout>[] = [
  { head: 'Sent', of: ({ paidOn }) => paidOn ?? '' },
  { head: 'Campaign', of: ({ campaignName }) => campaignName },
  { head: 'How', of: ({ method }) => (method ? METHOD_WORDS[method] : '') },
  { head: 'Number', of: ({ reference }) => reference ?? '' },
  { head: 'To', of: ({ destination }) => destination ?? '' },
  { head: 'Money', of: ({ moneyMode }) => (moneyMode === 'live' ? 'real' : 'test') },
  { head: 'Amount (USD)', of: ({ amount }) => amount },
  { head: 'Returned (USD)', of: ({ reversed }) => reversed },
  { head: 'Arrived', of: ({ arrivedOn }) => arrivedOn ?? '' },
]

export const payoutCsvRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/organizations/{id}/payouts.csv',
    who: 'owner',
    summary: 'All payouts that were sent to the organization or are on their way, as a CSV file',
    rules: 'R38, R51; owners see totals only',
    params: IdParams,
    produces: 'text/csv',
    handle: async ({ deps, actor, params, c }) => {
      const read = await sentPayoutsOf(deps.db, actor, params.id)
      return answerCsv(c, deps, {
        ...{ of: null, table: 'payouts', timeZone: TIME_ZONE, columns: sentColumns },
        pages: pagesOf(
          async (page) => (await read(page)).payouts,
          ({ id }) => id,
        ),
      })
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/payouts.csv',
    who: 'representative',
    summary: 'What organizations are owed as a CSV file: all campaigns of a choice and search',
    rules: 'R38, R39, R51',
    query: PayoutsQuery.omit({ page: true }),
    produces: 'text/csv',
    handle: async ({ deps, actor, query, c }) => {
      await demandRepresentative(deps.db, actor)
      return answerCsv(c, deps, {
        ...{ of: null, table: 'payouts', timeZone: TIME_ZONE, columns },
        pages: pagesOf(
          async ({ limit, number }) =>
            (await payoutsPage(deps, actor, { ...query, page: number, limit })).campaigns,
          ({ campaignId }) => campaignId,
        ),
      })
    },
  }),
]
