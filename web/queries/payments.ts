import { queryOptions } from '@tanstack/react-query'
import type { Deposit, FoundInvoice, PaymentTotals, PostedPayment } from '#domain/schemas/payment.ts'
import { api } from '#web/query-client.ts'

/** Money: each visit reads it again. */
const FRESH = { staleTime: 0, retry: false } as const
const MOST = 200

export const paymentTotalsQuery = queryOptions<PaymentTotals>({
  queryKey: ['payments', 'totals'],
  meta: { path: '/api/payments/totals' },
  ...FRESH,
})

/** The newest of them, over all campaigns. */
export const paymentsQuery = (state: PostedPayment['state']) =>
  queryOptions<PostedPayment[]>({
    queryKey: ['payments', state],
    meta: { path: `/api/payments?state=${state}&limit=${MOST}` },
    ...FRESH,
  })

export const depositsQuery = queryOptions<Deposit[]>({
  queryKey: ['payments', 'deposits'],
  meta: { path: '/api/deposits?limit=50' },
  ...FRESH,
})

/** Open invoices by what is on a check. Sent as a POST: it contains names, and is logged (R26). */
export const invoiceSearchQuery = (search: string) =>
  queryOptions<FoundInvoice[]>({
    queryKey: ['payments', 'search', search],
    queryFn: async ({ signal }) =>
      (await api.ask('/api/invoices/searches', { search }, signal)) as FoundInvoice[],
    enabled: search !== '',
    ...FRESH,
  })
