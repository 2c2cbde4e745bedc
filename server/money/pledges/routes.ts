import { notFound } from '#domain/errors.ts'
import {
  LineChangeAgreed,
  LineChangeForm,
  LineChangePreview,
  PledgeChange,
  PledgeDetail,
} from '#domain/schemas/pledge.ts'
import { defineRoute } from '#server/money/deps.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { cancelPledge, changePledge } from './change.ts'
import { pledgeFor } from './detail.ts'
import { changeLine, previewChange } from './line-changes.ts'

export const pledgeAccountRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/pledges/{id}',
    who: 'signed-in',
    keys: 'providers',
    summary: 'One pledge: what each match added, what is charged and when',
    rules: 'R9, R10, R27',
    params: IdParams,
    response: PledgeDetail,
    handle: async ({ deps, actor, params }) => {
      const pledge = await pledgeFor(deps, actor, params.id)
      if (!pledge) throw notFound('Pledge')
      return pledge
    },
  }),
  defineRoute({
    method: 'put',
    path: '/api/pledges/{id}',
    who: 'signed-in',
    summary: 'Lower the maximum of one’s own pledge, or have it paid with another card',
    rules: 'R11, R12, R14, R35',
    creates: true,
    status: 200,
    params: IdParams,
    body: PledgeChange,
    response: PledgeDetail,
    handle: ({ deps, transact, actor, params, body, ifMatch }) =>
      changePledge(deps, transact, actor, { ...body, pledgeId: params.id, ifMatch }),
  }),
  defineRoute({
    method: 'post',
    path: '/api/pledges/{id}/changes',
    who: 'signed-in',
    summary: 'Raise, stop or add a line of one’s own pledge, with the maximum that was shown',
    rules: 'R8, R11, R12, R15, R58',
    creates: true,
    limit: 'pledges',
    params: IdParams,
    body: LineChangeAgreed,
    response: PledgeDetail,
    handle: ({ deps, transact, actor, params, body, ifMatch }) =>
      changeLine(deps, transact, actor, { ...body, pledgeId: params.id, ifMatch }),
  }),
  defineRoute({
    method: 'get',
    path: '/api/pledges/{id}/changes/preview',
    who: 'signed-in',
    summary: 'The most that can be owed once a line is raised, stopped or added',
    rules: 'R8, R58',
    params: IdParams,
    query: LineChangeForm,
    response: LineChangePreview,
    handle: ({ deps, actor, params, query }) => previewChange(deps, actor, { ...query, pledgeId: params.id }),
  }),
  defineRoute({
    method: 'post',
    path: '/api/pledges/{id}/cancellation',
    who: 'signed-in',
    summary: 'Cancel one’s own pledge, while nothing was charged and no result has counted',
    rules: 'R11, R12, R14',
    creates: true,
    params: IdParams,
    response: PledgeDetail,
    handle: ({ deps, transact, actor, params, ifMatch }) =>
      cancelPledge(deps, transact, actor, { pledgeId: params.id, ifMatch }),
  }),
]
