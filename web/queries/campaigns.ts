import { queryOptions } from '@tanstack/react-query'
import type { PublicAmbassador } from '#domain/schemas/ambassador.ts'
import type {
  CampaignDetail,
  CampaignListItem,
  CampaignSummary,
  Management,
} from '#domain/schemas/campaign.ts'
import type { Comment } from '#domain/schemas/comment.ts'
import { ApiError, isRateLimited } from '#web/api-error.ts'

const path = (id: string): string => `/api/campaigns/${encodeURIComponent(id)}`

/** Everything that is read of one campaign hangs under this key, so that one call refreshes it. */
export const campaignKey = (id: string) => ['campaigns', id] as const

export const campaignQuery = (id: string) =>
  queryOptions<CampaignDetail>({ queryKey: [...campaignKey(id), 'detail'], meta: { path: path(id) } })

export const campaignAmbassadorsQuery = (id: string) =>
  queryOptions<PublicAmbassador[]>({
    queryKey: [...campaignKey(id), 'ambassadors'],
    meta: { path: `${path(id)}/ambassadors` },
  })

export const campaignCommentsQuery = (id: string) =>
  queryOptions<Comment[]>({
    queryKey: [...campaignKey(id), 'comments'],
    meta: { path: `${path(id)}/comments` },
  })

/** Up to three tries more, none on 404 or 403 (spec section 7). */
export const managementQuery = (id: string) =>
  queryOptions<Management>({
    queryKey: [...campaignKey(id), 'management'],
    meta: { path: `/api/dashboard/campaigns/${encodeURIComponent(id)}` },
    retry: (failures, error) =>
      failures < 3 &&
      !isRateLimited(error) &&
      !(error instanceof ApiError && [401, 403, 404].includes(error.status)),
  })

export type CampaignFilter = { search: string; status: string; type: string; sort: string; order: string }

const filterOf = ({ search, status, type }: CampaignFilter): URLSearchParams => {
  const query = new URLSearchParams()
  if (search) query.set('search', search)
  if (status !== 'all') query.set('status', status)
  if (type !== 'all') query.set('type', type)
  return query
}

export const campaignListQuery = (filter: CampaignFilter, limit: number) => {
  const query = filterOf(filter)
  query.set('sort', filter.sort)
  query.set('order', filter.order)
  query.set('limit', String(limit))
  return queryOptions<CampaignListItem[]>({
    queryKey: ['campaigns', 'list', query.toString()],
    meta: { path: `/api/campaigns?${query}` },
  })
}

/** The tiles and the types, counted by the server for the same filter (R51). */
export const campaignSummaryQuery = (filter: CampaignFilter) => {
  const query = filterOf(filter).toString()
  return queryOptions<CampaignSummary>({
    queryKey: ['campaigns', 'summary', query],
    meta: { path: `/api/campaigns/summary${query ? `?${query}` : ''}` },
  })
}

export const featuredCampaignsQuery = queryOptions<CampaignListItem[]>({
  queryKey: ['campaigns', 'featured'],
  meta: { path: '/api/campaigns?status=active&limit=3' },
  retry: false,
})
