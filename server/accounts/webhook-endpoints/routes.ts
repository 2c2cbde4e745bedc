import type { OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import {
  MAX_ENDPOINTS,
  NewWebhookSecret,
  WEBHOOK_EVENTS,
  WEBHOOK_TYPES,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointForm,
  webhookBody,
} from '#domain/schemas/webhook.ts'
import { defineRoute, pagedRoute } from '#server/accounts/deps.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { keepSecret } from '#server/platform/http/keep-secret.ts'
import {
  addEndpoint,
  listDeliveries,
  listEndpoints,
  removeEndpoint,
  replay,
  rotateSecret,
  sendTest,
} from './manage.ts'

const DeliveryParams = IdParams.extend({ eventId: z.uuid('Not an id') })
const CREATED = 201

export const webhookEndpointRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/organizations/{id}/webhook-endpoints',
    who: 'owner',
    keys: 'none',
    summary: 'The addresses that are told of what happens in the organization',
    rules: 'R81',
    params: IdParams,
    response: z.array(WebhookEndpoint),
    handle: ({ deps, actor, params }) => listEndpoints(deps, actor, params.id),
  }),
  defineRoute({
    method: 'post',
    path: '/api/organizations/{id}/webhook-endpoints',
    who: 'owner',
    needsSecondStep: true,
    summary: `Add an address, at most ${MAX_ENDPOINTS}; the answer has its secret, this once`,
    rules: 'R29, R81',
    // Without an Idempotency-Key: stored answers have no secrets. The same address again is a 409.
    status: CREATED,
    params: IdParams,
    body: WebhookEndpointForm,
    response: NewWebhookSecret,
    handle: ({ deps, transact, actor, params, body, c }) => {
      keepSecret(c)
      return addEndpoint(deps, transact, actor, params.id, body)
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/webhook-endpoints',
    who: 'representative',
    summary: 'The addresses of the provider, which are told of what happens in all organizations',
    rules: 'R81',
    response: z.array(WebhookEndpoint),
    handle: ({ deps, actor }) => listEndpoints(deps, actor, null),
  }),
  defineRoute({
    method: 'post',
    path: '/api/webhook-endpoints',
    who: 'representative',
    needsSecondStep: true,
    summary: `Add an address of the provider, at most ${MAX_ENDPOINTS}; the answer has its secret, this once`,
    rules: 'R29, R81',
    status: CREATED,
    body: WebhookEndpointForm,
    response: NewWebhookSecret,
    handle: ({ deps, transact, actor, body, c }) => {
      keepSecret(c)
      return addEndpoint(deps, transact, actor, null, body)
    },
  }),
  defineRoute({
    method: 'delete',
    path: '/api/webhook-endpoints/{id}',
    who: 'owner',
    summary: 'Remove an address with its deliveries; nothing more is sent to it',
    rules: 'R81',
    params: IdParams,
    handle: ({ deps, transact, actor, params }) => removeEndpoint(deps, transact, actor, params.id),
  }),
  defineRoute({
    method: 'post',
    path: '/api/webhook-endpoints/{id}/secrets',
    who: 'owner',
    needsSecondStep: true,
    summary: 'A new secret, shown this once; the one from before signs for 24 hours more',
    rules: 'R29, R81',
    status: CREATED,
    params: IdParams,
    response: NewWebhookSecret,
    handle: ({ deps, transact, actor, params, c }) => {
      keepSecret(c)
      return rotateSecret(deps, transact, actor, params.id)
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/webhook-endpoints/{id}/tests',
    who: 'owner',
    summary: 'Send one webhook.test now, once; a disabled address that accepts it is in use again',
    rules: 'R81',
    status: CREATED,
    params: IdParams,
    response: WebhookDelivery,
    handle: ({ deps, transact, actor, params }) => sendTest(deps, transact, actor, params.id),
  }),
  ...pagedRoute({
    path: '/api/webhook-endpoints/{id}/deliveries',
    who: 'owner',
    summary: 'What was sent to it in the last 30 days, and what waits; newest first',
    rules: 'R81, R51',
    params: IdParams,
    row: WebhookDelivery,
    open: ({ deps, actor, params }) => listDeliveries(deps, actor, params.id),
  }),
  defineRoute({
    method: 'post',
    path: '/api/webhook-endpoints/{id}/deliveries/{eventId}/replays',
    who: 'owner',
    summary: 'Send an event again now, under the same webhook-id',
    rules: 'R81',
    status: CREATED,
    params: DeliveryParams,
    response: WebhookDelivery,
    handle: ({ deps, transact, actor, params }) =>
      replay(deps, transact, actor, { endpointId: params.id, eventId: params.eventId }),
  }),
]

const header = (description: string) => z.string().meta({ description })

/** The section `webhooks` of the API's description: what each type sends. */
export function describeWebhooks(app: OpenAPIHono): void {
  const headers = z.object({
    'webhook-id': header(
      'The same in every attempt and replay: what was handled under it is not handled again',
    ),
    'webhook-timestamp': header('When this attempt was made, in seconds since 1970'),
    'webhook-signature': header('v1 signatures, separated by spaces; one matches'),
  })
  for (const type of WEBHOOK_TYPES)
    app.openAPIRegistry.registerWebhook({
      method: 'post',
      path: type,
      summary: WEBHOOK_EVENTS[type].about,
      request: { headers, body: { content: { 'application/json': { schema: webhookBody(type) } } } },
      responses: {
        '2XX': { description: 'Accepted' },
        '410': { description: 'Nothing more is sent to this address' },
        default: { description: 'Tried again for 24 hours, no earlier than Retry-After asks' },
      },
    })
}
