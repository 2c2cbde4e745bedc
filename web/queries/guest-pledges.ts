import { queryOptions } from '@tanstack/react-query'
import type { GuestState, LinkedGuestPledge } from '#domain/schemas/guest-pledge.ts'
import { retryUnlessMissing } from '#web/api-error.ts'
import { api } from '#web/query-client.ts'

/** What the link in a guest's mail shows. */
export const guestLinkQuery = (token: string) =>
  queryOptions<LinkedGuestPledge>({
    queryKey: ['guest-pledge-links', token],
    meta: { path: `/api/guest-pledge-links/${encodeURIComponent(token)}` },
    staleTime: Number.POSITIVE_INFINITY,
    retry: retryUnlessMissing,
  })

/** Whether a guest pledge still waits for its mail; asked again whenever its tab is looked at. */
export const guestStateQuery = ({ id, secret }: { id: string; secret: string }) => {
  const path = `/api/guest-pledges/${id}/state`
  return queryOptions<GuestState>({
    queryKey: ['guest-pledges', id],
    queryFn: ({ signal }) => api.ask(path, { secret }, signal) as Promise<GuestState>,
    meta: { path },
    staleTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  })
}
