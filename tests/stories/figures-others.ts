/** Where the figures of an invoice, a settlement, a payout and a statistic are shown. */
import { toDecimal } from '#domain/money.ts'
import type { PayoutStatement } from '#domain/schemas/payout.ts'
import type { ResultEntry } from '#domain/schemas/result.ts'
import type { Invoice, Settlement } from '#domain/schemas/settlement.ts'
import type { PaperFacts } from '#server/documents/renderer/document-facts.ts'
import {
  amountIn,
  type Figure,
  less,
  type Moment,
  managed,
  own,
  ownPayouts,
  page,
  payable,
  type Supporter,
} from './figures-reading.ts'

export type InvoiceOf = Supporter & { invoiceId: string; number: string }
export const listed = async (m: Moment, { invoiceId }: InvoiceOf) =>
  (await m.all<Invoice>(`/api/campaigns/${m.campaignId}/invoices?limit=200`)).find(
    ({ id }) => id === invoiceId,
  )
export const onPage = async (m: Moment, of: InvoiceOf) =>
  (await own(m, of)).invoices.find(({ id }) => id === of.invoiceId)
export const rowOf = (paper: PaperFacts, label: string): string | null => {
  const row = paper.tables.flatMap(({ rows }) => rows).find((one) => one.label === label)
  return row ? row.amount.replace('\u2212', '-').replace(/[$,]/g, '') : null
}

export const INVOICE: Figure<InvoiceOf>[] = [
  {
    name: 'Amount',
    from: 'server/money/invoices/store.ts',
    places: [
      {
        at: 'GET /api/campaigns/{id}/invoices',
        read: async (m, of) => (await listed(m, of))?.amount ?? null,
      },
      {
        at: 'GET /api/pledges/{id} (pledge page)',
        read: async (m, of) => (await onPage(m, of))?.amount ?? null,
      },
      {
        at: 'invoices/{number}/print.pdf: This invoice',
        read: async (m, of) => rowOf(await m.paper(of.pledgeId, of.number), 'This invoice'),
      },
      {
        at: 'the mail invoice: To pay',
        read: async (m, { pledgeId }) =>
          amountIn((await m.mails('settlement_statement', pledgeId)).at(-1), 'To pay'),
      },
    ],
  },
  {
    name: 'Open',
    from: 'server/money/invoices/store.ts: toInvoice',
    places: [
      { at: 'GET /api/campaigns/{id}/invoices', read: async (m, of) => (await listed(m, of))?.open ?? null },
      {
        at: 'GET /api/pledges/{id} (pledge page)',
        read: async (m, of) => (await onPage(m, of))?.open ?? null,
      },
      {
        at: 'GET /api/campaigns/{id}/invoices: amount less paid',
        read: async (m, of) => {
          const one = await listed(m, of)
          return one ? toDecimal(less(one.amount, one.paid)) : null
        },
      },
      {
        at: 'invoices/{number}/print.pdf: To pay',
        read: async (m, of) => rowOf(await m.paper(of.pledgeId, of.number), 'To pay'),
      },
      {
        at: 'GET /api/collections/items, items.csv; none: 0.00',
        read: async (m, { invoiceId }) => {
          const rows = await m.get<{ items: { id: string; amount: string }[] }>(
            `/api/collections/items?show=all&limit=200`,
          )
          return rows.items.find(({ id }) => id === invoiceId)?.amount ?? '0.00'
        },
      },
    ],
  },
]

export type SettlementOf = { settlementId: string; version: number }
export const locked = async (m: Moment, { settlementId }: SettlementOf) =>
  (await m.get<Settlement[]>(`/api/campaigns/${m.campaignId}/settlements`)).find(
    ({ id }) => id === settlementId,
  )
export const lockedRow = async (m: Moment, { version }: SettlementOf) =>
  (await m.csv(`/api/dashboard/campaigns/${m.campaignId}/settlements.csv`)).find(
    (row) => row.Version === String(version),
  )
export const lockedOne = (m: Moment, { settlementId }: SettlementOf) =>
  m.get<Settlement>(`/api/campaigns/${m.campaignId}/settlements/${settlementId}`)

