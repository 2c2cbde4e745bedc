import { z } from 'zod'
import { defineRoute } from '#server/money/deps.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { answerInvoice, lookAtInvoice } from './document.ts'

export const InvoiceNumber = z.string().regex(/^INV-\d{4}-\d{6,12}$/, 'Not the number of an invoice')

export const invoiceDocumentRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/pledges/{id}/invoices/{number}/print.pdf',
    who: 'signed-in',
    summary: 'An invoice as a PDF: one’s own; when a representative opens it, it is logged in the audit log',
    rules: 'R26, R27, R36',
    params: IdParams.extend({ number: InvoiceNumber }),
    produces: 'application/pdf',
    handle: async ({ deps, transact, actor, params }) => {
      await lookAtInvoice(deps, transact, actor, params)
      const payUrl = `${deps.config.appUrl}/pledges/${params.id}`
      return answerInvoice(deps, { pledgeId: params.id, number: params.number, payUrl })
    },
  }),
]
