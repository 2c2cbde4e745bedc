import { z } from 'zod'
import { Event, EventForm, EventUpdate } from '#domain/schemas/event.ts'
import { defineRoute, IdParams } from '#server/http.ts'
import { createEvent, updateEvent } from './actions.ts'

const EventParams = IdParams.extend({ eventId: z.uuid('Not an id') })

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
]