export const SETTLEMENT: Figure<SettlementOf>[] = (
  [
    ['Earned', 'accrued', 'Earned (USD)'],
    ['Billed before', 'billedBefore', 'Billed before (USD)'],
    ['Billed', 'toBill', 'Billed (USD)'],
    ['Carried', 'carried', 'Carried over (USD)'],
    ['Waived', 'waived', 'Waived (USD)'],
    ['Written off', 'writtenOff', 'Written off (USD)'],
    ['Refunded', 'refunded', 'Refunded (USD)'],
  ] as const
).map(([name, key, head]) => ({
  name,
  from: 'server/money/settlements/compute.ts, frozen in settlements.totals',
  places: [
    {
      at: 'GET /api/campaigns/{id}/settlements (Settlements tab)',
      read: async (m: Moment, of: SettlementOf) => (await locked(m, of))?.totals[key] ?? null,
    },
    {
      at: 'GET /api/campaigns/{id}/settlements/{settlementId}',
      read: async (m: Moment, of: SettlementOf) => (await lockedOne(m, of)).totals[key],
    },
    {
      at: 'settlements.csv',
      read: async (m: Moment, of: SettlementOf) => (await lockedRow(m, of))?.[head] ?? null,
    },
  ],
}))

export type PayoutOf = { payoutId: string }
export const paid = async (m: Moment, { payoutId }: PayoutOf) =>
  (await m.get<{ id: string; amount: string }[]>(`/api/campaigns/${m.campaignId}/payouts`)).find(
    ({ id }) => id === payoutId,
  )
export const statement = (m: Moment, { payoutId }: PayoutOf) =>
  m.get<PayoutStatement>(`/api/payouts/${payoutId}`)

export const PAYOUT: Figure<PayoutOf>[] = [
  {
    name: 'Amount',
    from: 'server/money/payouts/store.ts',
    places: [
      { at: 'GET /api/campaigns/{id}/payouts', read: async (m, of) => (await paid(m, of))?.amount ?? null },
      {
        at: 'GET /api/payouts/{id}, statement.pdf',
        read: async (m, of) => (await statement(m, of)).payout.amount,
      },
      {
        at: 'GET /api/payouts: last paid',
        read: async (m, { payoutId }) => {
          const last = (await payable(m))?.lastPaid
          return last?.id === payoutId ? last.amount : null
        },
      },
      {
        at: 'GET /api/organizations/{id}/payouts',
        read: async (m, { payoutId }) =>
          (await ownPayouts(m)).payouts.find(({ id }) => id === payoutId)?.amount ?? null,
      },
      {
        at: 'statement: owed less closing',
        read: async (m, of) => {
          const { owed, closing } = await statement(m, of)
          return toDecimal(less(owed, closing))
        },
      },
    ],
  },
]

export type StatisticOf = { statisticId: string; name: string }
export const confirmedIn = (results: readonly ResultEntry[]): number =>
  results
    .filter(({ state }) => state === 'confirmed' || state === 'void_requested')
    .reduce((all, { quantity }) => all + Number(quantity), 0)

export const STATISTIC: Figure<StatisticOf>[] = [
  {
    name: 'Confirmed',
    from: 'server/season/results/store.ts: recomputeTotals (R17, R18)',
    places: [
      {
        at: 'GET /api/campaigns/{id} (campaign page)',
        read: async (m, { statisticId }) =>
          (await page(m)).statistics.find(({ id }) => id === statisticId)?.confirmedQuantity ?? null,
      },
      {
        at: 'GET /api/dashboard/campaigns/{id}',
        read: async (m, { statisticId }) =>
          (await managed(m)).statistics.find(({ id }) => id === statisticId)?.confirmedQuantity ?? null,
      },
      {
        at: 'statistics.csv',
        read: async (m, { name }) => {
          const rows = await m.csv(`/api/dashboard/campaigns/${m.campaignId}/statistics.csv`)
          return Number(rows.find((row) => row.Statistic === name)?.['Confirmed so far'])
        },
      },
      {
        at: 'GET /api/campaigns/{id}/results (Results tab), added up',
        read: async (m, { statisticId }) =>
          confirmedIn(
            (await m.all<ResultEntry>(`/api/campaigns/${m.campaignId}/results?limit=200`)).filter(
              (one) => one.statisticId === statisticId,
            ),
          ),
      },
      {
        at: 'results.csv, added up',
        read: async (m, { name }) =>
          (await m.csv(`/api/dashboard/campaigns/${m.campaignId}/results.csv`))
            .filter((row) => row.Statistic === name && row.State === 'confirmed')
            .reduce((all, row) => all + Number(row.Result), 0),
      },
      {
        at: 'season-report.pdf',
        read: async ({ report }, { statisticId }) =>
          (await report()).statistics.find(({ id }) => id === statisticId)?.confirmed ?? null,
      },
    ],
  },
]
