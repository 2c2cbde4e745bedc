import { z } from 'zod'
import { MAX_FILE_BYTES } from '../files/decode.ts'
import { EVENT_TYPES } from './event.ts'
import { Instant, id, optionalText } from './fields.ts'

const CHOOSE = 'Choose a file, or paste its rows'
const LARGEST = 'The file is larger than 800 KB: export one season only'
const MAX_BASE64 = Math.ceil(MAX_FILE_BYTES / 3) * 4

/** A file about the season, or its text, with what a person said about it so far. */
export const ImportForm = z
  .object({
    /** The file’s bytes in base64, whatever program wrote them. */
    file: z
      .base64({ error: 'Choose a file' })
      .min(1, 'The file is empty')
      .max(MAX_BASE64, LARGEST)
      .optional(),
    /** Or the text itself, as it was pasted. */
    text: z.string({ error: CHOOSE }).min(1, 'The file is empty').max(MAX_FILE_BYTES, LARGEST).optional(),
    /** Or the address of a calendar, which the schedule follows from then on: read every hour. */
    address: z
      .string({ error: 'Enter an address' })
      .trim()
      .min(1, 'Enter an address')
      .max(2_000, 'The address is too long')
      .optional(),
    /** Or the calendar that the schedule follows already, with what was answered about it. */
    followed: z.literal(true).optional(),
    /** Kept with every result: "From schedule.csv". */
    note: optionalText(500),
    /** The line of a table that has the names of its columns; 0 if none has. Left out: found by the program. */
    headerLine: z.int('Choose a line').min(0).max(100_000).optional(),
    /** By a column’s key: a field such as "date", a statistic’s id, or "ignore". Others are read by their names. */
    columns: z.record(z.string().max(220), z.string().max(40, 'Choose what the column contains')).optional(),
    /** By a question’s id: the value of the choice. */
    answers: z.record(z.string().max(300), z.string().max(60, 'Choose one of the answers')).optional(),
    /** Lines that are not imported. */
    leftOut: z.array(z.int('Not a line').min(0).max(100_000)).max(3_000, 'At most 3,000 lines').optional(),
    /** From the preview: the import is refused if anything changed since. */
    previewId: z.string().max(100).optional(),
  })
  .refine(
    ({ file, text, address, followed }) =>
      [file, text, address, followed].filter((one) => one !== undefined).length === 1,
    { path: ['file'], message: CHOOSE },
  )
export type ImportForm = z.output<typeof ImportForm>

const LineReason = z.object({ line: z.number(), reason: z.string() })
export const CHANGED_FIELDS = [
  'name',
  'startTime',
  'endTime',
  'location',
  'description',
  'opponent',
  'venue',
] as const

export const ImportRow = z.object({
  line: z.number(),
  /** How many lines of the file are part of it: the players of a match. */
  lineCount: z.number(),
  /** All of them, so that the whole row can be left out. */
  lines: z.array(z.number()),
  /** What becomes of the schedule. */
  kind: z.enum(['new', 'changed', 'unchanged', 'called_off', 'stays', 'season']),
  eventId: id.nullable(),
  name: z.string(),
  eventType: z.enum(EVENT_TYPES),
  opponent: z.string().nullable(),
  venue: z.enum(['home', 'away', 'neutral']).nullable(),
  level: z.string().nullable(),
  /** Null: the season’s totals. */
  startTime: Instant.nullable(),
  /** False: the time is not known yet. */
  hasTime: z.boolean(),
  location: z.string().nullable(),
  changes: z.array(
    z.object({ field: z.enum(CHANGED_FIELDS), before: z.string().nullable(), after: z.string().nullable() }),
  ),
  figures: z.array(
    z.object({
      statisticId: id,
      statisticName: z.string(),
      before: z.number().nullable(),
      after: z.number(),
      /** `final`: the same figure, which waited for the finished scorebook. */
      kind: z.enum(['new', 'correction', 'final', 'unchanged']),
    }),
  ),
  /** Why figures of it are unusual. */
  unusual: z.array(z.string()),
})
export type ImportRow = z.infer<typeof ImportRow>

export const ImportPreview = z.object({
  previewId: z.string(),
  file: z.object({
    /** A short name of the format, such as `gamechanger`, and what it is called. */
    format: z.string(),
    name: z.string(),
    encoding: z.string(),
    /** Words with the letters that another encoding would garble. */
    letters: z.array(z.string()),
    /** False: the program that wrote it says that the game is not over. */
    isFinal: z.boolean(),
  }),
  /** A table’s first lines, and which of them has the names of the columns. */
  head: z
    .object({
      line: z.number().nullable(),
      lines: z.array(z.object({ number: z.number(), cells: z.array(z.string()) })),
    })
    .nullable(),
  columns: z.array(
    z.object({ key: z.string(), name: z.string(), meaning: z.string(), samples: z.array(z.string()) }),
  ),
  /** Why nothing can be imported yet, such as a column that nobody has chosen. */
  problems: z.array(z.string()),
  questions: z.array(
    z.object({
      id: z.string(),
      line: z.number().nullable(),
      text: z.string(),
      choices: z.array(z.object({ value: z.string(), label: z.string() })),
      answer: z.string().nullable(),
    }),
  ),
  rows: z.array(ImportRow),
  /** Lines that cannot be read: corrected in the file, or left out. */
  errors: z.array(LineReason),
  /** Lines that are not imported, with the reason: totals, other teams’ games. */
  skipped: z.array(LineReason),
  totals: z.object({
    new: z.number(),
    changed: z.number(),
    unchanged: z.number(),
    calledOff: z.number(),
    results: z.number(),
    corrections: z.number(),
    unanswered: z.number(),
  }),
})
export type ImportPreview = z.infer<typeof ImportPreview>

/** With the results that were entered. */
export const Imported = z.object({ entered: z.array(id), preview: ImportPreview })
export type Imported = z.infer<typeof Imported>

/** The calendar that a schedule follows. Its address may be a secret of its own: only where it is, is shown. */
export const FollowedCalendar = z.object({
  host: z.string(),
  readAt: Instant,
  /** Why it could not be read the last time; null: it could. */
  problem: z.string().nullable(),
  /** How many questions and lines wait for a person. */
  waiting: z.number(),
})
export type FollowedCalendar = z.infer<typeof FollowedCalendar>
