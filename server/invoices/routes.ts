import { z } from 'zod'
import { Invoice } from '#domain/schemas/settlement.ts'
import { accessWith } from '#server/campaigns/access.ts'
import { defineRoute, IdParams } from '#server/http.ts'
import { answerInvoice, lookAtInvoice } from './actions.print.ts'
import { invoicesOf } from './actions.ts'

export const InvoiceNumber = z.string().regex(/^INV-\d{4}-\d{6,12}$/, 'Not the number of an invoice')

export const invoiceRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/pledges/{id}/invoices/{number}/print.pdf',
    who: 'signed-in',
    summary: 'An invoice as a PDF: one’s own; a representative’s look at it is written into the audit log',
    rules: 'R26, R27, R36',
    params: IdParams.extend({ number: InvoiceNumber }),
    produces: 'application/pdf',
    handle: async ({ deps, transact, actor, params }) => {
      await lookAtInvoice(deps, transact, actor, params)
      const payUrl = `${deps.config.appUrl}/pledges/${params.id}`
      return answerInvoice(deps, { pledgeId: params.id, number: params.number, payUrl })
    },
  }),
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
