import { queryOptions } from '@tanstack/react-query'
import type { ChargeDetail } from '#domain/schemas/charge-detail.ts'

export const chargePath = (id: string): string => `/api/charges/${id}`

/** One charge as a representative looks into it. What others did meanwhile counts. */
export const chargeQuery = (id: string) =>
  queryOptions<ChargeDetail>({
    queryKey: ['charges', id],
    meta: { path: chargePath(id) },
    staleTime: 0,
  })
