import { queryOptions } from '@tanstack/react-query'
import type { LineChangePreview, PledgeDetail } from '#domain/schemas/pledge.ts'
import type { LinkedPledge, RequestedChange } from '#domain/schemas/pledge-link.ts'
import { retryUnlessMissing } from '#web/api-error.ts'

export const pledgeQuery = (id: string) =>
  queryOptions<PledgeDetail>({
    queryKey: ['pledges', id],
    meta: { path: `/api/pledges/${encodeURIComponent(id)}` },
    retry: retryUnlessMissing,
  })

/** What a changed line would add up to: the server calculates it. */
export const lineChangeQuery = (
  pledge: Pick<PledgeDetail, 'id' | 'version'>,
  wanted: Record<string, string> | null,
) =>
  queryOptions<LineChangePreview>({
    queryKey: ['pledges', pledge.id, 'changes', pledge.version, wanted],
    meta: {
      path: `/api/pledges/${pledge.id}/changes/preview?${new URLSearchParams(wanted ?? {})}`,
      isQuestion: true,
    },
    enabled: wanted !== null,
    staleTime: 0,
    retry: false,
  })

/** The same, by the pledge's link. */
export const linkedLineChangeQuery = (token: string, wanted: Record<string, string> | null) =>
  queryOptions<LineChangePreview>({
    queryKey: ['pledge-links', token, 'changes', wanted],
    meta: {
      path: `/api/pledge-links/${encodeURIComponent(token)}/changes/preview?${new URLSearchParams(wanted ?? {})}`,
      isQuestion: true,
    },
    enabled: wanted !== null,
    staleTime: 0,
    retry: false,
  })

/** A requested change, as the link in its mail shows it. */
export const requestedChangeQuery = (token: string) =>
  queryOptions<RequestedChange>({
    queryKey: ['pledge-change-links', token],
    meta: { path: `/api/pledge-change-links/${encodeURIComponent(token)}` },
    staleTime: Number.POSITIVE_INFINITY,
    retry: retryUnlessMissing,
  })

/** What a link in an e-mail shows. Read once, with the page: nothing else requests its secret. */
export const linkedPledgeQuery = (token: string) =>
  queryOptions<LinkedPledge>({
    queryKey: ['pledge-links', token],
    meta: { path: `/api/pledge-links/${encodeURIComponent(token)}` },
    staleTime: Number.POSITIVE_INFINITY,
    retry: retryUnlessMissing,
  })
