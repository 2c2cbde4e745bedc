import { z } from 'zod'
import { notFound } from '#domain/errors.ts'
import { UnprocessedCardEvent } from '#domain/schemas/card-event.ts'
import { defineRoute } from '#server/money/deps.ts'

import { listUnprocessed, processAgain, receiveEvent } from './receive.ts'

/** Stripe's events are a few thousand bytes. */
const MAX_BYTES = 1_000_000

export const cardEventRoutes = [
  defineRoute({
    method: 'post',
    path: '/api/webhooks/stripe',
    who: 'anyone',
    summary: 'Stripe reports its events; accepted only with its signature over these bytes',
    rules: 'R28, R34, R35; only where cards are Stripe’s and STRIPE_WEBHOOK_SECRET is set',
    upload: { type: 'application/json', mostBytes: MAX_BYTES },
    response: z.object({ received: z.literal(true) }),
    handle: async ({ deps, file, c }) => {
      const { provider, events } = deps.cards
      if (provider !== 'stripe' || !events) throw notFound('Page')
      await receiveEvent(deps, events, { body: file, signature: c.req.header('stripe-signature') ?? '' })
      return { received: true }
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/card-events/unprocessed',
    who: 'representative',
    summary: 'What the card provider reported and no attempt could process, newest first',
    rules: 'R34',
    response: z.array(UnprocessedCardEvent),
    handle: ({ deps, actor }) => listUnprocessed(deps, deps.db, actor),
  }),
  defineRoute({
    method: 'post',
    path: '/api/card-events/{id}/retry',
    who: 'representative',
    summary: 'Process a failed card provider event again, with a full set of attempts',
    rules: 'R34',
    params: z.object({ id: z.string().regex(/^evt_\w{1,250}$/, 'Not an event’s id') }),
    handle: ({ deps, transact, actor, params: { id } }) => processAgain(deps, transact, actor, id),
  }),
]
