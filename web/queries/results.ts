import { queryOptions } from '@tanstack/react-query'
import type { MatchTotals, ResultEntry } from '#domain/schemas/result.ts'
import type { Counted } from '#web/query-client.ts'
import { campaignKey } from './campaigns.ts'

const path = (id: string): string => `/api/campaigns/${encodeURIComponent(id)}/results`

/** Every match's result for each statistic; the newest match first. */
export const matchTotalsQuery = (id: string) =>
  queryOptions<MatchTotals[]>({
    queryKey: [...campaignKey(id), 'results', 'matches'],
    meta: { path: `${path(id)}/matches` },
  })

/** As many as one page may have: a whole season's worth can be confirmed at once. */
const MAX_WAITING = 200

/** Every entry of one match, or of none, the newest first. */
export const matchResultsQuery = (id: string, eventId: string | null, statistic: string | null) => {
  const query = new URLSearchParams({
    event: eventId ?? 'none',
    limit: String(MAX_WAITING),
    ...(statistic === null ? {} : { statistic }),
  })
  return queryOptions<Counted<ResultEntry>>({
    queryKey: [...campaignKey(id), 'results', 'of-match', query.toString()],
    meta: { path: `${path(id)}?${query}`, isCounted: true },
  })
}

/** Entries to be confirmed by a second person. */
export const waitingResultsQuery = (id: string) =>
  queryOptions<Counted<ResultEntry>>({
    queryKey: [...campaignKey(id), 'results', 'waiting'],
    meta: { path: `${path(id)}?state=waiting&limit=${MAX_WAITING}`, isCounted: true },
  })
