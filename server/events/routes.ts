import { z } from 'zod'
import {
  Event,
  EventForm,
  EventUpdate,
  MergeForm,
  ScheduleForm,
  SchedulePreview,
} from '#domain/schemas/event.ts'
import { answerPublicly } from '#server/campaigns/list-answer.ts'
import { defineRoute, IdParams } from '#server/http.ts'
import { mergeEvents, removeEvent } from '#server/results/actions.merge.ts'
import { scheduleFeed } from './actions.feed.ts'
import { importSchedule, previewSchedule } from './actions.import.ts'
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
  defineRoute({
    method: 'delete',
    path: '/api/campaigns/{id}/events/{eventId}',
    who: 'owner',
    summary:
      'Remove an event of which nothing is confirmed; its waiting results are voided. Answers what it was',
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
      'Merge an event into another of its day while nothing of it is confirmed: it is archived, and its waiting results are entered there',
    rules: 'R17, R18, R19: whoever may confirm results',
    params: EventParams,
    body: MergeForm,
    response: Event,
    handle: ({ deps, transact, actor, params, body }) =>
      mergeEvents(deps, transact, actor, { campaignId: params.id, eventId: params.eventId }, body.into),
  }),
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/events/imports/preview',
    who: 'owner',
    summary: 'What importing this schedule would do: CSV, or the text of an .ics file; changes nothing',
    rules: 'R19, R22, R24: owners while it is a draft',
    params: IdParams,
    body: ScheduleForm,
    response: SchedulePreview,
    handle: ({ deps, actor, params, body }) => previewSchedule(deps, actor, params.id, body),
  }),
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/events/imports',
    who: 'owner',
    summary: 'Import a schedule: all rows or none',
    rules: 'R19, R22, R24: owners while it is a draft',
    creates: true,
    params: IdParams,
    body: ScheduleForm,
    response: SchedulePreview,
    handle: ({ deps, transact, actor, params, body }) =>
      importSchedule(deps, transact, actor, params.id, body),
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
