import { z } from 'zod'
import { Payment, PaymentForm } from '#domain/schemas/settlement.ts'
import { accessWith } from '#server/campaigns/access.ts'
import { defineRoute, IdParams } from '#server/http.ts'
import { paymentsOf, recordPayment } from './actions.ts'

export const paymentRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/campaigns/{id}/payments',
    who: 'representative',
    summary: 'Checks and cash, newest first',
    rules: 'R36',
    params: IdParams,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      cursor: z.uuid('Not a cursor').optional(),
    }),
    response: z.array(Payment),
    handle: async ({ deps, actor, params, query, c }) => {
      await accessWith(deps.db, actor, params.id, 'canSettle')
      const payments = await paymentsOf(deps.db, params.id, {
        limit: query.limit,
        beforeId: query.cursor ?? null,
      })
      const last = payments.at(-1)
      if (last && payments.length === query.limit) {
        c.header(
          'Link',
          `</api/campaigns/${params.id}/payments?limit=${query.limit}&cursor=${last.id}>; rel="next"`,
        )
      }
      return payments
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/payments',
    who: 'representative',
    summary: 'Record a check or cash',
    rules: 'R5, R29, R36, R37',
    creates: true,
    params: IdParams,
    body: PaymentForm,
    response: Payment,
    handle: ({ deps, transact, actor, params, body }) =>
      recordPayment(deps, transact, actor, params.id, body),
  }),
]
