import { queryOptions } from '@tanstack/react-query'
import type { BankLine, BankMovement } from '#domain/schemas/bank-statement.ts'
import type { Counted } from '#web/query-client.ts'

/** Money: each visit reads it again. */
const FRESH = { staleTime: 0, retry: false } as const

export const BANK_PAGE_SIZE = 50

export const bankLinesQuery = (state: 'open' | 'decided', after: string | null = null) => {
  const query = new URLSearchParams({
    state,
    limit: String(BANK_PAGE_SIZE),
    ...(after === null ? {} : { cursor: after }),
  }).toString()
  return queryOptions<Counted<BankLine>>({
    queryKey: ['bank', state, query],
    meta: { path: `/api/bank-lines?${query}`, isCounted: true },
    ...FRESH,
  })
}

/** In the books, and on no line of the bank that was matched. */
export const bankMovementsQuery = queryOptions<BankMovement[]>({
  queryKey: ['bank', 'movements'],
  meta: { path: '/api/bank-movements' },
  ...FRESH,
})
