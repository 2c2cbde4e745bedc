import { z } from 'zod'
import { Instant, id, instant, name, optionalName, optionalText, text } from './fields.ts'

export const EVENT_TYPES = ['game', 'practice', 'tournament', 'fundraiser', 'other'] as const

/** A union has no message of its own for when none of its members fits. */
const END_TIME = 'End time is not a date and time'

const eventFields = {
  name: name(200, 'Event name is required'),
  eventType: z.enum(EVENT_TYPES, { error: 'Please select an event type' }),
  startTime: instant('Start time is required'),
  /** False: only its day is known. It is then stored as noon of that day. */
  hasTime: z.boolean().default(true),
  endTime: z
    .union([z.literal(''), instant(END_TIME)], { error: END_TIME })
    .nullish()
    .transform((value) => value || null),
  location: optionalText(200),
  description: optionalText(2000),
  opponent: optionalName(200),
  venue: z
    .enum(['home', 'away', 'neutral'])
    .nullish()
    .transform((value) => value ?? null),
  isCompleted: z.boolean().default(false),
}
export const EventForm = z.object(eventFields)
export type EventForm = z.output<typeof EventForm>
/** One that exists: a new name contains no link, either, but an old one may stay (refuseNewName). */
export const EditedEvent = EventForm.extend({
  name: text(200, 'Event name is required'),
  opponent: optionalText(200),
})
export const EventUpdate = z
  .object({ ...EditedEvent.shape, hasTime: z.boolean(), isCompleted: z.boolean() })
  .partial()

export const Event = z.object({
  id,
  campaignId: id,
  name: z.string(),
  eventType: z.enum(EVENT_TYPES),
  /** Noon of its day in the campaign's zone where no time is known. */
  startTime: Instant,
  hasTime: z.boolean(),
  endTime: Instant.nullable(),
  location: z.string().nullable(),
  description: z.string().nullable(),
  opponent: z.string().nullable(),
  venue: z.enum(['home', 'away', 'neutral']).nullable(),
  isCompleted: z.boolean(),
  version: z.number(),
})
export type Event = z.infer<typeof Event>

/** Which match of the same day an event is: it is archived, and its waiting entries go there. */
export const MergeForm = z.object({ into: id })
