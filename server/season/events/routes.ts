import { z } from 'zod'
import { SPORT } from '#domain/campaigns/vocabulary.ts'
import type { CsvColumn } from '#domain/csv.ts'
import { notFound } from '#domain/errors.ts'
import { Event, EventForm, EventUpdate } from '#domain/schemas/event.ts'
import { calendarText } from '#domain/season/calendar-feed.ts'
import { startInFile } from '#domain/season/event-times.ts'
import type { Access } from '#server/accounts/access/index.ts'
import type { CachedBody } from '#server/platform/cache/cache.ts'
import { publicReads } from '#server/platform/changes/campaign-changes.ts'
import { onePage, timeColumn } from '#server/platform/csv/csv.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { answerPublicly } from '#server/platform/http/public-answer.ts'
import { campaignCsv, type Deps, defineRoute } from '#server/season/deps.ts'
import { brand } from '#web/content/brand.ts'
import { createEvent, updateEvent } from './edit.ts'
import { eventsOf, feedOf } from './store.ts'

/** A game in the campaign's own word; an import reads both. */
const typeWord = (type: Event['eventType'], { match }: Access['vocabulary']): Event['eventType'] | string =>
  type === 'game' && match !== SPORT.match ? match : type

const columns = ({ timeZone, vocabulary }: Access): CsvColumn<Event>[] => [
  ['Event', ({ name }) => name],
  ['Type', ({ eventType }) => typeWord(eventType, vocabulary)],
  [`Starts (${timeZone})`, (event) => startInFile(event, timeZone)],
  timeColumn('Ends', timeZone, ({ endTime }) => endTime),
  ['Location', ({ location }) => location],
  ['Opponent', ({ opponent }) => opponent],
  ['Venue', ({ venue }) => venue],
  ['Description', ({ description }) => description],
  ['Completed', ({ isCompleted }) => isCompleted],
]

export const eventCsvRoutes = [
  campaignCsv({
    table: 'events',
    who: 'scorer',
    permission: 'canEnterResults',
    rules: 'R22, R51',
    columns,
    pages: ({ deps, access }) => onePage(eventsOf(deps.db, access.campaignId)),
  }),
]

export const EventParams = IdParams.extend({ eventId: z.uuid('Not an id') })

export const eventRoutes = [
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/events',
    who: 'owner',
    summary: 'Add an event',
    rules: 'R22, R24: owners within limits while it runs',
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
    rules: 'R22, R24: owners within limits while it runs',
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

/** The schedule for calendars that subscribe, from memory between changes; a draft has none for anyone. */
function scheduleFeed(deps: Deps, campaignId: string): Promise<CachedBody> {
  const id = campaignId.toLowerCase()
  const tag = `campaign:${id}`
  return deps.cache.through(`schedule ${id}`, [tag], async () => {
    const facts = await feedOf(publicReads(deps, tag), id)
    if (!facts) throw notFound('Campaign')
    const { campaignName, organizationName, timeZone, rows } = facts
    return {
      bytes: calendarText({
        product: brand.name,
        title: `${campaignName} (${organizationName})`,
        timeZone,
        url: `${deps.config.appUrl}/campaigns/${id}`,
        events: rows,
      }),
    }
  })
}
