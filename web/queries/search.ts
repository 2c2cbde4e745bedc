import { queryOptions } from '@tanstack/react-query'
import type { SearchResult } from '#domain/schemas/search.ts'

export const MIN_SEARCH = 2
export const MAX_SEARCH = 100

export const searchQuery = (text: string) =>
  queryOptions<SearchResult[]>({
    queryKey: ['search', text],
    meta: { path: `/api/search?${new URLSearchParams({ query: text })}` },
    retry: false,
  })
