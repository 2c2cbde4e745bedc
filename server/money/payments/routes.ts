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
import { defineRoute, pagedRoute } from '#server/money/deps.ts'
import { IdParams } from '#server/platform/http/http.ts'

import { postPayment, searchInvoices } from './post.ts'
import { countPosted, paymentsOf, paymentTotals, postedPayments } from './store.ts'

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
  ...pagedRoute({
    path: '/api/payments',
    who: 'representative',
    summary:
      'Checks and cash of all campaigns, newest first, by where they are; `search`: a check or invoice number',
    rules: 'R36, R51; no names (R26)',
    query: PaymentsQuery,
    row: PostedPayment,
    open: async ({ deps, actor, query: { state, search } }) => {
      await demandRepresentative(deps.db, actor)
      return {
        read: (page) => postedPayments(deps.db, { ...page, state, search }),
        count: () => countPosted(deps.db, { state, search }),
      }
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
  ...pagedRoute({
    path: '/api/campaigns/{id}/payments',
    who: 'representative',
    summary: 'Checks and cash, newest first',
    rules: 'R36',
    params: IdParams,
    row: Payment,
    open: async ({ deps, actor, params: { id } }) => {
      await accessWith(deps.db, actor, id, 'canSettle')
      return { read: (page) => paymentsOf(deps.db, id, page) }
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
      transact((tx) => postPayment(deps, tx, actor, params.id, body)),
  }),
]
