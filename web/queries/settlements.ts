import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Settlement, SettlementPreview, SettlementSchedule } from '#domain/schemas/settlement.ts'
import { campaignKey } from './campaigns.ts'

const path = (campaignId: string): string => `/api/campaigns/${campaignId}/settlements`
export const withdrawalPath = (campaignId: string, settlementId: string): string =>
  `${path(campaignId)}/${settlementId}/withdrawal`
const settlementsKey = (campaignId: string) => [...campaignKey(campaignId), 'settlements'] as const

/** How often to refetch: frequently while cards are charged; before that, often enough to notice the start. */
const KEEP_UP_MS = { charging: 4_000, locked: 30_000, closed: null } as const
const paceOf = (settlements: readonly Settlement[] = []): number =>
  Math.min(...settlements.map(({ stage }) => KEEP_UP_MS[stage] ?? Number.POSITIVE_INFINITY))

export const settlementsQuery = (campaignId: string) =>
  queryOptions<Settlement[]>({
    queryKey: settlementsKey(campaignId),
    meta: { path: path(campaignId) },
    refetchInterval: ({ state }) => {
      const pace = paceOf(state.data)
      return Number.isFinite(pace) ? pace : false
    },
  })

export const PREVIEW_PAGE_SIZE = 20
const settlementPreviewsKey = (campaignId: string) => [...settlementsKey(campaignId), 'preview'] as const
/** `billIncreases`: of a correction; undefined while nobody has decided. */
export type PreviewOf = { kind: 'progress' | 'final'; billIncreases?: boolean | undefined }
type PreviewPage = { page: number; show: 'all' | 'exceptions' }

export const settlementPreviewQuery = (
  campaignId: string,
  { kind, billIncreases }: PreviewOf,
  { page, show }: PreviewPage = { page: 1, show: 'all' },
) => {
  const query = new URLSearchParams({
    kind,
    show,
    page: String(page),
    limit: String(PREVIEW_PAGE_SIZE),
    ...(billIncreases === undefined ? {} : { billIncreases: String(billIncreases) }),
  })
  return queryOptions<SettlementPreview>({
    queryKey: [...settlementPreviewsKey(campaignId), query.toString()],
    // A refusal states its reason, and retrying does not change it.
    retry: false,
    meta: { path: `${path(campaignId)}/preview?${query}`, isQuestion: true },
  })
}

/** The loaded pages of previews that show all pledges, each with the number of its first pledge. */
export const loadedPreviews = (
  client: QueryClient,
  campaignId: string,
): { from: number; page: SettlementPreview | undefined }[] =>
  client
    .getQueriesData<SettlementPreview>({ queryKey: settlementPreviewsKey(campaignId) })
    .flatMap(([key, page]) => {
      const query = new URLSearchParams(String(key.at(-1)))
      if (query.get('show') !== 'all') return []
      return [{ from: (Number(query.get('page')) - 1) * PREVIEW_PAGE_SIZE + 1, page }]
    })

export const settlementScheduleQuery = (campaignId: string) =>
  queryOptions<SettlementSchedule>({
    queryKey: [...settlementsKey(campaignId), 'schedule'],
    meta: { path: `${path(campaignId)}/schedule` },
  })
