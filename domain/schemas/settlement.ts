import { z } from 'zod'
import { WAITS } from '../billing/charge-status.ts'
import { INSTRUMENTS, PAYMENT_METHODS } from '../billing/instruments.ts'
import { EXCEPTIONS, PREVIEW_AMOUNTS, readPreviewId } from '../billing/settlement-preview.ts'
import { Amount, amount, day, Instant, id, optionalText, text } from './fields.ts'

/** What of a settlement is previewed. */
export const SettlementScope = z.object({
  kind: z.enum(['progress', 'final'], { error: 'Choose progress or final' }),
  /** Of a version after the final lock: whether its increases are billed or waived. Missing: not decided yet. */
  billIncreases: z.stringbool().optional(),
})
/** Which of its pledges are shown: the unusual ones, or all with those first. */
export const SettlementQuery = SettlementScope.extend({
  show: z.enum(['exceptions', 'all'], { error: 'Choose exceptions or all' }).default('all'),
  page: z.coerce.number().int().min(1).max(200).default(1),
  limit: z.coerce.number().int().min(1).max(200).default(100),
})
export type SettlementQuery = z.output<typeof SettlementQuery>
export type PreviewPage = Pick<SettlementQuery, 'show' | 'page' | 'limit'>

/** The season is not over: a match is still to come, or the last day has not passed. */
export const CALENDAR_BLOCKERS = ['match_to_come', 'not_ended'] as const
const OVERRIDABLE = [
  'unconfirmed_results',
  'game_without_result',
  'statistic_without_result',
  'achievement_open',
  ...CALENDAR_BLOCKERS,
] as const

const declarations = z
  .array(
    z.object({
      code: z.enum(OVERRIDABLE, {
        error: ({ input }) =>
          input === 'held_pledge'
            ? 'A held pledge cannot be overridden: release or decline it'
            : 'Send the code of a blocker as the preview names it',
      }),
      subjectId: id.nullable(),
      reason: text(500, 'Enter a reason'),
    }),
  )
  .max(500)
  .default([])

const NO_PREVIEW = 'Send the previewId of the preview that was shown'

/** POST /api/campaigns/{id}/settlements locks what the preview showed. */
export const SettlementForm = z.object({
  kind: z.enum(['progress', 'final'], { error: 'Choose progress or final' }),
  /** The version that the preview named; if it has changed since, the answer is a 409. */
  version: z.int().min(1),
  /** The preview that was shown: if anything has changed since, a 409 says what. */
  previewId: z
    .string(NO_PREVIEW)
    .max(300, NO_PREVIEW)
    .transform((value, context) => {
      const shown = readPreviewId(value)
      if (shown) return shown
      context.addIssue({ code: 'custom', message: NO_PREVIEW })
      return z.NEVER
    }),
  declared: declarations,
  /** Required by a version after the final lock that has increases: true bills them, false waives them. */
  billIncreases: z.boolean('Send true to bill increases, or false to waive them').optional(),
})
export type SettlementForm = z.output<typeof SettlementForm>

/** What blocks a final lock; each but a held pledge can be overridden with a reason. */
export const Blocker = z.object({
  code: z.enum([...OVERRIDABLE, 'held_pledge']),
  /** The match or the statistic. */
  subjectId: id.nullable(),
  message: z.string(),
})
export type Blocker = z.infer<typeof Blocker>

/**
 * What becomes of the difference between earned and billed before: difference = bill − lowered + waived + writtenOff
 * − refunded + carried. A pledge and the totals use the same names, and each total is the sum of its column.
 */
const Outcome = {
  /** accrued − billedBefore: negative where less is owed than was billed. */
  difference: Amount,
  /** New charges and invoices. */
  bill: Amount,
  /** Left to the next settlement, or to a decision to bill or waive it; negative where too much was billed. */
  carried: Amount,
  /** Deducted from bills that are not paid yet. */
  lowered: Amount,
  /** Negative where an earlier waiver or write-off is reversed. */
  waived: Amount,
  writtenOff: Amount,
  /** Refunded, by a goodwill refund before it or by this settlement. */
  refunded: Amount,
}

const SettlementTotals = z.object({
  /** Every pledge in scope, also those that a correction leaves out because nothing changes for them. */
  pledges: z.number(),
  accrued: Amount,
  billedBefore: Amount,
  /** The same as `bill`, by its older name. */
  toBill: Amount,
  ...Outcome,
})

const SettlementPledge = z.object({
  pledgeId: id,
  paymentMethod: z.enum(PAYMENT_METHODS),
  agreedMaximum: Amount,
  /** What its lines come to without a maximum. */
  uncapped: Amount,
  accrued: Amount,
  billedBefore: Amount,
  /** The same as `bill`, by its older name. */
  toBill: Amount,
  ...Outcome,
  isAtMaximum: z.boolean(),
  /** A correction changes what its matches added and no amount. */
  isSplitOnly: z.boolean(),
  /** Why a person should look at it; none: it is as usual. */
  reasons: z.array(z.enum(EXCEPTIONS)),
  lines: z.array(
    z.object({
      statisticId: id,
      name: z.string(),
      rate: Amount,
      quantity: z.number(),
      /** Rate × quantity, regardless of the maximum. */
      uncapped: Amount,
      /** What of it is due: the lines together never come to more than the agreed maximum. */
      accrued: Amount,
    }),
  ),
})

