import { queryOptions } from '@tanstack/react-query'
import type { Settlement, SettlementPreview } from '#domain/schemas/settlement.ts'
import { campaignKey } from './campaigns.ts'

const path = (campaignId: string): string => `/api/campaigns/${campaignId}/settlements`

export const settlementsQuery = (campaignId: string) =>
  queryOptions<Settlement[]>({
    queryKey: [...campaignKey(campaignId), 'settlements'],
    meta: { path: path(campaignId) },
  })

export const settlementPreviewQuery = (campaignId: string, kind: 'progress' | 'final') =>
  queryOptions<SettlementPreview>({
    queryKey: [...campaignKey(campaignId), 'settlements', 'preview', kind],
    meta: { path: `${path(campaignId)}/preview?kind=${kind}` },
  })
