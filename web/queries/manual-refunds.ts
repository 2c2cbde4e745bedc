import { queryOptions } from '@tanstack/react-query'
import type { OwedBack, Repayment } from '#domain/schemas/manual-refund.ts'

/** Money: each visit asks again. */
const FRESH = { staleTime: 0, retry: false } as const

/** What is to be refunded manually, over all campaigns, oldest first. */
export const owedBackQuery = queryOptions<OwedBack[]>({
  queryKey: ['repayments', 'owed'],
  meta: { path: '/api/repayments/owed' },
  ...FRESH,
})

export const repaymentsQuery = queryOptions<Repayment[]>({
  queryKey: ['repayments', 'made'],
  meta: { path: '/api/repayments?limit=50' },
  ...FRESH,
})
