import { z } from 'zod'
import { HeldPledge, HeldPledgeDecision } from '#domain/schemas/held-pledge.ts'
import { Success } from '#domain/schemas/identity.ts'
import { defineRoute, IdParams } from '#server/platform/http/http.ts'
import { decideHeld, listHeld } from './actions.held.ts'

const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.uuid('Not a cursor').optional(),
})

export const heldPledgeRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/held-pledges',
    who: 'representative',
    summary: 'Pledges by check and cash that wait for a representative, newest first',
    rules: 'R26, R51, R57',
    query: PageQuery,
    response: z.array(HeldPledge),
    handle: async ({ deps, actor, query: { limit, cursor }, c }) => {
      const { pledges, count } = await listHeld(deps, actor, { limit, beforeId: cursor ?? null })
      c.header('X-Total-Count', String(count))
      const last = pledges.at(-1)
      if (last && pledges.length === limit)
        c.header('Link', `</api/held-pledges?limit=${limit}&cursor=${last.id}>; rel="next"`)
      return pledges
    },
  }),
  defineRoute({
    method: 'put',
    path: '/api/held-pledges/{id}',
    who: 'representative',
    summary: 'Release a held pledge, which counts from then on, or decline it; its supporter is mailed',
    rules: 'R11, R12, R57',
    params: IdParams,
    body: HeldPledgeDecision,
    response: Success,
    handle: async ({ deps, transact, actor, params, body }) => {
      await decideHeld(deps, transact, actor, { ...body, id: params.id })
      return { success: true }
    },
  }),
]
