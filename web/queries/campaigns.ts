import { queryOptions } from '@tanstack/react-query'
import type { Ambassador, AmbassadorFilter, PublicAmbassador } from '#domain/schemas/ambassador.ts'
import type {
  CampaignDetail,
  CampaignListItem,
  CampaignSummary,
  DemoCampaign,
  Management,
} from '#domain/schemas/campaign.ts'
import type { Comment, ReportedComment } from '#domain/schemas/comment.ts'
import type { FollowedCalendar } from '#domain/schemas/import.ts'
import type { ManagedPledge } from '#domain/schemas/pledge.ts'
import type { ResultEntry } from '#domain/schemas/result.ts'
import type { RewardProgress } from '#domain/schemas/reward.ts'
import type { Charge } from '#domain/schemas/settlement.ts'
import type { StatisticPledges } from '#domain/schemas/statistic.ts'
import { ApiError, isRateLimited } from '#web/api-error.ts'
import type { Counted } from '#web/query-client.ts'

const path = (id: string): string => `/api/campaigns/${encodeURIComponent(id)}`

/** All queries about one campaign use this key prefix, so that one call refreshes them. */
export const campaignKey = (id: string) => ['campaigns', id] as const

export const campaignQuery = (id: string) =>
  queryOptions<CampaignDetail>({ queryKey: [...campaignKey(id), 'detail'], meta: { path: path(id) } })

/** The calendar that its schedule follows; null: none. */
export const followedCalendarQuery = (id: string) =>
  queryOptions<FollowedCalendar | null>({
    queryKey: [...campaignKey(id), 'calendar'],
    meta: { path: `${path(id)}/calendar` },
  })

/** The demo campaign's id; null if there is none. */
export const demoCampaignQuery = queryOptions<DemoCampaign>({
  queryKey: ['campaigns', 'demo'],
  meta: { path: '/api/campaigns/demo' },
})

export const campaignAmbassadorsQuery = (id: string) =>
  queryOptions<PublicAmbassador[]>({
    queryKey: [...campaignKey(id), 'ambassadors'],
    meta: { path: `${path(id)}/ambassadors` },
  })

/** The ambassador with this code, in a list of one or none. */
export const creditedQuery = (id: string, code: string) =>
  queryOptions<PublicAmbassador[]>({
    queryKey: [...campaignKey(id), 'ambassadors', code],
    meta: { path: `${path(id)}/ambassadors?ref=${encodeURIComponent(code)}` },
  })

const comments = <Row>(id: string, of: string, query: string) =>
  queryOptions<Row[]>({
    queryKey: [...campaignKey(id), 'comments', of],
    meta: { path: `${path(id)}/comments${query}` },
  })

/** The page of messages after a given one. */
export const olderCommentsQuery = (id: string, after: string, limit: number) =>
  comments<Comment>(id, after, `?limit=${limit}&cursor=${encodeURIComponent(after)}`)
/** The reader's own messages, which they may delete. */
export const ownCommentsQuery = (id: string) => comments<Comment>(id, 'own', '/own')
export const hiddenCommentsQuery = (id: string) => comments<Comment>(id, 'hidden', '?hidden=true')
export const reportedCommentsQuery = (id: string) => comments<ReportedComment>(id, 'reported', '/reports')

/** Up to three more attempts, none on 404 or 403. */
export const managementQuery = (id: string) =>
  queryOptions<Management>({
    queryKey: [...campaignKey(id), 'management'],
    meta: { path: `/api/dashboard/campaigns/${encodeURIComponent(id)}` },
    retry: (failures, error) =>
      failures < 3 &&
      !isRateLimited(error) &&
      !(error instanceof ApiError && [401, 403, 404].includes(error.status)),
  })

export const MANAGED_PAGE_SIZE = 50
/** Below versions and previews, and each with what happens next: as many as are shown. */
export const CHARGES_PAGE_SIZE = 10

