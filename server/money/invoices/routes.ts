import { z } from 'zod'
import { Invoice } from '#domain/schemas/settlement.ts'
import { accessWith } from '#server/accounts/access/index.ts'
import { defineRoute, IdParams } from '#server/platform/http/http.ts'
import { invoicesOf } from './queries.ts'

export const invoiceRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/campaigns/{id}/invoices',
    who: 'representative',
    summary: 'Invoices, newest first',
    rules: 'R36',
    params: IdParams,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      cursor: z.uuid('Not a cursor').optional(),
    }),
    response: z.array(Invoice),
    handle: async ({ deps, actor, params, query, c }) => {
      await accessWith(deps.db, actor, params.id, 'canSettle')
      const invoices = await invoicesOf(deps.db, params.id, {
        limit: query.limit,
        beforeId: query.cursor ?? null,
      })
      const last = invoices.at(-1)
      if (last && invoices.length === query.limit) {
        c.header(
          'Link',
          `</api/campaigns/${params.id}/invoices?limit=${query.limit}&cursor=${last.id}>; rel="next"`,
        )
      }
      return invoices
    },
  }),
]
