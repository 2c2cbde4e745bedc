import { queryOptions } from '@tanstack/react-query'
import type { WebhookDelivery, WebhookEndpoint } from '#domain/schemas/webhook.ts'
import { organizationPath } from './organizations.ts'

/** Where a party's addresses for webhooks are: an organization's, or with null the provider's. */
export const webhooksPath = (organizationId: string | null): string =>
  organizationId === null ? '/api/webhook-endpoints' : `${organizationPath(organizationId)}/webhook-endpoints`

export const webhookPath = (id: string): string => `/api/webhook-endpoints/${encodeURIComponent(id)}`

export const webhooksQuery = (organizationId: string | null) =>
  queryOptions<WebhookEndpoint[]>({
    queryKey: ['webhooks', organizationId],
    meta: { path: webhooksPath(organizationId) },
    retry: false,
  })

export const SHOWN_DELIVERIES = 50

/** The newest of one address. */
export const webhookDeliveriesQuery = (id: string) =>
  queryOptions<WebhookDelivery[]>({
    queryKey: ['webhooks', 'deliveries', id],
    meta: { path: `${webhookPath(id)}/deliveries?limit=${SHOWN_DELIVERIES}` },
    retry: false,
  })
