/** What a campaign that takes no pledges asks for besides: apart, since most campaigns take them. */
import { queryOptions } from '@tanstack/react-query'
import type { NextCampaign } from '#domain/schemas/campaign.ts'
import type { OpeningChoice } from '#domain/schemas/opening.ts'
import { campaignKey } from './campaigns.ts'

const path = (id: string): string => `/api/campaigns/${encodeURIComponent(id)}`

/** Where the page of a campaign that is over leads. */
export const nextCampaignQuery = (id: string) =>
  queryOptions<NextCampaign>({ queryKey: [...campaignKey(id), 'next'], meta: { path: `${path(id)}/next` } })

/** Whether the reader is told when it opens. */
export const openingQuery = (id: string) =>
  queryOptions<OpeningChoice>({
    queryKey: [...campaignKey(id), 'opening'],
    meta: { path: `${path(id)}/opening` },
  })
