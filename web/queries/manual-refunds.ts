import { queryOptions } from '@tanstack/react-query'
import type { ManualRefund, RefundOwed } from '#domain/schemas/manual-refund.ts'

/** Money: each visit reads it again. */
const FRESH = { staleTime: 0, retry: false } as const

/** What is to be refunded manually, over all campaigns, oldest first. */
export const refundsOwedQuery = queryOptions<RefundOwed[]>({
  queryKey: ['repayments', 'owed'],
  meta: { path: '/api/repayments/owed' },
  ...FRESH,
})

export const manualRefundsQuery = queryOptions<ManualRefund[]>({
  queryKey: ['repayments', 'made'],
  meta: { path: '/api/repayments?limit=50' },
  ...FRESH,
})
