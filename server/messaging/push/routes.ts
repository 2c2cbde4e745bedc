import { z } from 'zod'
import { AlertOffToken, PushRenewalForm } from '#domain/schemas/alert.ts'
import { clientAddress, isFromNetwork } from '#server/platform/http/client-address.ts'
import { defineRoute, type Route } from '#server/platform/http/http.ts'
import { renewDevice, turnOff } from './devices.ts'

export const pushRoutes: Route[] = [
  defineRoute({
    method: 'post',
    path: '/api/alert-devices/{token}/off',
    who: 'anyone',
    summary: 'The "Turn off" button of a push message: this browser gets no more alerts about that campaign',
    rules: 'R28: the signed token of the message; R64',
    params: z.object({ token: AlertOffToken }),
    handle: ({ deps, transact, params }) => turnOff(deps, transact, params.token),
  }),
  defineRoute({
    method: 'post',
    path: '/api/alert-devices/renewals',
    who: 'anyone',
    summary:
      'A browser has renewed its push subscription; the response is the same whether or not the old one is known',
    rules: 'R28: the old address with its secret; R64',
    body: PushRenewalForm,
    handle: async ({ deps, transact, body, c }) => {
      if (isFromNetwork(c)) await deps.limits.take('writes', `push:${clientAddress(c)}`)
      await renewDevice(deps, transact, body)
    },
  }),
]
