import { queryOptions } from '@tanstack/react-query'
import type { Exception } from '#domain/schemas/exception.ts'

/** Rare things that happened to money and wait for a person, oldest first. */
export const exceptionsQuery = queryOptions<Exception[]>({
  queryKey: ['exceptions'],
  meta: { path: '/api/exceptions' },
  // Money: each visit reads it again.
  staleTime: 0,
  retry: false,
})
