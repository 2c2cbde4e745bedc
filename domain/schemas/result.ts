import { z } from 'zod'
import { Day, Instant, id, instant, optionalText, quantity, text } from './fields.ts'

export const RESULT_KINDS = ['count', 'achieved', 'withdrawn', 'not_achieved'] as const
export const RESULT_STATES = ['entered', 'confirmed', 'void_requested', 'voided'] as const

const evidence = z
  .union([z.literal(''), z.url({ protocol: /^https?$/, error: 'Please enter a valid URL' }).max(500)])
  .nullish()
  .transform((value) => value || null)

/** One result (R17), or what became of an achievement (R20). */
export const ResultForm = z
  .object({
    statisticId: id,
    eventId: id.nullish().transform((value) => value ?? null),
    kind: z.enum(RESULT_KINDS).default('count'),
    quantity: quantity().optional(),
    note: optionalText(500),
    evidenceUrl: evidence,
  })
  .refine(({ kind, quantity: counted }) => kind !== 'count' || counted !== undefined, {
    path: ['quantity'],
    message: 'Enter a number with at most two decimals, up to 1,000,000',
  })
export type ResultForm = z.output<typeof ResultForm>

/**
 * The touchline screen: one match, one row per statistic (R19). Quantities are the match's totals: another than
 * what stands is entered as the difference. `event` adds an unscheduled match.
 */
export const MatchResultsForm = z.object({
  eventId: id.nullish().transform((value) => value ?? null),
  event: z
    .object({
      name: text(200, 'Event name is required'),
      startTime: instant('Start time is required'),
      opponent: optionalText(200),
      venue: z
        .enum(['home', 'away', 'neutral'])
        .nullish()
        .transform((value) => value ?? null),
    })
    .nullish()
    .transform((value) => value ?? null),
  rows: z
    .array(z.object({ statisticId: id, quantity: quantity() }))
    .min(1, 'Enter at least one result')
    .max(100, 'Enter at most 100 results')
    .refine(
      (rows) => new Set(rows.map(({ statisticId }) => statisticId)).size === rows.length,
      'Enter each statistic once',
    ),
  note: optionalText(500),
})
export type MatchResultsForm = z.output<typeof MatchResultsForm>

/** CSV with columns date, time, opponent, venue and one per statistic; `columns` maps a header to a statistic. */
export const ImportForm = z.object({
  csv: z
    .string({ error: 'Choose a CSV file' })
    .min(1, 'The file is empty')
    .max(1_000_000, 'The file is larger than 1 MB'),
  columns: z.record(z.string().max(200), id).optional(),
  /** From the preview: the import is refused if anything changed since (R19). */
  previewId: z.string().max(100).optional(),
})
export type ImportForm = z.output<typeof ImportForm>

export const ImportRow = z.object({
  line: z.number(),
  date: Day.nullable(),
  opponent: z.string().nullable(),
  eventId: id.nullable(),
  /** The match is not on the schedule and will be added. */
  isNewEvent: z.boolean(),
  changes: z.array(
    z.object({
      statisticId: id,
      statisticName: z.string(),
      before: z.number(),
      after: z.number(),
      kind: z.enum(['new', 'correction', 'unchanged']),
    }),
  ),
  error: z.string().nullable(),
})
export const ImportPreview = z.object({
  previewId: z.string(),
  columns: z.record(z.string(), id),
  ignoredColumns: z.array(z.string()),
  rows: z.array(ImportRow),
  errors: z.array(z.object({ line: z.number(), reason: z.string() })),
  totals: z.object({
    new: z.number(),
    corrections: z.number(),
    unchanged: z.number(),
    newEvents: z.number(),
  }),
})
export type ImportPreview = z.infer<typeof ImportPreview>

export const VoidForm = z.object({ reason: text(500, 'Say why') })
export const ConfirmForm = z.object({ resultIds: z.array(id).min(1, 'Choose at least one result').max(2000) })

export const ResultEntry = z.object({
  id,
  statisticId: id,
  eventId: id.nullable(),
  kind: z.enum(RESULT_KINDS),
  quantity: z.number(),
  state: z.enum(RESULT_STATES),
  /** The match's start, or when it was entered. */
  occursAt: Instant,
  note: z.string().nullable(),
  evidenceUrl: z.string().nullable(),
  enteredBy: z.object({ id, name: z.string() }),
  enteredAt: Instant,
  confirmedBy: z.object({ id, name: z.string() }).nullable(),
  confirmedAt: Instant.nullable(),
  voidedBy: z.object({ id, name: z.string() }).nullable(),
  voidReason: z.string().nullable(),
  /** Null when the caller may confirm it (or its void); otherwise why not (R18). */
  cannotConfirmReason: z.string().nullable(),
  /** Null when the caller may decline the void that was asked for, or take it back; otherwise why not (R18). */
  cannotKeepReason: z.string().nullable(),
})
export type ResultEntry = z.infer<typeof ResultEntry>
