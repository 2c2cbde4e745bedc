import { queryOptions } from '@tanstack/react-query'
import type { Shortfall } from '#domain/schemas/shortfall.ts'

const MOST = 200

/** Refunds of checks that then bounced, over all campaigns, the oldest first. */
export const shortfallsQuery = queryOptions<Shortfall[]>({
  queryKey: ['collections', 'shortfalls'],
  meta: { path: `/api/shortfalls?limit=${MOST}` },
  // Money: each visit reads it again.
  staleTime: 0,
  retry: false,
})

export const SHORTFALLS_FILE = '/api/shortfalls.csv'
