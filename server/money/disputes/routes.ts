import { z } from 'zod'
import { AnyDispute, Dispute } from '#domain/schemas/dispute.ts'
import { accessWith, demandRepresentative } from '#server/accounts/access/index.ts'
import { defineRoute, IdParams } from '#server/platform/http/http.ts'
import { allDisputes, countDisputes, disputesOf } from './queries.ts'

const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.uuid('Not a cursor').optional(),
})

export const disputeRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/disputes',
    who: 'representative',
    summary: 'Disputed charges of all campaigns: undecided ones first, each newest first',
    rules: 'R35',
    query: PageQuery,
    response: z.array(AnyDispute),
    handle: async ({ deps, actor, query: { limit, cursor }, c }) => {
      await demandRepresentative(deps.db, actor)
      const disputes = await allDisputes(deps.db, { limit, beforeId: cursor ?? null })
      c.header('X-Total-Count', String(await countDisputes(deps.db)))
      const last = disputes.at(-1)
      if (last && disputes.length === limit)
        c.header('Link', `</api/disputes?limit=${limit}&cursor=${last.id}>; rel="next"`)
      return disputes
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/campaigns/{id}/disputes',
    who: 'representative',
    summary: 'Disputed charges, newest first, with the day by which to answer',
    rules: 'R35',
    params: IdParams,
    query: PageQuery,
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
