import { queryOptions } from '@tanstack/react-query'
import type { ManualRefund, RefundOwed } from '#domain/schemas/manual-refund.ts'
import type { Deposit, FoundInvoice, PaymentTotals, PostedPayment } from '#domain/schemas/payment.ts'
import { api, type Counted } from '#web/query-client.ts'

/** Money: each visit reads it again. */
const FRESH = { staleTime: 0, retry: false } as const

/** What is to be refunded manually, over all campaigns, oldest first. */
export const refundsOwedQuery = queryOptions<RefundOwed[]>({
  queryKey: ['repayments', 'owed'],
  meta: { path: '/api/repayments/owed' },
  ...FRESH,
})

export const manualRefundsQuery = (page: PostedPage) => {
  const query = postedPage(page)
  return queryOptions<Counted<ManualRefund>>({
    queryKey: ['repayments', 'made', query],
    meta: { path: `/api/repayments?${query}`, isCounted: true },
    ...FRESH,
  })
}

/** Money: each visit reads it again. */
export const paymentTotalsQuery = queryOptions<PaymentTotals>({
  queryKey: ['payments', 'totals'],
  meta: { path: '/api/payments/totals' },
  ...FRESH,
})

export const POSTED_PAGE_SIZE = 10
/** As many as the server returns at once: all of them go on a slip together. */
const MAX_TO_DEPOSIT = 200

/** The numbers of a check, an invoice or a slip are not names: they may be in an address. */
export type PostedPage = { search: string; after: string | null }
const FIRST: PostedPage = { search: '', after: null }
const postedPage = (
  { search, after }: PostedPage,
  limit = POSTED_PAGE_SIZE,
  more: Record<string, string> = {},
): string =>
  new URLSearchParams({
    ...more,
    limit: String(limit),
    ...(search === '' ? {} : { search }),
    ...(after === null ? {} : { cursor: after }),
  }).toString()

/** Over all campaigns, newest first. */
export const paymentsQuery = (state: PostedPayment['state'], page = FIRST) => {
  const query = postedPage(page, state === 'received' ? MAX_TO_DEPOSIT : POSTED_PAGE_SIZE, { state })
  return queryOptions<Counted<PostedPayment>>({
    queryKey: ['payments', state, query],
    meta: { path: `/api/payments?${query}`, isCounted: true },
    ...FRESH,
  })
}

export const depositsQuery = (page: PostedPage) => {
  const query = postedPage(page)
  return queryOptions<Counted<Deposit>>({
    queryKey: ['payments', 'deposits', query],
    meta: { path: `/api/deposits?${query}`, isCounted: true },
    ...FRESH,
  })
}

/** Open invoices by what is on a check. Sent as a POST: it contains names, and is logged. */
export const invoiceSearchQuery = (search: string) =>
  queryOptions<FoundInvoice[]>({
    queryKey: ['payments', 'search', search],
    queryFn: async ({ signal }) =>
      (await api.ask('/api/invoices/searches', { search }, signal)) as FoundInvoice[],
    enabled: search !== '',
    ...FRESH,
  })
