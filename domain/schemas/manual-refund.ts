import { z } from 'zod'
import { MANUAL_REFUND_METHODS } from '#domain/billing/manual-refund.ts'
import { Amount, Day, day, Instant, id, optionalText } from './fields.ts'

const MoneyMode = z.enum(['live', 'sandbox'])
const Kind = z.enum(['overpayment', 'refund'])

/** What was paid above an invoice, or a refund that no card can take: owed until it is refunded. No names. */
export const RefundOwed = z.object({
  /** Of the payment that was above its invoice, or of the refund. */
  id,
  kind: Kind,
  campaignId: id,
  campaignName: z.string(),
  pledgeId: id,
  /** Of the invoice, where it was paid by one. */
  invoiceNumber: z.string().nullable(),
  amount: Amount,
  since: Day,
  /** When the payment arrived: nothing is refunded before that. */
  paidOn: Day.nullable(),
  nextStep: z.string(),
  /** The day of that step; null: today. */
  nextOn: Day.nullable(),
  /** Why it cannot be refunded yet, or by the caller; null: it can. */
  cannotGiveReason: z.string().nullable(),
  /** The campaign's: a refund counts on its day there. */
  timeZone: z.string(),
  moneyMode: MoneyMode,
})
export type RefundOwed = z.infer<typeof RefundOwed>

export const ManualRefundForm = z
  .object({
    kind: Kind,
    /** The payment, or the refund. */
    sourceId: id,
    method: z.enum(MANUAL_REFUND_METHODS, { error: 'Choose how it was refunded' }),
    reference: optionalText(100),
    givenOn: day('Enter the day it was refunded'),
  })
  .refine(({ method, reference }) => method === 'cash' || reference !== null, {
    path: ['reference'],
    error: 'Enter the number of the check or the bank transfer',
  })
export type ManualRefundForm = z.output<typeof ManualRefundForm>

export const ManualRefund = z.object({
  id,
  kind: Kind,
  campaignId: id,
  campaignName: z.string(),
  pledgeId: id,
  invoiceNumber: z.string().nullable(),
  amount: Amount,
  method: z.enum(MANUAL_REFUND_METHODS),
  reference: z.string().nullable(),
  givenOn: Day,
  recordedBy: z.string(),
  moneyMode: MoneyMode,
  createdAt: Instant,
})
export type ManualRefund = z.infer<typeof ManualRefund>
