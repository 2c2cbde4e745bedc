import { queryOptions } from '@tanstack/react-query'
import type { PledgeName } from '#domain/schemas/collection.ts'
import { retryUnlessRefused } from '#web/api-error.ts'
import { api } from '#web/query-client.ts'

/** As many as the server names at once. */
const MAX_NAMES = 200

/** Who pays these pledges, where they were billed. Sent as a POST: whose names it shows is logged. */
export const payersQuery = (pledgeIds: readonly string[]) => {
  const ids = [...new Set(pledgeIds)].slice(0, MAX_NAMES)
  return queryOptions<PledgeName[]>({
    queryKey: ['payers', ...ids],
    queryFn: ({ signal }) =>
      api.ask('/api/collections/names', { pledgeIds: ids }, signal) as Promise<PledgeName[]>,
    enabled: ids.length > 0,
    retry: retryUnlessRefused,
  })
}
