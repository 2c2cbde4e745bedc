import { z } from 'zod'
import { AuditEntry, AuditKind } from '#domain/schemas/audit-log.ts'
import { PageQuery } from '#domain/schemas/page.ts'
import { pagedRoute } from '#server/money/deps.ts'
import { IdParams } from '#server/platform/http/http.ts'

import { auditLogOf } from './actions.ts'

export const auditLogRoutes = pagedRoute({
  path: '/api/campaigns/{id}/audit-log',
  who: 'owner',
  summary: 'Who changed what, when, from what to what, newest first; supporters without names for owners',
  rules: 'R26, R51',
  params: IdParams,
  query: z.object({ kind: AuditKind.optional() }).extend(PageQuery.shape),
  row: AuditEntry,
  open: ({ deps, actor, params, query }) => auditLogOf(deps.db, actor, params.id, query.kind ?? null),
})
