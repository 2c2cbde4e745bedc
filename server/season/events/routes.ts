import { z } from 'zod'
import { Event, EventForm, EventUpdate } from '#domain/schemas/event.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { answerPublicly } from '#server/platform/http/public-answer.ts'
import { defineRoute } from '#server/season/deps.ts'
import { scheduleFeed } from './actions.feed.ts'
import { createEvent, updateEvent } from './actions.ts'

export const EventParams = IdParams.extend({ eventId: z.uuid('Not an id') })

export const eventRoutes = [
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/events',
    who: 'owner',
    summary: 'Add an event',
    rules: 'R22, R24: owners while it is a draft',
    creates: true,
    params: IdParams,
    body: EventForm,
    response: Event,
    handle: ({ deps, transact, actor, params, body }) => createEvent(deps, transact, actor, params.id, body),
  }),
  defineRoute({
    method: 'put',
    path: '/api/campaigns/{id}/events/{eventId}',
    who: 'owner',
    summary: 'Change an event',
    rules: 'R22, R24: owners while it is a draft',
    params: EventParams,
    body: EventUpdate,
    response: Event,
    handle: ({ deps, transact, actor, params, body, ifMatch }) =>
      updateEvent(
        deps,
        transact,
        actor,
        { campaignId: params.id, eventId: params.eventId, ifMatch },
        body as never,
      ),
  }),
  defineRoute({
    method: 'get',
    path: '/api/campaigns/{id}/schedule.ics',
    who: 'anyone',
    summary: 'The schedule, to subscribe to from a calendar',
    rules: 'R22, R23: never a draft’s',
    params: IdParams,
    produces: 'text/calendar',
    handle: async ({ deps, params, c }) =>
      answerPublicly(c, {
        ...(await scheduleFeed(deps, params.id)),
        type: 'text/calendar; charset=utf-8',
        extra: { 'Content-Disposition': 'inline; filename="schedule.ics"' },
      }),
  }),
]
