import { queryOptions } from '@tanstack/react-query'
import type { LinkedGuestPledge } from '#domain/schemas/guest-pledge.ts'

/** What the link in a guest's mail shows (R59). */
export const guestLinkQuery = (token: string) =>
  queryOptions<LinkedGuestPledge>({
    queryKey: ['guest-pledge-links', token],
    meta: { path: `/api/guest-pledge-links/${encodeURIComponent(token)}` },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
