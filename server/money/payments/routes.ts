import { z } from 'zod'
import {
  FoundInvoice,
  InvoiceSearch,
  PaymentsQuery,
  PaymentTotals,
  PostedPayment,
} from '#domain/schemas/payment.ts'
import { Payment, PaymentForm } from '#domain/schemas/settlement.ts'
import { accessWith, demandRepresentative } from '#server/accounts/access/index.ts'
import { defineRoute, IdParams } from '#server/platform/http/http.ts'
import { nextPage } from '#server/platform/http/next-page.ts'
import { searchInvoices } from './actions.posting.ts'
import { recordPayment } from './actions.ts'
import { paymentsOf } from './queries.ts'
import { countPosted, paymentTotals, postedPayments } from './store.posting.ts'

export const paymentRoutes = [
  defineRoute({
    method: 'post',
    path: '/api/invoices/searches',
    who: 'representative',
    summary:
      'Find open invoices by what is on a check: a number, a name, an amount; each name shown is logged',
    rules: 'R26, R36',
    status: 200,
    body: InvoiceSearch,
    response: z.array(FoundInvoice),
    handle: ({ deps, transact, actor, body }) => searchInvoices(deps, transact, actor, body.search),
  }),
  defineRoute({
    method: 'get',
    path: '/api/payments',
    who: 'representative',
    summary:
      'Checks and cash of all campaigns, newest first, by where they are; `search`: a check or invoice number',
    rules: 'R36, R51; no names (R26)',
    query: PaymentsQuery,
    response: z.array(PostedPayment),
    handle: async ({ deps, actor, query, c }) => {
      await demandRepresentative(deps.db, actor)
      const { state, limit, cursor, search } = query
      const payments = await postedPayments(deps.db, { state, search, limit, beforeId: cursor ?? null })
      c.header('X-Total-Count', String(await countPosted(deps.db, { state, search })))
      const next = nextPage('/api/payments', payments, query)
      if (next) c.header('Link', next)
      return payments
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/payments/totals',
    who: 'representative',
    summary: 'Checks and cash: expected, to deposit, and deposited',
    rules: 'R36, R39',
    response: PaymentTotals,
    handle: async ({ deps, actor }) => {
      await demandRepresentative(deps.db, actor)
      return paymentTotals(deps.db)
    },
  }),
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
    needsSecondStep: true,
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
