import { defineRoute } from '#server/money/deps.ts'
import { IdParams, NO_SNIFFING } from '#server/platform/http/http.ts'
import { evidenceOf } from './evidence.ts'

export const disputeEvidenceRoutes = [
  defineRoute({
    method: 'post',
    path: '/api/charges/{id}/evidence',
    who: 'representative',
    summary: 'Dispute evidence as a PDF: consent, matches, emails, the charge; each download is logged',
    rules: 'R26, R35',
    params: IdParams,
    produces: 'application/pdf',
    handle: async ({ deps, transact, actor, params, c }) => {
      const facts = await evidenceOf(deps, transact, actor, params.id)
      const bytes = await deps.studio.draw(null, { kind: 'evidence', facts })
      return c.body(new Uint8Array(bytes), 200, {
        ...NO_SNIFFING,
        'Content-Type': 'application/pdf',
        'Content-Disposition': `attachment; filename="evidence-${params.id}.pdf"`,
        'Cache-Control': 'private, no-store',
      })
    },
  }),
]
