import { queryOptions } from '@tanstack/react-query'
import type { ManualRefund, RefundOwed } from '#domain/schemas/manual-refund.ts'
import type { Counted } from '#web/query-client.ts'
import { type PostedPage, postedPage } from './payments.ts'

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
