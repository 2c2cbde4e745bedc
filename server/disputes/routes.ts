import { z } from 'zod'
import { Dispute } from '#domain/schemas/dispute.ts'
import { accessWith } from '#server/campaigns/access.ts'
import { defineRoute, IdParams } from '#server/http.ts'
import { disputesOf } from './actions.ts'

export const disputeRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/campaigns/{id}/disputes',
    who: 'representative',
    summary: 'Charges that their banks dispute, newest first, with the day by which to answer',
    rules: 'R35',
    params: IdParams,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      cursor: z.uuid('Not a cursor').optional(),
    }),
    response: z.array(Dispute),
    handle: async ({ deps, actor, params, query, c }) => {
      await accessWith(deps.db, actor, params.id, 'canSettle')
      const page = { limit: query.limit, beforeId: query.cursor ?? null }
      const disputes = await disputesOf(deps.db, params.id, page)
      const last = disputes.at(-1)
      if (last && disputes.length === query.limit) {
        const next = `/api/campaigns/${params.id}/disputes?limit=${query.limit}&cursor=${last.id}`
        c.header('Link', `<${next}>; rel="next"`)
      }
      return disputes
    },
  }),
]