/** A page of a list on the management screen, starting where the previous page ended. */
const managedPage = <Row>(
  id: string,
  list: string,
  after: string | null,
  more: Record<string, string> = {},
) => {
  const query = new URLSearchParams({
    limit: String(MANAGED_PAGE_SIZE),
    ...more,
    ...(after === null ? {} : { cursor: after }),
  })
  return queryOptions<Counted<Row>>({
    queryKey: [...campaignKey(id), 'managed', list, query.toString()],
    meta: { path: `${list}?${query}`, isCounted: true },
  })
}
const managed = (id: string): string => `/api/dashboard/campaigns/${encodeURIComponent(id)}`

export type PledgeFilter = { status: string; order: 'newest' | 'oldest' | 'state' }
export const managedPledgesQuery = (id: string, { status, order }: PledgeFilter, after: string | null) =>
  managedPage<ManagedPledge>(id, `${managed(id)}/pledges`, after, {
    ...(status === 'all' ? {} : { status }),
    ...(order === 'newest' ? {} : { order }),
  })
export const managedAmbassadorsQuery = (
  id: string,
  { who, search }: { who: AmbassadorFilter; search: string },
  after: string | null,
) => managedPage<Ambassador>(id, `${managed(id)}/ambassadors`, after, { who, ...(search ? { search } : {}) })
export const chargesQuery = (id: string, only: 'all' | 'failed', after: string | null) =>
  managedPage<Charge>(id, `${path(id)}/charges`, after, { only, limit: String(CHARGES_PAGE_SIZE) })
export const resultsQuery = (id: string, statistic: string | null, after: string | null) =>
  managedPage<ResultEntry>(id, `${path(id)}/results`, after, statistic === null ? {} : { statistic })

type TableFile =
  | 'supporters'
  | 'statistics'
  | 'events'
  | 'rewards'
  | 'ambassadors'
  | 'results'
  | 'settlements'
  | 'settlement-preview'
  | 'charges'
  | 'journal'
  | 'comments'
/** A whole table as a file; `filter` as on the screen. */
export const tableFile = (id: string, table: TableFile, filter: Record<string, string> = {}): string => {
  const query = new URLSearchParams(filter).toString()
  return `${managed(id)}/${table}.csv${query ? `?${query}` : ''}`
}

export type CampaignFilter = { search: string; status: string; type: string; sort: string; order: string }

const filterOf = ({ search, status, type }: CampaignFilter): URLSearchParams => {
  const query = new URLSearchParams()
  if (search) query.set('search', search)
  if (status !== 'all') query.set('status', status)
  if (type !== 'all') query.set('type', type)
  return query
}

const PAGE_SIZE = 24

/** A page of the list, starting where the previous one ended. */
export const campaignPageQuery = (filter: CampaignFilter, cursor: string | null) => {
  const query = filterOf(filter)
  query.set('sort', filter.sort)
  query.set('order', filter.order)
  query.set('limit', String(PAGE_SIZE))
  if (cursor !== null) query.set('cursor', cursor)
  return queryOptions<Counted<CampaignListItem>>({
    queryKey: ['campaigns', 'list', query.toString()],
    meta: { path: `/api/campaigns?${query}`, isCounted: true },
  })
}

/** The tiles and the types, counted by the server for the same filter. */
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

/** How many pledges are on a statistic, for the question before its words change. */
export const statisticPledgesQuery = (id: string, statisticId: string) =>
  queryOptions<StatisticPledges>({
    queryKey: [...campaignKey(id), 'statistics', statisticId, 'pledges'],
    meta: { path: `${path(id)}/statistics/${statisticId}/pledges` },
  })

/** The winners of one reward from the 101st on, a hundred on a page. */
export const moreWinnersQuery = (id: string, rewardId: string, page: number) =>
  queryOptions<RewardProgress[]>({
    queryKey: [...campaignKey(id), 'rewards', 'standings', rewardId, page],
    meta: { path: `${path(id)}/rewards/standings?rewardId=${rewardId}&page=${page}` },
  })

/** Who wins each reward, and why; for those who manage them. */
export const rewardProgressQuery = (id: string) =>
  queryOptions<RewardProgress[]>({
    queryKey: [...campaignKey(id), 'rewards', 'standings'],
    meta: { path: `${path(id)}/rewards/standings` },
  })
