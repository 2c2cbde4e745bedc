/** Where the figures of a campaign are shown. */
import { dollars, negate, sum, toDecimal } from '#domain/money.ts'
import type { CampaignForecast, ExpectedCollection } from '#domain/schemas/forecast.ts'
import type { Charge, Payment, Settlement } from '#domain/schemas/settlement.ts'
import {
  balance,
  card,
  collected,
  collectedRow,
  collections,
  type Figure,
  imported,
  less,
  type Moment,
  managed,
  months,
  ownPayouts,
  page,
  payable,
  payableRow,
  preview,
  type Shown,
  summary,
  supporters,
  total,
  workQueue,
} from './figures-reading.ts'

const embedded = async ({ campaignId, get }: Moment, word: string): Promise<Shown> => {
  const html = await get<string>(`/embed/campaigns/${campaignId}`)
  return new RegExp(`<dt>${word}</dt><dd>([^<]+)</dd>`).exec(html)?.[1] ?? ''
}

const expectedCollection = ({ campaignId, get }: Moment) =>
  get<ExpectedCollection>(`/api/dashboard/campaigns/${campaignId}/forecast`)

export const CAMPAIGN: Figure<null>[] = [
  {
    name: 'Pledged',
    from: 'server/season/pledges/store.ts: refreshTotals, settleTotals, insertPledge',
    places: [
      {
        at: 'GET /api/campaigns/{id} (campaign page)',
        read: async (m) => (await page(m)).campaigns.totalPledged,
      },
      {
        at: 'GET /api/campaigns/{id}/forecast: likely',
        read: async (m) =>
          (await m.get<CampaignForecast>(`/api/campaigns/${m.campaignId}/forecast`)).amount.likely,
      },
      {
        at: 'GET /api/dashboard/campaigns/{id}/forecast: likely',
        read: async (m) => (await expectedCollection(m)).amount.likely,
      },
      {
        at: 'GET /api/dashboard/campaigns/{id}/forecast: its payment methods, added up',
        read: async (m) => {
          const { methods } = await expectedCollection(m)
          return methods.length === 0 ? null : total(methods.map(({ amount }) => amount.likely))
        },
      },
      { at: 'GET /api/campaigns (discovery)', read: async (m) => (await card(m))?.totalPledged ?? null },
      {
        at: 'GET /api/campaigns/summary (discovery tiles)',
        read: async (m) => (await summary(m)).totalPledged,
      },
      {
        at: 'GET /api/dashboard/campaigns/{id}',
        read: async (m) => (await managed(m)).campaign.totalPledged,
      },
      { at: 'GET /api/desk/campaigns: forecast', read: async (m) => (await workQueue(m))?.forecast ?? null },
      { at: 'GET /api/collections: expected', read: async (m) => (await collections(m)).expected },
      {
        at: 'GET /api/collections/campaigns: expected',
        read: async (m) => (await collected(m))?.expected ?? null,
      },
      {
        at: 'collections/campaigns.csv',
        read: async (m) => (await collectedRow(m))?.['Expected (USD)'] ?? null,
      },
      {
        at: 'supporters.csv, added up',
        read: async (m) => total((await supporters(m)).map((row) => row['Amount (USD)'])),
      },
      {
        at: 'season-report.pdf',
        read: async ({ report }) => (await report()).pledged,
      },
      {
        at: 'GET /embed/campaigns/{id} (widget, share picture)',
        isRounded: true,
        read: (m) => embedded(m, 'Pledged'),
      },
    ],
  },
  {
    name: 'Earned',
    from: 'server/season/pledges/store.ts: refreshTotals, settleTotals, insertPledge',
    places: [
      {
        at: 'GET /api/campaigns/{id} (campaign page)',
        read: async (m) => (await page(m)).campaigns.totalEarned,
      },
      { at: 'GET /api/campaigns (discovery)', read: async (m) => (await card(m))?.totalEarned ?? null },
      { at: 'GET /api/dashboard/campaigns/{id}', read: async (m) => (await managed(m)).campaign.totalEarned },
      { at: 'GET /api/desk/campaigns: earned', read: async (m) => (await workQueue(m))?.earned ?? null },
      { at: 'season-report.pdf', read: async ({ report }) => (await report()).earned },
      {
        at: 'season-report.pdf: its statistics, added up',
        read: async ({ report }) => total((await report()).statistics.map(({ earned }) => earned)),
      },
      {
        at: 'season-report.pdf: its matches and gifts, added up',
        read: async ({ report }) => {
          const { matches, gifts } = await report()
          return total([...matches.map(({ earned }) => earned), gifts])
        },
      },
      {
        at: 'GET /api/campaigns/{id}/settlements/preview?kind=final: accrued',
        read: async (m) => (await preview(m))?.totals.accrued ?? null,
      },
      {
        at: 'GET /embed/campaigns/{id} (widget, share picture)',
        isRounded: true,
        read: (m) => embedded(m, 'Earned'),
      },
    ],
  },
  {
    name: 'Collected',
    from: 'server/money/ledger/store.ts: campaign_books, moved with each entry (R4, R5)',
    places: [
      {
        at: 'GET /api/campaigns/{id} (campaign page)',
        read: async (m) => (await page(m)).campaigns.totalCollected,
      },
      { at: 'GET /api/campaigns (discovery)', read: async (m) => (await card(m))?.totalCollected ?? null },
      {
        at: 'GET /api/dashboard/campaigns/{id}',
        read: async (m) => (await managed(m)).campaign.totalCollected,
      },
      { at: 'GET /api/campaigns/{id}/balance', read: async (m) => (await balance(m)).collected },
      { at: 'GET /api/collections', read: async (m) => (await collections(m)).collected },
      { at: 'GET /api/collections/campaigns', read: async (m) => (await collected(m))?.collected ?? null },
      {
        at: 'collections/campaigns.csv',
        read: async (m) => (await collectedRow(m))?.['Collected (USD)'] ?? null,
      },
      { at: 'GET /api/payouts', read: async (m) => (await payable(m))?.collected ?? null },
      { at: 'payouts.csv', read: async (m) => (await payableRow(m))?.['Collected (USD)'] ?? null },
      {
        at: 'GET /api/organizations/{id}/payouts',
        read: async (m) => (await ownPayouts(m)).campaigns[0]?.collected ?? null,
      },
      { at: 'season-report.pdf', read: async ({ report }) => (await report()).balance.collected },
      {
        at: 'GET /api/reports/month (screen, PDF, CSV): net, all months added up',
        read: async (m) => total((await months(m)).map(({ totals }) => totals.net)),
      },
      {
        at: 'GET /api/bookkeeping, all months added up',
        read: async (m) => total((await imported(m)).map(({ totals }) => totals.net)),
      },
      {
        at: 'GET /api/campaigns/{id}/settlements: taken, and its payments less what was refunded, added up',
        read: async (m) => {
          const settlements = await m.get<Settlement[]>(`/api/campaigns/${m.campaignId}/settlements`)
          const charges = await m.all<Charge>(`/api/campaigns/${m.campaignId}/charges?limit=200`)
          const payments = await m.all<Payment>(`/api/campaigns/${m.campaignId}/payments?limit=200`)
          return toDecimal(
            sum([
              ...settlements.map(({ taken }) => dollars(taken)),
              ...charges.map(({ refunded, disputed, lost }) =>
                negate(dollars(total([refunded, disputed, lost]))),
              ),
              ...payments
                .filter(({ state }) => state !== 'bounced')
                .map((one) => less(one.amount, one.overpaid)),
            ]),
          )
        },
      },
    ],
  },
  {
    name: 'Supporters',
    from: 'server/season/pledges/store.ts: refreshTotals, settleTotals, insertPledge',
    places: [
      {
        at: 'GET /api/campaigns/{id} (campaign page)',
        read: async (m) => (await page(m)).campaigns.supportersCount,
      },
      { at: 'GET /api/campaigns/{id}: pledgesCount', read: async (m) => (await page(m)).pledgesCount },
      { at: 'GET /api/campaigns (discovery)', read: async (m) => (await card(m))?.supportersCount ?? null },
      {
        at: 'GET /api/campaigns/summary (discovery tiles)',
        read: async (m) => (await summary(m)).supporters,
      },
      {
        at: 'GET /api/dashboard/campaigns/{id}',
        read: async (m) => (await managed(m)).campaign.supportersCount,
      },
      { at: 'GET /api/desk/campaigns', read: async (m) => (await workQueue(m))?.supportersCount ?? null },
      { at: 'supporters.csv, its rows', read: async (m) => (await supporters(m)).length },
      { at: 'season-report.pdf', read: async ({ report }) => (await report()).supporters },
      {
        at: 'GET /api/campaigns/{id}/settlements/preview?kind=final: pledges',
        read: async (m) => (await preview(m))?.totals.pledges ?? null,
      },
    ],
  },
  {
    name: 'Commission',
    from: 'domain/billing/commission.ts: commissionChange, 25 % of what is collected (R4)',
    places: [
      { at: 'GET /api/campaigns/{id}/balance', read: async (m) => (await balance(m)).commission },
      { at: 'GET /api/payouts', read: async (m) => (await payable(m))?.commission ?? null },
      { at: 'payouts.csv', read: async (m) => (await payableRow(m))?.['Commission (USD)'] ?? null },
      {
        at: 'GET /api/organizations/{id}/payouts',
        read: async (m) => (await ownPayouts(m)).campaigns[0]?.commission ?? null,
      },
      { at: 'season-report.pdf', read: async ({ report }) => (await report()).balance.commission },
      {
        at: 'GET /api/reports/month (screen, PDF, CSV), all months added up',
        read: async (m) => total((await months(m)).map(({ totals }) => totals.commission)),
      },
      {
        at: 'GET /api/bookkeeping, all months added up',
        read: async (m) => total((await imported(m)).map(({ totals }) => totals.commission)),
      },
    ],
  },
  {
    name: 'Paid out',
    from: 'server/money/ledger/store.ts: campaign_books',
    places: [
      { at: 'GET /api/campaigns/{id}/balance', read: async (m) => (await balance(m)).paidOut },
      { at: 'GET /api/payouts', read: async (m) => (await payable(m))?.paidOut ?? null },
      { at: 'payouts.csv', read: async (m) => (await payableRow(m))?.['Paid out (USD)'] ?? null },
      {
        at: 'GET /api/organizations/{id}/payouts',
        read: async (m) => (await ownPayouts(m)).campaigns[0]?.paidOut ?? null,
      },
      { at: 'season-report.pdf', read: async ({ report }) => (await report()).balance.paidOut },
      {
        at: 'GET /api/reports/month (screen, PDF, CSV), all months added up',
        read: async (m) => total((await months(m)).map(({ totals }) => totals.paidOut)),
      },
      {
        at: 'GET /api/bookkeeping, all months added up',
        read: async (m) => total((await imported(m)).map(({ totals }) => totals.paidOut)),
      },
    ],
  },
  {
    name: 'Owed to the organization',
    from: 'domain/billing/payout.ts: collected, less commission and what was paid out (R38)',
    places: [
      { at: 'GET /api/campaigns/{id}/balance', read: async (m) => (await balance(m)).owed },
      { at: 'GET /api/payouts', read: async (m) => (await payable(m))?.owed ?? null },
      { at: 'payouts.csv', read: async (m) => (await payableRow(m))?.['Owed (USD)'] ?? null },
      {
        at: 'GET /api/organizations/{id}/payouts',
        read: async (m) => (await ownPayouts(m)).campaigns[0]?.owed ?? null,
      },
      { at: 'season-report.pdf', read: async ({ report }) => (await report()).balance.owed },
      {
        at: 'GET /api/reports/month (screen, PDF, CSV): owed at the end of the last month',
        read: async (m) => (await months(m)).at(-1)?.totals.owed ?? null,
      },
      {
        at: 'GET /api/bookkeeping: owed at the end of the last month',
        read: async (m) => (await imported(m)).at(-1)?.totals.owed ?? null,
      },
    ],
  },
]
