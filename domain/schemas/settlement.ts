import { z } from 'zod'
import { EXCEPTIONS } from '../settlement-review.ts'
import { Amount, amount, day, Instant, id, optionalText, text } from './fields.ts'

/** What of a settlement is previewed. */
export const SettlementScope = z.object({
  kind: z.enum(['progress', 'final'], { error: 'Choose progress or final' }),
  billIncreases: z.stringbool().optional(),
})
/** Which of its pledges are shown: those out of the ordinary, or all with those first. */
export const SettlementQuery = SettlementScope.extend({
  show: z.enum(['exceptions', 'all'], { error: 'Choose exceptions or all' }).default('all'),
  page: z.coerce.number().int().min(1).max(200).default(1),
  limit: z.coerce.number().int().min(1).max(200).default(100),
})
export type SettlementQuery = z.output<typeof SettlementQuery>
export type PreviewPage = Pick<SettlementQuery, 'show' | 'page' | 'limit'>

const declarations = z
  .array(
    z.object({
      code: z.enum([
        'unconfirmed_results',
        'game_without_result',
        'statistic_without_result',
        'achievement_open',
      ]),
      subjectId: id.nullable(),
      reason: text(500, 'Say why'),
    }),
  )
  .max(500)
  .default([])

/** POST /api/campaigns/{id}/settlements locks what the preview showed (R30, R31). */
export const SettlementForm = z.object({
  kind: z.enum(['progress', 'final'], { error: 'Choose progress or final' }),
  /** The version that the preview named; another one in the meantime is a 409. */
  version: z.int().min(1),
  /** The total that the preview showed: a result confirmed since then is a 409. */
  toBill: amount().optional(),
  declared: declarations,
  /** After the final lock an increase is waived unless it is billed on purpose (R32). */
  billIncreases: z.boolean().default(false),
})
export type SettlementForm = z.output<typeof SettlementForm>

/** What stands in the way of a final lock; each can be declared on purpose (R31). */
export const Blocker = z.object({
  code: z.enum([
    'unconfirmed_results',
    'game_without_result',
    'statistic_without_result',
    'achievement_open',
  ]),
  subjectId: id.nullable(),
  message: z.string(),
})
export type Blocker = z.infer<typeof Blocker>

export const SettlementTotals = z.object({
  pledges: z.number(),
  accrued: Amount,
  billedBefore: Amount,
  toBill: Amount,
  carried: Amount,
  lowered: Amount,
  waived: Amount,
  writtenOff: Amount,
  refunded: Amount,
})

export const SettlementPledge = z.object({
  pledgeId: id,
  paymentMethod: z.string(),
  agreedMaximum: Amount,
  /** What its lines come to without a maximum. */
  uncapped: Amount,
  accrued: Amount,
  billedBefore: Amount,
  toBill: Amount,
  isAtMaximum: z.boolean(),
  /** Why a person should look at it; none: it is as usual. */
  reasons: z.array(z.enum(EXCEPTIONS)),
  lines: z.array(
    z.object({ statisticId: id, name: z.string(), rate: Amount, quantity: z.number(), accrued: Amount }),
  ),
})

export const SettlementPreview = z.object({
  kind: z.enum(['progress', 'final']),
  version: z.number(),
  blockers: z.array(Blocker),
  totals: SettlementTotals,
  pledges: z.array(SettlementPledge),
  pledgesCount: z.number(),
  exceptionsCount: z.number(),
  /** What is usual here: the middle one of all bills. */
  typical: Amount,
  chargeAt: Instant,
  /** The final settlement is locked: this version holds differences only (R33). */
  isCorrection: z.boolean(),
  /** Why its billing is on hold (R40); empty: it is not. */
  onHold: z.array(z.string()),
})
export type SettlementPreview = z.infer<typeof SettlementPreview>

