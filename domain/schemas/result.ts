import { z } from 'zod'
import { readQuantity } from '../quantity.ts'
import { completedUrl } from '../web-address.ts'
import { Instant, id, instant, name, optionalName, optionalText, quantity, text } from './fields.ts'

const RESULT_KINDS = ['count', 'achieved', 'withdrawn', 'not_achieved'] as const
const RESULT_STATES = ['entered', 'confirmed', 'void_requested', 'voided'] as const

const EVIDENCE = 'Enter a link that starts with https://'
/** A link to a score sheet or a video. HTTPS only, so that no one can replace what it leads to in transit. */
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

/** One result, or what became of an achievement (R20). */
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
 * The touchline screen: one match, one row per statistic. Quantities are the match's totals: one that
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

/** What a match has of a statistic, waiting or confirmed. */
const MatchFigure = z.object({ statisticId: id, statisticName: z.string(), quantity: z.number() })
const KnownMatch = z.object({
  eventId: id,
  name: z.string(),
  opponent: z.string().nullable(),
  startTime: Instant,
  hasTime: z.boolean(),
  figures: z.array(MatchFigure),
})
export type KnownMatch = z.infer<typeof KnownMatch>

/** Two matches of one day that could be one. */
export const PossibleDuplicate = z.object({
  matches: z.tuple([
    KnownMatch.extend({ hasConfirmed: z.boolean() }),
    KnownMatch.extend({ hasConfirmed: z.boolean() }),
  ]),
})
export type PossibleDuplicate = z.infer<typeof PossibleDuplicate>

export const VoidForm = z.object({ reason: text(500, 'Enter a reason') })
export const ConfirmForm = z.object({
  resultIds: z.array(id).min(1, 'Choose at least one result').max(2000),
  /** Pairs of events that someone said are two different matches. They are not asked about again. */
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
  /** False: its source says that counting goes on, so it cannot be confirmed. */
  isFinal: z.boolean(),
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
  /** Who requested the void, when and why; of what is confirmed, a second person confirms it. */
  voidedBy: Person.nullable(),
  voidAskedAt: Instant.nullable(),
  voidReason: z.string().nullable(),
  voidConfirmedBy: Person.nullable(),
  voidedAt: Instant.nullable(),
  /** Null when the caller may confirm it (or its void); otherwise why not. */
  cannotConfirmReason: z.string().nullable(),
  /** Null when the caller may decline the requested void, or withdraw it; otherwise why not. */
  cannotKeepReason: z.string().nullable(),
  /** What voiding it does to the current result, in words; null while it is unconfirmed, and of a voided one. */
  voidEffect: z.string().nullable(),
  /** Why an entry that waits is unusual, in words; nothing for most. */
  unusual: z.array(z.string()),
})
export type ResultEntry = z.infer<typeof ResultEntry>

/** What one match, or a day without one, has of one statistic. What waits is kept apart from what is confirmed. */
export const MatchTotals = z.object({
  eventId: id.nullable(),
  statisticId: id,
  occursAt: Instant,
  confirmed: z.number().nullable(),
  waiting: z.number().nullable(),
  /** False: something of what waits is not final. */
  isFinal: z.boolean(),
})
export type MatchTotals = z.infer<typeof MatchTotals>

/** Who besides the caller may confirm: the organization's other owners, and how many representatives. */
export const SecondPeople = z.object({ members: z.array(Person), representatives: z.number() })
export type SecondPeople = z.infer<typeof SecondPeople>
