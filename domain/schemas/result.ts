import { z } from 'zod'
import { readQuantity } from '../quantity.ts'
import { completedUrl } from '../web-address.ts'
import { Day, Instant, id, instant, name, optionalName, optionalText, quantity, text } from './fields.ts'

const RESULT_KINDS = ['count', 'achieved', 'withdrawn', 'not_achieved'] as const
const RESULT_STATES = ['entered', 'confirmed', 'void_requested', 'voided'] as const

const EVIDENCE = 'Enter a link that starts with https://'
/** A link to a score sheet or a video (R17). HTTPS only, so that no one can replace what it leads to in transit. */
export const Evidence = z
  .string({ error: EVIDENCE })
  .max(500, EVIDENCE)
  .transform(completedUrl)
  .pipe(
    z.union(
      [
        z.literal(''),
        z.url({ protocol: /^https$/, hostname: /\./, normalize: true, error: EVIDENCE }).max(500, EVIDENCE),
      ],
      { error: EVIDENCE },
    ),
  )
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
    evidenceUrl: Evidence,
    /** Who entered it, for an entry from the device queue: it is accepted in no one else's session. */
    enteredBy: id.optional(),
  })
  .refine(({ kind, quantity: counted }) => kind !== 'count' || counted !== undefined, {
    path: ['quantity'],
    message: 'Enter a number with at most two decimals, up to 1,000,000',
  })
export type ResultForm = z.output<typeof ResultForm>

/**
 * The touchline screen: one match, one row per statistic (R19). Quantities are the match's totals: one that
 * differs from the current result is entered as the difference. `event` adds an unscheduled match.
 */
export const MatchResultsForm = z.object({
  eventId: id.nullish().transform((value) => value ?? null),
  event: z
    .object({
      name: name(200, 'Event name is required'),
      startTime: instant('Start time is required'),
      opponent: optionalName(200),
      venue: z
        .enum(['home', 'away', 'neutral'])
        .nullish()
        .transform((value) => value ?? null),
      /** Matches of that day that someone said it is not. */
      differentFrom: z.array(id).max(20, 'At most 20 matches').optional(),
    })
    .nullish()
    .transform((value) => value ?? null),
  rows: z
    .array(
      z.object({
        statisticId: id,
        quantity: quantity(),
        /** The current result when it was counted, null for none: refused if it has changed since. */
        standing: quantity(undefined, readQuantity).nullable().optional(),
      }),
    )
    .min(1, 'Enter at least one result')
    .max(100, 'Enter at most 100 results')
    .refine(
      (rows) => new Set(rows.map(({ statisticId }) => statisticId)).size === rows.length,
      'Enter each statistic once',
    ),
  note: optionalText(500),
  evidenceUrl: Evidence,
  /** Who counted, for an entry from the device queue: it is accepted in no one else's session. */
  enteredBy: id.optional(),
})
export type MatchResultsForm = z.output<typeof MatchResultsForm>

const MEANING = 'Choose what the column contains'
/** What a column contains: one of these, or the statistic of this id. */
const Meaning = z.union([z.enum(['date', 'time', 'opponent', 'venue', 'ignore']), z.uuid(MEANING)], {
  error: MEANING,
})
const Columns = z.record(z.string().max(200), Meaning)
const csv = z
  .string({ error: 'Choose a CSV file' })
  .min(1, 'The file is empty')
  .max(1_000_000, 'The file is larger than 1 MB')

/** The columns of a file, with what each seems to contain. */
export const ImportColumnsForm = z.object({ csv })
export const ImportColumns = z.object({
  columns: z.array(
    z.object({
      header: z.string(),
      /** What its first rows contain. */
      samples: z.array(z.string()),
      meaning: z.string(),
    }),
  ),
})
export type ImportColumns = z.infer<typeof ImportColumns>

/** CSV with columns for date, time, opponent and venue, and one per statistic; `columns` says what each contains. */
export const ImportForm = z.object({
  csv,
  columns: Columns.optional(),
  /** Kept with every entry. */
  note: optionalText(500),
  /** From the preview: the import is refused if anything changed since (R19). */
  previewId: z.string().max(100).optional(),
  /** By line: which match of the preview's `couldBe` it is, or that it is a new one. */
  matches: z
    .record(
      z.string().regex(/^\d{1,5}$/, 'Not a line'),
      z.union([z.literal('new'), id], { error: 'Choose a match, or a new one' }),
    )
    .optional(),
})
export type ImportForm = z.output<typeof ImportForm>

/** What a match has of a statistic, waiting or confirmed. */
const MatchFigure = z.object({ statisticId: id, statisticName: z.string(), quantity: z.number() })
const KnownMatch = z.object({
  eventId: id,
  name: z.string(),
  opponent: z.string().nullable(),
  startTime: Instant,
  figures: z.array(MatchFigure),
})
export type KnownMatch = z.infer<typeof KnownMatch>

