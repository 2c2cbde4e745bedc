/** When an event leaves the schedule, its results move or are voided. */
import { Event, MergeForm } from '#domain/schemas/event.ts'
import { defineRoute } from '#server/season/deps.ts'

import { EventParams } from '#server/season/events/index.ts'
import { mergeEvents, removeEvent } from './actions.merge.ts'

export const resultEventRoutes = [
  defineRoute({
    method: 'delete',
    path: '/api/campaigns/{id}/events/{eventId}',
    who: 'owner',
    summary:
      'Remove an event of which nothing is confirmed; its unconfirmed results are voided. Returns what it was',
    rules: 'R17, R22, R24: owners while it is a draft',
    params: EventParams,
    response: Event,
    handle: ({ deps, transact, actor, params }) =>
      removeEvent(deps, transact, actor, { campaignId: params.id, eventId: params.eventId }),
  }),
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/events/{eventId}/merge',
    who: 'owner',
    summary:
      'Merge an event into another of its day while nothing of it is confirmed: it is archived, and its unconfirmed results are entered there',
    rules: 'R17, R18, R19: whoever may confirm results',
    params: EventParams,
    body: MergeForm,
    response: Event,
    handle: ({ deps, transact, actor, params, body }) =>
      mergeEvents(deps, transact, actor, { campaignId: params.id, eventId: params.eventId }, body.into),
  }),
]
