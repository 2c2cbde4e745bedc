import { queryOptions } from '@tanstack/react-query'
import type { SearchResult } from '#domain/schemas/search.ts'
import { api } from '#web/query-client.ts'

export const MIN_SEARCH = 2
export const MAX_SEARCH = 100

/** What an owner finds: their campaigns and organizations. */
export const ownSearchQuery = (text: string) =>
  queryOptions<SearchResult[]>({
    queryKey: ['search', 'own', text],
    meta: { path: `/api/search?${new URLSearchParams({ query: text })}` },
    retry: false,
  })

/** What a representative finds: everything. Sent as a POST: it may be a name, and the names it shows are logged. */
export const searchQuery = (text: string) =>
  queryOptions<SearchResult[]>({
    queryKey: ['search', 'all', text],
    queryFn: async ({ signal }) =>
      (await api.ask('/api/searches', { search: text }, signal)) as SearchResult[],
    retry: false,
  })
