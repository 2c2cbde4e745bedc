import { queryOptions } from '@tanstack/react-query'
import type { QueuedThankYou, ThankYous } from '#domain/schemas/thank-you.ts'
import type { ThankYouList } from '#domain/schemas/thanks.ts'
import type { Counted } from '#web/query-client.ts'
import { campaignKey } from './campaigns.ts'

const path = (campaignId: string): string => `/api/campaigns/${encodeURIComponent(campaignId)}`

export const thankYousPath = (campaignId: string): string => `${path(campaignId)}/thank-yous`

/** A campaign's emails of thanks, and how many supporters would get the next one. */
export const thankYousQuery = (campaignId: string) =>
  queryOptions<ThankYous>({
    queryKey: [...campaignKey(campaignId), 'thank-yous'],
    meta: { path: thankYousPath(campaignId) },
  })

/** The same, with how many supporters of one match would get it. */
export const thankYousOfMatchQuery = (campaignId: string, eventId: string) =>
  queryOptions<ThankYous>({
    queryKey: [...thankYousQuery(campaignId).queryKey, eventId],
    meta: { path: `${thankYousPath(campaignId)}?eventId=${encodeURIComponent(eventId)}` },
  })

/** The names of supporters who chose to be thanked, once they were checked. */
export const thankYouListQuery = (campaignId: string) =>
  queryOptions<ThankYouList>({
    queryKey: [...campaignKey(campaignId), 'thanks', 'list'],
    meta: { path: `${path(campaignId)}/thanks` },
  })

export const QUEUE_PAGE_SIZE = 20
/** Waiting in all campaigns, for representatives. */
export const thankYouQueueQuery = (after: string | null = null) => {
  const query = new URLSearchParams({ limit: String(QUEUE_PAGE_SIZE), ...(after ? { cursor: after } : {}) })
  return queryOptions<Counted<QueuedThankYou>>({
    queryKey: ['thank-yous', after],
    meta: { path: `/api/thank-yous?${query}`, isCounted: true },
    staleTime: 0,
  })
}
