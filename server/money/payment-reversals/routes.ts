import { z } from 'zod'
import { PostedPayment, TakeBackForm } from '#domain/schemas/payment.ts'
import { defineRoute } from '#server/money/deps.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { reversePayment } from './reverse.ts'

export const paymentReversalRoutes = [
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/payments/{paymentId}/reversal',
    who: 'representative',
    needsSecondStep: true,
    summary: 'Reverse a payment: the check bounced, or it was posted by mistake; its invoice is reopened',
    rules: 'R5, R29, R36',
    creates: true,
    params: IdParams.extend({ paymentId: z.uuid('Not an id') }),
    body: TakeBackForm,
    response: PostedPayment,
    handle: ({ deps, transact, actor, params, body }) =>
      reversePayment(deps, transact, actor, { campaignId: params.id, paymentId: params.paymentId }, body),
  }),
]
