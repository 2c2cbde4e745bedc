import { queryOptions } from '@tanstack/react-query'
import type { PledgeDetail } from '#domain/schemas/pledge.ts'
import { ApiError } from '#web/api-error.ts'

export const pledgeQuery = (id: string) =>
  queryOptions<PledgeDetail>({
    queryKey: ['pledges', id],
    meta: { path: `/api/pledges/${encodeURIComponent(id)}` },
    retry: (failures, error) =>
      failures < 3 && !(error instanceof ApiError && [400, 401, 403, 404].includes(error.status)),
  })
