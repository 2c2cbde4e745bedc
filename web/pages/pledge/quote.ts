import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Quote } from '#domain/schemas/pledge.ts'
import { campaignKey } from '#web/queries/campaigns.ts'
import { api } from '#web/query-client.ts'
import type { PledgePayload } from './selection.ts'

/** What a pledge would come to: asked of the server, which decides it (R7, R8). */
export const quoteQuery = (campaignId: string, payload: PledgePayload) =>
  queryOptions<Quote>({
    queryKey: [...campaignKey(campaignId), 'quote', payload],
    queryFn: ({ signal }) =>
      api.ask(`/api/campaigns/${campaignId}/pledges/quote`, payload, signal) as Promise<Quote>,
    enabled: payload.pledgeStatistics.length > 0,
    placeholderData: keepPreviousData,
  })
