import { queryOptions } from '@tanstack/react-query'
import type { AuditEntry, AuditKind } from '#domain/schemas/audit-log.ts'
import type { Counted } from '#web/query-client.ts'
import { campaignKey } from './campaigns.ts'

export const AUDIT_PAGE_SIZE = 25

/** Who changed what in a campaign, newest first, searched by kind on the server: what people did, or also what the program did by itself. */
export const auditLogQuery = (
  campaignId: string,
  { kind, hasAutomatic }: { kind: AuditKind | null; hasAutomatic: boolean } = {
    kind: null,
    hasAutomatic: false,
  },
  after: string | null = null,
) => {
  const query = new URLSearchParams({
    limit: String(AUDIT_PAGE_SIZE),
    ...(kind ? { kind } : {}),
    ...(hasAutomatic ? {} : { who: 'people' }),
    ...(after ? { cursor: after } : {}),
  })
  return queryOptions<Counted<AuditEntry>>({
    queryKey: [...campaignKey(campaignId), 'audit-log', kind, hasAutomatic, after],
    meta: { path: `/api/campaigns/${encodeURIComponent(campaignId)}/audit-log?${query}`, isCounted: true },
  })
}
