import { z } from 'zod'
import {
  QueuedThankYou,
  ThankYou,
  ThankYouDecision,
  ThankYouForm,
  ThankYouQuery,
  ThankYous,
} from '#domain/schemas/thank-you.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { defineRoute, pagedRoute } from '#server/season/deps.ts'
import { countQueued, queuedThankYous } from './store.ts'
import { decideThankYou, listThankYous, OWN, withdrawThankYou, writeThankYou } from './thank-yous.ts'

const ThankYouParams = IdParams.extend({ thankYouId: z.uuid('Not an id') })

export const thankYouRoutes = [
  ...pagedRoute({
    path: '/api/thank-yous',
    who: 'representative',
    summary: 'Emails of thanks of all campaigns that wait for a representative, longest waiting first',
    rules: 'R43, R51',
    row: QueuedThankYou,
    open: async ({ deps, actor }) => {
      await demandRepresentative(deps.db, actor)
      const own = { userId: actor.userId, reason: OWN }
      return {
        read: ({ limit, beforeId }) => queuedThankYous(deps.db, { limit, afterId: beforeId, own }),
        count: () => countQueued(deps.db),
      }
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/campaigns/{id}/thank-yous',
    who: 'owner',
    summary:
      'Emails of thanks, newest first, and how many supporters, of all or of one match, the next would go to; no names',
    rules: 'R26, R43',
    params: IdParams,
    query: ThankYouQuery,
    response: ThankYous,
    handle: ({ deps, actor, params, query }) => listThankYous(deps, actor, params.id, query.eventId ?? null),
  }),
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/thank-yous',
    who: 'owner',
    keys: 'none',
    summary:
      'Write an email of thanks to all supporters, or to those of one match; a representative approves it first',
    rules: 'R43',
    creates: true,
    params: IdParams,
    body: ThankYouForm,
    response: ThankYou,
    handle: ({ deps, transact, actor, params, body }) =>
      writeThankYou(deps, transact, actor, params.id, body),
  }),
  defineRoute({
    method: 'delete',
    path: '/api/campaigns/{id}/thank-yous/{thankYouId}',
    who: 'owner',
    summary: 'Withdraw one that waits',
    rules: 'R43',
    params: ThankYouParams,
    handle: ({ deps, transact, actor, params }) =>
      withdrawThankYou(deps, transact, actor, { campaignId: params.id, thankYouId: params.thankYouId }),
  }),
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/thank-yous/{thankYouId}/decision',
    who: 'representative',
    keys: 'none',
    summary: 'Have it sent, or decline it and say what to change; its author is mailed',
    rules: 'R43',
    params: ThankYouParams,
    body: ThankYouDecision,
    handle: ({ deps, transact, actor, params, body }) =>
      decideThankYou(deps, transact, actor, { campaignId: params.id, thankYouId: params.thankYouId }, body),
  }),
]
