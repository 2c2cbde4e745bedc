import { z } from 'zod'
import { AuditEntry, AuditKind } from '#domain/schemas/audit-log.ts'
import { defineRoute, IdParams } from '#server/platform/http/http.ts'
import { auditLogOf } from './actions.ts'

const LogQuery = z.object({
  kind: AuditKind.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.uuid('Not a cursor of this list').optional(),
})

export const auditLogRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/campaigns/{id}/audit-log',
    who: 'owner',
    summary: 'Who changed what, when, from what to what, newest first; supporters without names for owners',
    rules: 'R26, R51',
    params: IdParams,
    query: LogQuery,
    response: z.array(AuditEntry),
    handle: async ({ deps, actor, params: { id }, query: { kind, limit, cursor }, c }) => {
      const page = { kind: kind ?? null, limit, beforeId: cursor ?? null }
      const { entries, count } = await auditLogOf(deps.db, actor, id, page)
      c.header('X-Total-Count', String(count))
      const last = entries.length === limit ? entries.at(-1) : undefined
      if (last) {
        const next = { ...(kind ? { kind } : {}), limit: String(limit), cursor: last.id }
        c.header('Link', `</api/campaigns/${id}/audit-log?${new URLSearchParams(next)}>; rel="next"`)
      }
      return entries
    },
  }),
]