export const Settlement = z.object({
  id,
  campaignId: id,
  version: z.number(),
  kind: z.enum(['progress', 'final']),
  stage: z.enum(['locked', 'charging', 'closed']),
  totals: SettlementTotals,
  declared: z.array(z.object({ code: z.string(), subjectId: id.nullable(), reason: z.string() })),
  chargeAt: Instant,
  lockedAt: Instant,
  lockedBy: z.object({ id, name: z.string() }).nullable(),
  closedAt: Instant.nullable(),
  charges: z.object({
    scheduled: z.number(),
    processing: z.number(),
    succeeded: z.number(),
    failed: z.number(),
    voided: z.number(),
  }),
  /** What the charges come to that are taken, and what all come to that are not voided. */
  taken: Amount,
  charged: Amount,
  /** What is still to come, and of which day the first of it is; null when nothing moves by itself any more. */
  nextChargeAt: Instant.nullable(),
})
export type Settlement = z.infer<typeof Settlement>

/** How a campaign's progress is billed: by the weekly schedule, or when a person does it (R32). */
export const SettlementSchedule = z.object({
  isOn: z.boolean(),
  /** When the schedule runs next; it bills this campaign where `idleReason` is null. */
  nextRunAt: Instant,
  idleReason: z.string().nullable(),
  /** Pledges that are billed as the season goes. */
  pledges: z.number(),
  /** When progress was last locked, by the schedule or by a person. */
  lastLockedAt: Instant.nullable(),
  version: z.number(),
})
export type SettlementSchedule = z.infer<typeof SettlementSchedule>

export const CHARGE_STATES = [
  'scheduled',
  'processing',
  'succeeded',
  'requires_action',
  'failed',
  'past_due',
  'voided',
] as const
export const Charge = z.object({
  id,
  pledgeId: id,
  settlementId: id,
  amount: Amount,
  refunded: Amount,
  /** What its bank wants back and is undecided about, and what was lost to it (R35). */
  disputed: Amount,
  lost: Amount,
  state: z.enum(CHARGE_STATES),
  chargeAt: Instant,
  attempts: z.number(),
  reason: z.string().nullable(),
  nextStep: z.string().nullable(),
  succeededAt: Instant.nullable(),
  moneyMode: z.enum(['live', 'sandbox']),
  /** The invoice that it pays by card. */
  invoiceId: id.nullable(),
  /** A try that has no answer yet: by itself, confirmed with the bank, or paid by link. */
  underWay: z.enum(['off_session', 'confirmation', 'link']).nullable(),
})
export type Charge = z.infer<typeof Charge>

export const Invoice = z.object({
  id,
  pledgeId: id,
  number: z.string(),
  amount: Amount,
  paid: Amount,
  open: Amount,
  state: z.enum(['open', 'paid', 'void']),
  issuedAt: Instant,
  dueDate: z.string(),
})
export type Invoice = z.infer<typeof Invoice>

/** A check or cash that arrived (R36). */
export const PaymentForm = z.object({
  invoiceId: id,
  amount: amount().refine((value) => value > 0, 'The amount must be greater than 0'),
  method: z.enum(['check', 'cash'], { error: 'Choose check or cash' }),
  reference: optionalText(100),
  receivedOn: day('Enter the day it was received'),
})
export type PaymentForm = z.output<typeof PaymentForm>

export const Payment = z.object({
  id,
  invoiceId: id,
  pledgeId: id,
  amount: Amount,
  overpaid: Amount,
  method: z.enum(['check', 'cash']),
  reference: z.string().nullable(),
  receivedOn: z.string(),
  state: z.enum(['received', 'deposited', 'bounced']),
  createdAt: Instant,
})
export type Payment = z.infer<typeof Payment>

/** What an organisation is owed: collected − commission − paid out (R38). */
export const Balance = z.object({
  collected: Amount,
  commission: Amount,
  organizationShare: Amount,
  paidOut: Amount,
  owed: Amount,
})
export type Balance = z.infer<typeof Balance>

export const JournalEntry = z.object({
  id,
  occurredAt: Instant,
  kind: z.string(),
  description: z.string(),
  pledgeId: id.nullable(),
  moneyMode: z.enum(['live', 'sandbox']),
  postings: z.array(z.object({ account: z.string(), amount: Amount })),
})
export type JournalEntry = z.infer<typeof JournalEntry>
