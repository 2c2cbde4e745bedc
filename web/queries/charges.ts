import { queryOptions } from '@tanstack/react-query'
import type { ChargeDetail } from '#domain/schemas/charge.ts'

export const chargePath = (id: string): string => `/api/charges/${id}`

/** One charge as a representative sees it. Other people may have changed it, so it is always read again. */
export const chargeQuery = (id: string) =>
  queryOptions<ChargeDetail>({
    queryKey: ['charges', id],
    meta: { path: chargePath(id) },
    staleTime: 0,
  })
