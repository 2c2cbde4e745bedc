import { z } from 'zod'
import { AlertChoice, AlertForm } from '#domain/schemas/alert.ts'
import { LinkToken } from '#domain/schemas/pledge-link.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { keepSecret } from '#server/platform/http/keep-secret.ts'
import { defineRoute } from '#server/season/deps.ts'
import { alertChoice, chooseAlerts, linkedAsker, ownAsker } from './alerts.ts'

const TokenParams = z.object({ token: LinkToken })

export const alertRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/pledges/{id}/alerts',
    who: 'signed-in',
    summary: 'Whether the caller is alerted about results of the campaign of their own pledge',
    rules: 'R27, R64',
    params: IdParams,
    response: AlertChoice,
    handle: ({ deps, actor, params }) => alertChoice(deps, ownAsker(actor, params.id)),
  }),
  defineRoute({
    method: 'post',
    path: '/api/pledges/{id}/alerts',
    who: 'signed-in',
    summary: 'Turn these alerts on by push or email, change their quiet hours, or turn them off',
    rules: 'R27, R64',
    params: IdParams,
    body: AlertForm,
    response: AlertChoice,
    handle: ({ deps, transact, actor, params, body }) =>
      chooseAlerts(deps, transact, ownAsker(actor, params.id), body),
  }),
  defineRoute({
    method: 'get',
    path: '/api/pledge-links/{token}/alerts',
    who: 'anyone',
    summary: 'The same by the link of a pledge; changes nothing',
    rules: 'R44, R64',
    params: TokenParams,
    response: AlertChoice,
    handle: async ({ deps, params, c }) => {
      keepSecret(c)
      return alertChoice(deps, await linkedAsker(deps, params.token))
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/pledge-links/{token}/alerts',
    who: 'anyone',
    summary: 'Turn these alerts on or off by the link of a pledge',
    rules: 'R28, R44, R64',
    params: TokenParams,
    body: AlertForm,
    response: AlertChoice,
    handle: async ({ deps, transact, params, body, c }) => {
      keepSecret(c)
      return chooseAlerts(deps, transact, await linkedAsker(deps, params.token), body)
    },
  }),
]
