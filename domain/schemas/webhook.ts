/** What systems that listen are sent (Standard Webhooks 1.0): ids, amounts and days, never a person. */
import { z } from 'zod'
import { Amount, Instant, id, text } from './fields.ts'

const Campaign = z.object({ campaignId: id, organizationId: id })
const MoneyMode = z.enum(['live', 'sandbox']).describe('Real money, or test money')

const Result = Campaign.extend({
  resultId: id,
  statisticId: id,
  eventId: id.nullable().describe('The match; null for a count without one'),
  total: z.number().describe('What the result states for its match, such as 3 goals'),
})

/** Entries of the journal that change what a campaign collected. */
export const COLLECTED_BY = [
  'charge',
  'payment',
  'refund',
  'reversal',
  'set_off',
  'dispute',
  'dispute_won',
] as const

const Collected = Campaign.extend({
  pledgeId: id.nullable(),
  entryId: id.describe('The entry of the journal'),
  kind: z.enum(COLLECTED_BY).describe('What the entry is about'),
  amount: Amount,
  commission: Amount.describe('The provider’s part of the amount'),
  moneyMode: MoneyMode,
})

const PaidOut = z.object({ organizationId: id, payoutId: id, amount: Amount, moneyMode: MoneyMode })

/** Every type of event: what happened, and the shape of its data. */
export const WEBHOOK_EVENTS = {
  'campaign.activated': { about: 'A draft was activated', data: Campaign },
  'campaign.completed': {
    about: 'A campaign ended, by its end date, its final settlement or a representative',
    data: Campaign,
  },
  'result.confirmed': { about: 'A second person confirmed a result', data: Result },
  'result.voided': { about: 'A second person confirmed that a result is void', data: Result },
  'pledge.made': {
    about: 'A pledge counts: confirmed by its supporter and, if it was held, released',
    data: Campaign.extend({
      pledgeId: id,
      agreedMaximum: Amount.describe('The most it can owe'),
      expected: Amount.describe('What it will probably come to'),
    }),
  },
  'settlement.locked': {
    about: 'A settlement was locked',
    data: Campaign.extend({
      settlementId: id,
      version: z.number(),
      kind: z.enum(['progress', 'final']),
      toBill: Amount.describe('What it bills'),
      chargeAt: Instant.describe('When cards are charged'),
    }),
  },
  'payment.received': {
    about: 'Collected: a charge or payment, a dispute that was won, a refund that was not paid after all',
    data: Collected,
  },
  'payment.refunded': {
    about: 'No longer collected: a refund, a dispute, a payment that bounced',
    data: Collected,
  },
  'payout.sent': { about: 'A payout was sent', data: PaidOut },
  'payout.returned': { about: 'All of a payout came back, or a part', data: PaidOut },
  'webhook.test': { about: 'Someone pressed Send test', data: z.object({}) },
} as const
export type WebhookType = keyof typeof WEBHOOK_EVENTS
export const WEBHOOK_TYPES = Object.keys(WEBHOOK_EVENTS) as [WebhookType, ...WebhookType[]]
export type WebhookData<Type extends WebhookType> = z.infer<(typeof WEBHOOK_EVENTS)[Type]['data']>

/** The body of a webhook. */
export const webhookBody = <Type extends WebhookType>(type: Type) =>
  z.object({
    type: z.literal(type),
    timestamp: Instant.describe('When it happened'),
    url: z.url().describe('Where the API says more, to those who may read it'),
    data: WEBHOOK_EVENTS[type].data,
  })

/** The specification's advice for payloads. */
export const MAX_WEBHOOK_BYTES = 20_000

/** Where the API says more about an event. */
export function apiPathOf(type: WebhookType, data: Record<string, unknown>): string {
  const campaign = `/api/campaigns/${data.campaignId}`
  switch (type) {
    case 'campaign.activated':
    case 'campaign.completed':
      return campaign
    case 'result.confirmed':
    case 'result.voided':
      return `${campaign}/results`
    case 'pledge.made':
      return `/api/pledges/${data.pledgeId}`
    case 'settlement.locked':
      return `${campaign}/settlements`
    case 'payment.received':
    case 'payment.refunded':
      return `${campaign}/balance`
    case 'payout.sent':
    case 'payout.returned':
      return `/api/payouts/${data.payoutId}`
    case 'webhook.test':
      return '/api/openapi.json'
  }
}

/** Endpoints of one organization, and of the provider. */
export const MAX_ENDPOINTS = 5

export const WebhookEndpointForm = z.object({
  url: text(500, 'Enter the address that receives the webhooks'),
})
export type WebhookEndpointForm = z.output<typeof WebhookEndpointForm>

export const WebhookEndpoint = z.object({
  id,
  /** Null: the provider's, for events of all organizations. */
  organizationId: id.nullable(),
  url: z.string(),
  createdAt: Instant,
  /** It answered 410 Gone then, and is sent nothing until it accepts a test or what is sent again. */
  disabledAt: Instant.nullable(),
  /** It did not answer, or asked for time: nothing is sent before, unless it accepts a test or what is sent again. */
  pausedUntil: Instant.nullable(),
  /** Until when the secret from before the last rotation signs, too. */
  previousSecretUntil: Instant.nullable(),
  /** Of the last 30 days. */
  deliveries: z.object({ waiting: z.number(), delivered: z.number(), failed: z.number() }),
})
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>

/** Right after it was made: its secret is shown this once. */
export const NewWebhookSecret = WebhookEndpoint.extend({ secret: z.string() })
export type NewWebhookSecret = z.infer<typeof NewWebhookSecret>

const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const

export const WebhookDelivery = z.object({
  /** The event's; the header `webhook-id` is `msg_` and this. */
  id,
  type: z.enum(WEBHOOK_TYPES),
  happenedAt: Instant,
  state: z.enum(DELIVERY_STATES),
  attempts: z.number(),
  lastAttemptAt: Instant.nullable(),
  /** Of what waits: when it is tried again. */
  nextAttemptAt: Instant.nullable(),
  /** The HTTP status of the last answer; null: none. */
  statusCode: z.number().nullable(),
  /** Why there was no answer. */
  problem: z.enum(['no_answer', 'not_public']).nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>
