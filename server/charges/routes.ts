import { z } from 'zod'
import { Charge } from '#domain/schemas/settlement.ts'
import { accessWith } from '#server/campaigns/access.ts'
import { defineRoute, IdParams } from '#server/http.ts'
import { chargesOf } from './actions.ts'

export const chargeRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/campaigns/{id}/charges',
    who: 'representative',
    summary: 'Charges, newest first, each failed one with its reason and next step',
    rules: 'R35',
    params: IdParams,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      cursor: z.uuid('Not a cursor').optional(),
    }),
    response: z.array(Charge),
    handle: async ({ deps, actor, params, query, c }) => {
      await accessWith(deps.db, actor, params.id, 'canSettle')
      const charges = await chargesOf(deps.db, params.id, {
        limit: query.limit,
        beforeId: query.cursor ?? null,
      })
      const last = charges.at(-1)
      if (last && charges.length === query.limit) {
        c.header(
          'Link',
          `</api/campaigns/${params.id}/charges?limit=${query.limit}&cursor=${last.id}>; rel="next"`,
        )
      }
      return charges
    },
  }),
]
