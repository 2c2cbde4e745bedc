import { ActForm, Resolution } from '#domain/schemas/exception.ts'
import { defineRoute } from '#server/money/deps.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { act } from './actions.ts'

export const resolutionRoutes = [
  defineRoute({
    method: 'post',
    path: '/api/exceptions/{id}/acts',
    who: 'representative',
    needsSecondStep: true,
    summary: 'Resolve an exception at once, in one of the ways that need no second person',
    rules: 'R34',
    creates: true,
    params: IdParams,
    body: ActForm,
    response: Resolution,
    handle: ({ deps, transact, actor, params, body }) => act(deps, transact, actor, params.id, body),
  }),
]
