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

/** Which match of the same day an event is: it is archived, and its waiting entries go there (R19). */
export const MergeForm = z.object({ into: id })

/** What a column of a schedule can contain. */
export const SCHEDULE_FIELDS = [
  ...(['date', 'time', 'endTime', 'opponent', 'name'] as const),
  ...(['venue', 'location', 'eventType', 'description'] as const),
] as const
export type ScheduleField = (typeof SCHEDULE_FIELDS)[number]

export const ScheduleForm = z.object({
  /** CSV, or the text of an .ics file: told apart by how it begins. */
  text: z
    .string({ error: 'Choose a file, or paste the schedule' })
    .min(1, 'The file is empty')
    .max(1_000_000, 'The file is larger than 1 MB'),
  /** By a column's header: what it contains, or nothing. Columns that are not named are matched by their headers. */
  columns: z.record(z.string().max(200), z.enum(['', ...SCHEDULE_FIELDS])).optional(),
  /** From the preview: the import is refused if anything changed since. */
  previewId: z.string().max(100).optional(),
})
export type ScheduleForm = z.output<typeof ScheduleForm>

export const ScheduleChange = z.object({
  line: z.number(),
  kind: z.enum(['new', 'changed', 'unchanged', 'refused']),
  eventId: id.nullable(),
  name: z.string().nullable(),
  eventType: z.enum(EVENT_TYPES).nullable(),
  startTime: Instant.nullable(),
  location: z.string().nullable(),
  /** False: the time is not known, and noon is stored. */
  hasTime: z.boolean(),
  changes: z.array(
    z.object({
      field: z.enum([
        'name',
        'eventType',
        'startTime',
        'hasTime',
        'endTime',
        'location',
        'description',
        'opponent',
        'venue',
      ]),
      before: z.string().nullable(),
      after: z.string().nullable(),
    }),
  ),
  reason: z.string().nullable(),
})
export type ScheduleChange = z.infer<typeof ScheduleChange>

export const SchedulePreview = z.object({
  previewId: z.string(),
  format: z.enum(['csv', 'ics']),
  /** Every column of a CSV with what it is read as; null where it is not read. */
  columns: z.array(z.object({ header: z.string(), field: z.enum(SCHEDULE_FIELDS).nullable() })),
  rows: z.array(ScheduleChange),
  /** Events on the schedule that the calendar file calls off: taken off it, unless `staysBecause` says why not. */
  calledOff: z.array(
    z.object({
      line: z.number(),
      eventId: id,
      name: z.string(),
      startTime: Instant,
      staysBecause: z.string().nullable(),
    }),
  ),
  totals: z.object({
    new: z.number(),
    changed: z.number(),
    unchanged: z.number(),
    refused: z.number(),
    /** Called off in the calendar file, and not added. */
    calledOff: z.number(),
  }),
})
export type SchedulePreview = z.infer<typeof SchedulePreview>
