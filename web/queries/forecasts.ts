import { queryOptions } from '@tanstack/react-query'
import type { CampaignForecast, ExpectedCollection, PledgeForecast } from '#domain/schemas/forecast.ts'
import { campaignKey } from './campaigns.ts'

/** What the season will likely bring. */
export const campaignForecastQuery = (id: string) =>
  queryOptions<CampaignForecast>({
    queryKey: [...campaignKey(id), 'forecast'],
    meta: { path: `/api/campaigns/${encodeURIComponent(id)}/forecast` },
  })

/** The same for those who run it: what will likely be collected, and when. */
export const expectedCollectionQuery = (id: string) =>
  queryOptions<ExpectedCollection>({
    queryKey: [...campaignKey(id), 'expected-collection'],
    meta: { path: `/api/dashboard/campaigns/${encodeURIComponent(id)}/forecast`, isOptional: true },
  })

/** How the newest match changed one pledge's likely amount. */
export const pledgeForecastQuery = (id: string) =>
  queryOptions<PledgeForecast>({
    queryKey: ['pledges', id, 'forecast'],
    meta: { path: `/api/pledges/${encodeURIComponent(id)}/forecast`, isOptional: true },
    retry: false,
  })

/** The same by the pledge's link, read once with the page. */
export const linkedForecastQuery = (token: string) =>
  queryOptions<PledgeForecast>({
    queryKey: ['pledge-links', token, 'forecast'],
    meta: { path: `/api/pledge-links/${encodeURIComponent(token)}/forecast`, isOptional: true },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

/** What the pledge comes to once a line is changed as its preview shows; `path` is the pledge's own, or its link's. */
export const changeForecastQuery = (path: string, change: Record<string, string> | null) =>
  queryOptions<PledgeForecast>({
    queryKey: [path, 'forecast', change],
    meta: { path: `${path}/forecast?${new URLSearchParams(change ?? {})}`, isOptional: true },
    enabled: change !== null,
    retry: false,
  })
