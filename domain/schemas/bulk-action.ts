import { z } from 'zod'
import { Amount, id } from './fields.ts'

/** What can be done to several selected campaigns with one confirmation. */
export const BULK_ACTIONS = [
  'confirm',
  'remind',
  'ask_destination',
  'prepare_payout',
  'lock',
  'assign',
] as const
export type BulkAction = (typeof BULK_ACTIONS)[number]

const MAX_SELECTED = 50

export const BulkActionQuery = z.object({
  action: z.enum(BULK_ACTIONS, { error: 'Not an action' }),
  /** Ids with commas between them. */
  campaigns: z
    .string('Choose at least one campaign')
    .transform((text) => [...new Set(text.split(','))])
    .pipe(
      z
        .array(z.uuid('Not a campaign'))
        .min(1, 'Choose at least one campaign')
        .max(MAX_SELECTED, `Choose at most ${MAX_SELECTED} campaigns`),
    ),
  /** Of `assign`: the representative; missing: nobody. */
  representative: z.uuid('Not a representative').optional(),
})
export type BulkActionQuery = z.output<typeof BulkActionQuery>

/** What the action would do to one campaign, or to one organization. */
const BulkActionLine = z.object({
  id,
  name: z.string(),
  organizationName: z.string(),
  /** What is done, in words; null where it is refused. */
  detail: z.string().nullable(),
  /** Dollars that it is about; null: no money. */
  amount: Amount.nullable(),
  moneyMode: z.enum(['live', 'sandbox']),
  /** Why it is not done; null: it can be. */
  refusal: z.string().nullable(),
  /** The request of the single action, which does it and decides again whether it may; null where it is refused. */
  request: z.object({ method: z.enum(['POST', 'PUT']), path: z.string(), payload: z.unknown() }).nullable(),
})
export type BulkActionLine = z.infer<typeof BulkActionLine>

export const BulkActionPlan = z.object({
  lines: z.array(BulkActionLine),
  /** How many results it would confirm; 0 for other actions. */
  results: z.number(),
  /** Dollars of what is not refused, for each kind of money; empty: the action is about none. */
  totals: z.array(z.object({ moneyMode: z.enum(['live', 'sandbox']), amount: Amount })),
})
export type BulkActionPlan = z.infer<typeof BulkActionPlan>

export const AssignmentForm = z.object({
  /** Null: nobody. */
  representativeId: z.uuid('Not a representative').nullable(),
})
export type AssignmentForm = z.output<typeof AssignmentForm>

/** Owners who were mailed what results are missing. */
export const ResultReminder = z.object({ owners: z.number() })
export type ResultReminder = z.infer<typeof ResultReminder>
