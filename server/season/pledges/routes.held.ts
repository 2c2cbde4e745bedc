import { HeldPledgeDecision, HeldPledgePage, HeldPledgeSearch } from '#domain/schemas/held-pledge.ts'
import { Success } from '#domain/schemas/identity.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { defineRoute } from '#server/season/deps.ts'
import { decideHeld, listHeld } from './actions.held.ts'

export const heldPledgeRoutes = [
  defineRoute({
    method: 'post',
    path: '/api/held-pledges/searches',
    who: 'representative',
    summary:
      'Pledges by check and cash that wait for a representative, newest first; each name shown is logged',
    rules: 'R26, R51, R57',
    status: 200,
    body: HeldPledgeSearch,
    response: HeldPledgePage,
    handle: ({ deps, transact, actor, body }) => listHeld(deps, transact, actor, body),
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
