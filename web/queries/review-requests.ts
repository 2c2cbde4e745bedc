import { queryOptions } from '@tanstack/react-query'
import type { ReviewRequest, WaitingReview } from '#domain/schemas/review-request.ts'
import type { Counted } from '#web/query-client.ts'
import { campaignKey } from './campaigns.ts'

export const reviewRequestsPath = (campaignId: string): string =>
  `/api/campaigns/${encodeURIComponent(campaignId)}/review-requests`

/** What was asked for one campaign, newest first (R24). */
export const reviewRequestsQuery = (campaignId: string) =>
  queryOptions<ReviewRequest[]>({
    queryKey: [...campaignKey(campaignId), 'review-requests'],
    meta: { path: reviewRequestsPath(campaignId) },
  })

export const REVIEWS_PAGE_SIZE = 10

/** Drafts that wait for a representative, longest first. */
export const waitingReviewsQuery = (after: string | null = null) => {
  const query = new URLSearchParams({
    limit: String(REVIEWS_PAGE_SIZE),
    ...(after ? { cursor: after } : {}),
  })
  return queryOptions<Counted<WaitingReview>>({
    queryKey: ['review-requests', after],
    meta: { path: `/api/review-requests?${query}`, isCounted: true },
    retry: false,
  })
}
