import { queryOptions } from '@tanstack/react-query'
import type { AlertChoice } from '#domain/schemas/alert.ts'

/** `path`: of the user's own pledge, or of the link that opens one. */
export const alertsQuery = (path: string) =>
  queryOptions<AlertChoice>({ queryKey: ['alerts', path], meta: { path }, retry: false })

export const alertsOf = (pledgeId: string): string => `/api/pledges/${pledgeId}/alerts`
export const alertsOfLink = (token: string): string => `/api/pledge-links/${encodeURIComponent(token)}/alerts`