export const SettlementPreview = z.object({
  kind: z.enum(['progress', 'final']),
  version: z.number(),
  /** Names this very preview to the lock; the same on all its pages and filters. */
  previewId: z.string(),
  blockers: z.array(Blocker),
  totals: SettlementTotals,
  pledges: z.array(SettlementPledge),
  pledgesCount: z.number(),
  exceptionsCount: z.number(),
  /** What is usual here: the median of all bills. */
  typical: Amount,
  chargeAt: Instant,
  /** The final settlement is locked: this version contains differences only. */
  isCorrection: z.boolean(),
  /** Of a correction: what was earned after the lock, to be billed or waived. Otherwise 0.00. */
  increases: Amount,
  /** Why its billing is on hold; empty: it is not. */
  onHold: z.array(z.string()),
})
export type SettlementPreview = z.infer<typeof SettlementPreview>

const ResultsSince = z.object({
  count: z.number(),
  /** The latest few, such as "vs. Bay: Goals". */
  names: z.array(z.string()),
})
/** The `details` of a 409 `stale`: what changed between the preview that was shown and now. */
export const PreviewChanges = z.object({
  changes: z.array(
    z.object({ total: z.enum(['pledges', ...PREVIEW_AMOUNTS]), before: z.string(), now: z.string() }),
  ),
  before: SettlementTotals,
  now: SettlementTotals,
  /** The current preview's. */
  previewId: z.string(),
  version: z.number(),
  confirmed: ResultsSince,
  voided: ResultsSince,
  pledgesMade: z.number(),
  pledgesCancelled: z.number(),
})
export type PreviewChanges = z.infer<typeof PreviewChanges>

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
  /** Since when it counts no more: nothing of it is charged or due. */
  withdrawnAt: Instant.nullable(),
  withdrawnBy: z.object({ id, name: z.string() }).nullable(),
  /** Whether withdrawing it reopens the season now, and why not. */
  canReopen: z.boolean(),
  reopenRefusal: z.string().nullable(),
  charges: z.object({
    scheduled: z.number(),
    processing: z.number(),
    succeeded: z.number(),
    failed: z.number(),
    voided: z.number(),
  }),
  /** The sum of the charges that are taken, and of all that are not voided. */
  taken: Amount,
  charged: Amount,
  /** The day of the first charge still to come; null when no more will be taken automatically. */
  nextChargeAt: Instant.nullable(),
  /** Why its charges wait, whatever their dates say; null: they don't, or none is left. */
  waits: z.enum(WAITS).nullable().optional(),
})
export type Settlement = z.infer<typeof Settlement>

const Voided = z.object({ count: z.number(), amount: Amount })
/** What withdrawing the final settlement voids, and how many pledges are mailed that their statement counts no more. */
export const SettlementWithdrawal = z.object({ charges: Voided, invoices: Voided, mails: z.number() })
export type SettlementWithdrawal = z.infer<typeof SettlementWithdrawal>

/** How a campaign's progress is billed: by the weekly schedule, or when a person does it. */
export const SettlementSchedule = z.object({
  isOn: z.boolean(),
  /** When the schedule runs next; it bills this campaign where `idleReason` is null. */
  nextRunAt: Instant,
  idleReason: z.string().nullable(),
  /** Pledges that are billed as the season progresses. */
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
  /** What its bank disputes and has not decided, and what was lost to it. */
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
  /** An attempt that has no answer yet: automatic, confirmed with the bank, or paid by link. */
  underWay: z.enum(['off_session', 'confirmation', 'link']).nullable(),
  /** Of a debit on its way: by when its bank answers. */
  answersBy: Instant.nullable().optional(),
  /** Why it waits, whatever its date says; null: it is charged on its date, or not automatically. */
  waits: z.enum(WAITS).nullable().optional(),
})
export type Charge = z.infer<typeof Charge>

/**
 * Paid by card from a link, what was open on an invoice is in that payment's charge and no longer in its own amount, so
 * that it is billed once: the invoice is neither due nor dropped. A card that did not pay refunds it.
 */
export const CARD_PAYMENT = {
  cardPayment: z.enum(['under_way', 'paid']).nullable(),
  /** What the card is to pay or has paid; 0.00 where it is null. */
  cardAmount: Amount,
}

export const Invoice = z.object({
  id,
  pledgeId: id,
  number: z.string(),
  amount: Amount,
  paid: Amount,
  open: Amount,
  /** How much lower the amount is because refunds that were owed were set off against it. */
  setOff: Amount,
  state: z.enum(['open', 'paid', 'void']),
  ...CARD_PAYMENT,
  issuedAt: Instant,
  dueDate: z.string(),
})
export type Invoice = z.infer<typeof Invoice>

/** A check or cash that arrived. */
export const PaymentForm = z.object({
  invoiceId: id,
  amount: amount().refine((value) => value > 0, 'The amount must be greater than 0'),
  method: z.enum(INSTRUMENTS, { error: 'Choose check or cash' }),
  reference: optionalText(100),
  receivedOn: day('Enter the day it was received'),
  /** Another one with a number that is already posted on this invoice. */
  isAnother: z.boolean().default(false),
})
export type PaymentForm = z.output<typeof PaymentForm>

export const Payment = z.object({
  id,
  invoiceId: id,
  pledgeId: id,
  amount: Amount,
  /** What was paid above the invoice: the supporter's credit. */
  overpaid: Amount,
  method: z.enum(INSTRUMENTS),
  reference: z.string().nullable(),
  receivedOn: z.string(),
  state: z.enum(['received', 'deposited', 'bounced']),
  createdAt: Instant,
})
export type Payment = z.infer<typeof Payment>

/** What an organization is owed: collected − commission − paid out. */
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
