import { queryOptions } from '@tanstack/react-query'
import type { MatchStanding, ResultEntry } from '#domain/schemas/result.ts'
import type { Counted } from '#web/query-client.ts'
import { campaignKey } from './campaigns.ts'

const path = (id: string): string => `/api/campaigns/${encodeURIComponent(id)}/results`

/** What every match has of every statistic; the newest match first. */
export const matchStandingsQuery = (id: string) =>
  queryOptions<MatchStanding[]>({
    queryKey: [...campaignKey(id), 'results', 'matches'],
    meta: { path: `${path(id)}/matches` },
  })

const PAGE_SIZE = 50
/** As many as one page may have (R51): a season's worth is confirmed at once. */
const MOST_WAITING = 200

const page = (id: string, query: URLSearchParams) =>
  queryOptions<Counted<ResultEntry>>({
    queryKey: [...campaignKey(id), 'results', query.toString()],
    meta: { path: `${path(id)}?${query}`, isCounted: true },
  })

/** What waits for a second person (R18). */
export const waitingResultsQuery = (id: string) =>
  page(id, new URLSearchParams({ state: 'waiting', limit: String(MOST_WAITING) }))

/** Every entry ever made, the newest first, a page at a time. */
export function resultsPageQuery(id: string, statisticId: string | null, after: string | null) {
  const query = new URLSearchParams({ limit: String(PAGE_SIZE) })
  if (statisticId) query.set('statisticId', statisticId)
  if (after) query.set('cursor', after)
  return page(id, query)
}
