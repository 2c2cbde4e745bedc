import { Invoice } from '#domain/schemas/settlement.ts'
import { accessWith } from '#server/accounts/access/index.ts'
import { pagedRoute } from '#server/money/deps.ts'
import { IdParams } from '#server/platform/http/http.ts'

import { invoicesOf } from './store.ts'

export const invoiceRoutes = pagedRoute({
  path: '/api/campaigns/{id}/invoices',
  who: 'representative',
  summary: 'Invoices, newest first',
  rules: 'R36',
  params: IdParams,
  row: Invoice,
  open: async ({ deps, actor, params: { id } }) => {
    await accessWith(deps.db, actor, id, 'canSettle')
    return { read: (page) => invoicesOf(deps.db, id, page) }
  },
})
