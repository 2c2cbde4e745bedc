import { z } from 'zod'
import { MAX_FILE_BYTES } from '../files/decode.ts'
import { PageQuery } from './error.ts'
import { Amount, Day, id, optionalText } from './fields.ts'

const LARGEST = 'The file is larger than 800 KB: export a shorter time'

/** A file of the bank account, in base64, with what a person answered about it so far. */
export const BankFileForm = z.object({
  file: z
    .base64({ error: 'Choose a file' })
    .min(1, 'The file is empty')
    .max(Math.ceil(MAX_FILE_BYTES / 3) * 4, LARGEST),
  /** By a question’s id: the value of the choice. */
  answers: z.record(z.string().max(300), z.string().max(60, 'Choose one of the answers')).default({}),
})
export type BankFileForm = z.output<typeof BankFileForm>

export const BankFileRead = z.object({
  /** Answer them and send the file again: until then none of its lines is kept. */
  questions: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      choices: z.array(z.object({ value: z.string(), label: z.string() })),
    }),
  ),
  /** New lines, and those that an earlier file had. */
  added: z.number(),
  known: z.number(),
})
export type BankFileRead = z.infer<typeof BankFileRead>

/** What moved the bank account by the books. */
export const BankMovement = z.object({
  id,
  /** As the month’s list of *Cash at bank* names it. */
  kind: z.string(),
  day: Day,
  /** Into the account is above zero. */
  amount: Amount,
  number: z.string().nullable(),
})
export type BankMovement = z.infer<typeof BankMovement>

export const BankLine = z.object({
  id,
  day: Day,
  /** As the bank wrote it. */
  text: z.string(),
  amount: Amount,
  moneyMode: z.enum(['live', 'sandbox']),
  /** What it was matched with. */
  match: BankMovement.nullable(),
  /** Why it is left without a match. */
  note: z.string().nullable(),
  decidedBy: z.string().nullable(),
  /** What it may be, the likeliest first; none if it is decided. `isSure`: it can only be the first. */
  isSure: z.boolean(),
  choices: z.array(BankMovement),
  /** Deposited checks that the bank may have returned, and that are not recorded as bounced. */
  bounces: z.array(z.object({ id, number: z.string().nullable(), amount: Amount, depositedOn: Day })),
})
export type BankLine = z.infer<typeof BankLine>

export const BankLinesQuery = PageQuery.extend({ state: z.enum(['open', 'decided']).default('open') })

/** A match, or a note in its place; neither opens the line again. */
export const BankLineForm = z
  .object({
    matchId: id.nullish(),
    note: optionalText(200),
  })
  .refine(({ matchId, note }) => !(matchId && note), {
    path: ['note'],
    message: 'A matched line needs no note',
  })
export type BankLineForm = z.output<typeof BankLineForm>

/** Lines to match with the one thing that they can be, exactly as the screen showed them. */
export const BankMatchesForm = z.object({
  matches: z
    .array(z.object({ lineId: id, matchId: id }))
    .min(1, 'Nothing to match')
    .max(500, 'At most 500 at once'),
})
export type BankMatchesForm = z.output<typeof BankMatchesForm>
export const BankMatched = z.object({ matched: z.number() })
export type BankMatched = z.infer<typeof BankMatched>
