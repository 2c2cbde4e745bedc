import { z } from 'zod'
import { AlertOffToken } from '#domain/schemas/alert.ts'
import { defineRoute, type Route } from '#server/platform/http/http.ts'
import { turnOff } from './actions.ts'

export const pushRoutes: Route[] = [
  defineRoute({
    method: 'post',
    path: '/api/alert-devices/{token}/off',
    who: 'anyone',
    summary: 'The button "Turn off" of a push message: this browser is alerted no more about that campaign',
    rules: 'R28: the signed token of the message; R64',
    params: z.object({ token: AlertOffToken }),
    handle: ({ deps, transact, params }) => turnOff(deps, transact, params.token),
  }),
]
