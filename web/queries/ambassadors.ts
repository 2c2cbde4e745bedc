import { queryOptions } from '@tanstack/react-query'
import type { AmbassadorCounts, Ambassadorship, LeaderboardEntry } from '#domain/schemas/ambassador.ts'
import { campaignKey } from './campaigns.ts'

/** All queries about the user's own ambassadorships use this key prefix. */
export const ambassadorshipsKey = ['users', 'current', 'ambassadorships'] as const

const ambassadorships = (limit: number) =>
  queryOptions<Ambassadorship[]>({
    queryKey: [...ambassadorshipsKey, limit],
    meta: { path: `/api/user/ambassadorships?limit=${limit}` },
    retry: false,
  })

export const ambassadorshipsQuery = ambassadorships(50)
export const newestAmbassadorshipsQuery = ambassadorships(3)

export const leaderboardQuery = (campaignId: string) =>
  queryOptions<LeaderboardEntry[]>({
    queryKey: [...campaignKey(campaignId), 'leaderboard'],
    meta: { path: `/api/campaigns/${encodeURIComponent(campaignId)}/leaderboard` },
  })

/** How many there are of each kind, for those who manage them. */
export const ambassadorCountsQuery = (campaignId: string) =>
  queryOptions<AmbassadorCounts>({
    queryKey: [...campaignKey(campaignId), 'ambassador-counts'],
    meta: { path: `/api/dashboard/campaigns/${encodeURIComponent(campaignId)}/ambassadors/counts` },
  })
