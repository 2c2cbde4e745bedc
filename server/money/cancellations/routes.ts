import { Cancellation } from '#domain/schemas/cancellation.ts'
import { defineRoute } from '#server/money/deps.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { previewCancellation } from './preview.ts'

export const cancellationRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/campaigns/{id}/cancellation',
    who: 'representative',
    summary: 'What cancelling would void, keep or refund; changes nothing',
    rules: 'R21',
    params: IdParams,
    response: Cancellation,
    handle: ({ deps, actor, params }) => previewCancellation(deps, actor, params.id),
  }),
]
