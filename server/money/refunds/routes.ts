import { ChargeDetail, RefundForm } from '#domain/schemas/charge-detail.ts'
import { defineRoute, IdParams } from '#server/platform/http/http.ts'
import { refundCharge } from './actions.goodwill.ts'

export const refundRoutes = [
  defineRoute({
    method: 'post',
    path: '/api/charges/{id}/refunds',
    who: 'representative',
    needsSecondStep: true,
    summary: 'Refund a charge, whole or in part, with a reason that the supporter reads',
    rules: 'R29: never one’s own; R32, R34',
    creates: true,
    params: IdParams,
    body: RefundForm,
    response: ChargeDetail,
    handle: ({ deps, transact, actor, params, body }) => refundCharge(deps, transact, actor, params.id, body),
  }),
]