/** Two matches of one day that could be one (R19). */
export const PossibleDuplicate = z.object({
  matches: z.tuple([
    KnownMatch.extend({ hasConfirmed: z.boolean() }),
    KnownMatch.extend({ hasConfirmed: z.boolean() }),
  ]),
})
export type PossibleDuplicate = z.infer<typeof PossibleDuplicate>

const ImportRow = z.object({
  line: z.number(),
  date: Day.nullable(),
  opponent: z.string().nullable(),
  eventId: id.nullable(),
  /** What the schedule calls that match. */
  eventName: z.string().nullable(),
  /** The match is not on the schedule and will be added. */
  isNewEvent: z.boolean(),
  /** Matches of that day that it could be: someone has to say which, or that it is a new one. */
  couldBe: z.array(KnownMatch),
  /** What was said about that: an event, or a new one; null where no one has said anything yet. */
  answer: z.union([z.literal('new'), id]).nullable(),
  /** Why figures of it are unusual. */
  unusual: z.array(z.string()),
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
  /** What each column was read as. */
  columns: z.record(z.string(), z.string()),
  ignoredColumns: z.array(z.string()),
  rows: z.array(ImportRow),
  errors: z.array(z.object({ line: z.number(), reason: z.string() })),
  totals: z.object({
    new: z.number(),
    corrections: z.number(),
    unchanged: z.number(),
    newEvents: z.number(),
    /** Lines that could be a match of the schedule, where no one has said yet. */
    unanswered: z.number(),
  }),
})
export type ImportPreview = z.infer<typeof ImportPreview>

export const VoidForm = z.object({ reason: text(500, 'Enter a reason') })
export const ConfirmForm = z.object({
  resultIds: z.array(id).min(1, 'Choose at least one result').max(2000),
  /** Pairs of events that someone said are two different matches (R19). They are not asked about again. */
  differentMatches: z
    .array(z.tuple([id, id]))
    .max(500, 'At most 500 pairs')
    .optional(),
})
export type ConfirmForm = z.output<typeof ConfirmForm>

const Person = z.object({ id, name: z.string() })

export const ResultEntry = z.object({
  id,
  statisticId: id,
  eventId: id.nullable(),
  kind: z.enum(RESULT_KINDS),
  /** The difference it makes: those of a match's confirmed entries add up to its current result. */
  quantity: z.number(),
  /** The total it states for its match, or its achievement (1 or 0); a count without a match states itself. */
  total: z.number(),
  /** A later confirmation has replaced it. */
  isReplaced: z.boolean(),
  state: z.enum(RESULT_STATES),
  /** The match's start, or when it was entered. */
  occursAt: Instant,
  note: z.string().nullable(),
  evidenceUrl: z.string().nullable(),
  enteredBy: Person,
  enteredAt: Instant,
  confirmedBy: Person.nullable(),
  confirmedAt: Instant.nullable(),
  /** The current result for this match and statistic when it was entered, which makes it a correction; null for none. */
  before: z.number().nullable(),
  /** Who requested the void, when and why; of what is confirmed, a second person confirms it (R17, R18). */
  voidedBy: Person.nullable(),
  voidAskedAt: Instant.nullable(),
  voidReason: z.string().nullable(),
  voidConfirmedBy: Person.nullable(),
  voidedAt: Instant.nullable(),
  /** Null when the caller may confirm it (or its void); otherwise why not (R18). */
  cannotConfirmReason: z.string().nullable(),
  /** Null when the caller may decline the requested void, or withdraw it; otherwise why not (R18). */
  cannotKeepReason: z.string().nullable(),
  /** What voiding it does to the current result, in words; null while it is unconfirmed, and of a voided one (R17). */
  voidEffect: z.string().nullable(),
  /** Why an entry that waits is unusual, in words; nothing for most. */
  unusual: z.array(z.string()),
})
export type ResultEntry = z.infer<typeof ResultEntry>

/** What one match, or a day without one, has of one statistic. What waits is kept apart from what is confirmed (R18). */
export const MatchStanding = z.object({
  eventId: id.nullable(),
  statisticId: id,
  occursAt: Instant,
  confirmed: z.number().nullable(),
  waiting: z.number().nullable(),
})
export type MatchStanding = z.infer<typeof MatchStanding>

/** Who besides the caller may confirm: the organization's other owners, and how many representatives (R18, R29). */
export const SecondPeople = z.object({ owners: z.array(Person), representatives: z.number() })
export type SecondPeople = z.infer<typeof SecondPeople>
