import { queryOptions } from '@tanstack/react-query'
import type { Applicant, ReviewRequest } from '#domain/schemas/review-request.ts'
import { campaignKey } from './campaigns.ts'

export const reviewRequestsPath = (campaignId: string): string =>
  `/api/campaigns/${encodeURIComponent(campaignId)}/review-requests`

/** One campaign's review requests, newest first. */
export const reviewRequestsQuery = (campaignId: string) =>
  queryOptions<ReviewRequest[]>({
    queryKey: [...campaignKey(campaignId), 'review-requests'],
    meta: { path: reviewRequestsPath(campaignId), isOptional: true },
  })

/** Who asks for it, for representatives. */
export const applicantQuery = (campaignId: string) =>
  queryOptions<Applicant>({
    queryKey: [...campaignKey(campaignId), 'applicant'],
    meta: { path: `/api/campaigns/${encodeURIComponent(campaignId)}/applicant`, isOptional: true },
  })
