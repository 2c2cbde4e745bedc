import { queryOptions } from '@tanstack/react-query'
import type { QueuedComment } from '#domain/schemas/comment.ts'
import type { Counted } from '#web/query-client.ts'

export const COMMENTS_PAGE_SIZE = 20

/** Messages of every campaign that the reader manages, a page at a time. */
export const commentQueueQuery = (show: 'reported' | 'newest', after: string | null = null) => {
  const query = new URLSearchParams({ show, limit: String(COMMENTS_PAGE_SIZE) })
  if (after) query.set('cursor', after)
  return queryOptions<Counted<QueuedComment>>({
    queryKey: ['comments', show, after],
    meta: { path: `/api/comments?${query}`, isCounted: true },
    staleTime: 0,
  })
}
