import { z } from 'zod'
import { ChargeDetail, RefundForm } from '#domain/schemas/charge.ts'
import { AdjustmentForm } from '#domain/schemas/exception.ts'
import { ManualRefundForm } from '#domain/schemas/manual-refund.ts'
import { SignOff } from '#domain/schemas/sign-off.ts'
import { defineRoute } from '#server/money/deps.ts'
import { IdParams, NO_SNIFFING } from '#server/platform/http/http.ts'
import {
  approve,
  attach,
  listSignOffs,
  prepare,
  prepareAdjustment,
  readAttachment,
  refundCharge,
  withdraw,
} from './approve.ts'

export const signOffRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/sign-offs',
    who: 'representative',
    summary: 'What was prepared and waits for another representative, oldest first; no names of supporters',
    rules: 'R26, R29, R51',
    response: z.array(SignOff),
    handle: ({ deps, actor }) => listSignOffs(deps, actor),
  }),
  defineRoute({
    method: 'post',
    path: '/api/sign-offs/{id}/approval',
    who: 'representative',
    needsSecondStep: true,
    summary: 'Approve what another representative prepared: it is done at once',
    rules: 'R29: a second person, not for their own pledge',
    creates: true,
    params: IdParams,
    response: SignOff,
    handle: ({ deps, transact, actor, params }) => approve(deps, transact, actor, params.id),
  }),
  defineRoute({
    method: 'delete',
    path: '/api/sign-offs/{id}',
    who: 'representative',
    needsSecondStep: true,
    summary: 'Withdraw what was prepared',
    rules: 'R29',
    params: IdParams,
    response: SignOff,
    handle: ({ deps, transact, actor, params }) => withdraw(deps, transact, actor, params.id),
  }),
  defineRoute({
    method: 'post',
    path: '/api/charges/{id}/refunds',
    who: 'representative',
    needsSecondStep: true,
    summary:
      'Refund a charge, whole or in part, with a reason that the supporter reads; above a limit, prepare it',
    rules: 'R29: never one’s own; R32, R34',
    creates: true,
    params: IdParams,
    body: RefundForm,
    response: ChargeDetail,
    handle: ({ deps, transact, actor, params, body }) => refundCharge(deps, transact, actor, params.id, body),
  }),
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/repayments',
    who: 'representative',
    needsSecondStep: true,
    summary: 'Prepare a manual refund: an overpayment, or a refund that no card can take',
    rules: 'R5, R29, R32, R36',
    creates: true,
    params: IdParams,
    body: ManualRefundForm,
    response: SignOff,
    handle: ({ deps, transact, actor, params: { id: campaignId }, body: form }) =>
      prepare(deps, transact, actor, { kind: 'manual_refund', campaignId, subjectId: form.sourceId, form }),
  }),
  defineRoute({
    method: 'post',
    path: '/api/exceptions/{id}/adjustments',
    who: 'representative',
    needsSecondStep: true,
    summary: 'Prepare an adjustment that closes an exception: a balanced posting, with a reason',
    rules: 'R5, R29, R34',
    creates: true,
    params: IdParams,
    body: AdjustmentForm,
    response: SignOff,
    handle: ({ deps, transact, actor, params, body }) =>
      prepareAdjustment(deps, transact, actor, params.id, body),
  }),
  defineRoute({
    method: 'post',
    path: '/api/sign-offs/{id}/attachment',
    who: 'representative',
    needsSecondStep: true,
    summary:
      'Attach what it can be checked with: the file itself is the body, PDF, JPEG or PNG, at most 2 MB',
    rules: 'R29: by the one who prepared it, until it is approved',
    creates: true,
    params: IdParams,
    upload: { type: 'application/octet-stream', mostBytes: 2_000_000 },
    response: SignOff,
    handle: ({ deps, transact, actor, params: { id }, file }) => attach(deps, transact, actor, { id, file }),
  }),
  defineRoute({
    method: 'get',
    path: '/api/sign-offs/{id}/attachment',
    who: 'representative',
    summary: 'What was attached',
    rules: 'R29',
    params: IdParams,
    produces: 'application/octet-stream',
    handle: async ({ deps, actor, params, c }) => {
      const { bytes, type } = await readAttachment(deps, actor, params.id)
      const isHead = c.req.raw.method === 'HEAD'
      return new Response(isHead ? null : bytes, {
        headers: {
          ...NO_SNIFFING,
          'Content-Type': type,
          'Content-Disposition': `attachment; filename="attachment-${params.id}.${type.split('/')[1]}"`,
          'Cache-Control': 'private, no-store',
          Vary: 'Authorization',
        },
      })
    },
  }),
]
